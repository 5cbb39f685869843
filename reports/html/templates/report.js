"use strict";
(() => {
  const $ = (selector, root = document) => root.querySelector(selector);
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const SIGNS = {passed: "✓", failed: "✗", broken: "?", skipped: "–"};
  const CHANNELS = {host: "host: the bench writes to a device", state: "state: a link opens, closes or is lost",
    stimulus: "stimulus: the bench acts on a device", wire: "wire: a device speaks",
    feed: "feed: passed on to the table controller", sense: "sense: an instrument looks"};
  const LANES = ["bench", "shoe", "shuffler", "card-reader", "masque-reader", "table-controller",
    "colour-sensor", "power-supply"];
  const NAMES = {"card-reader": "card reader", "masque-reader": "Masque reader",
    "table-controller": "controller", "colour-sensor": "sensor", "power-supply": "power"};

  for (const part of all(".bar i")) part.style.flexGrow = part.dataset.share;

  function element(name, attributes = {}, ...children) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...children);
    return made;
  }

  function svg(name, attributes = {}, text) {
    const made = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    if (text !== undefined) made.textContent = text;
    return made;
  }

  // ---- the list: text until it is seen -------------------------------------------------------

  // Ten thousand scenarios as elements take seconds. Each part of the list is in a <noscript>, which
  // is text to a browser with scripts; it is drawn where it is seen, and the rest when all is quiet.
  const AT_ONCE = 200, ROW_HEIGHT = 66;
  const parts = all(".stretch").map(room => ({room, source: $("noscript", room).textContent, rows: null, drawn: false}));
  const total = parts.reduce((sum, part) => sum + Number(part.room.dataset.rows), 0);
  const row_of = new WeakMap();
  const LETTERS = {"&amp;": "&", "&lt;": "<", "&gt;": ">", "&#34;": '"', "&#39;": "'"};
  const plain = text => text.replace(/&(amp|lt|gt|#34|#39);/g, name => LETTERS[name]);

  // What is in it, whether it is drawn or not. All that a device said is escaped: no tag is its.
  function read(part) {
    part.rows ??= part.source.split(/(?=<details class="scenario)/).slice(1).map(html => {
      const head = html.slice(0, html.indexOf(">"));
      const said = name => plain(new RegExp(` ${name}="([^"]*)"`).exec(head)?.[1] || "");
      const summary = html.slice(head.length + 1, html.indexOf("</summary>"));
      const id = said("id");
      return {part, id, place: +said("data-place"), at: said("data-at"), verdict: said("data-verdict"),
        text: (id + " " + plain(summary.replace(/<[^>]*>/g, " "))).toLowerCase(),
        element: null, hidden: false, made: false};
    });
    return part.rows;
  }

  function draw(part) {
    if (part.drawn) return;
    part.drawn = true;
    read(part);
    part.room.innerHTML = part.source;  // escaped where it was made
    part.source = "";
    part.rows.forEach((row, place) => {
      row.element = part.room.children[place];
      row.element.hidden = row.hidden;
      row_of.set(row.element, row);
      if (row.element.open) show(row);
    });
    near.unobserve(part.room);
  }

  const near = new IntersectionObserver(seen => {
    for (const one of seen) if (one.isIntersecting) draw(parts.find(part => part.room === one.target));
  }, {rootMargin: "1200px"});

  // As many of what is shown as a person sees first.
  function draw_first() {
    let drawn = 0;
    for (const part of parts) {
      if (part.room.hidden) continue;
      draw(part);
      drawn += part.rows.filter(row => !row.hidden).length;
      if (drawn >= AT_ONCE) return;
    }
  }

  const quiet = work => window.requestIdleCallback ? requestIdleCallback(work, {timeout: 1000})
    : setTimeout(() => work({timeRemaining: () => 0}), 60);
  function draw_rest(deadline) {
    let left = parts.find(part => !part.drawn);
    do {
      if (!left) return;
      draw(left);
      left = parts.find(part => !part.drawn);
    } while (deadline.timeRemaining() > 12);
    quiet(draw_rest);
  }

  const rows = () => parts.flatMap(read);

  // ---- which scenarios are shown -------------------------------------------------------------

  const form = $("#filter");
  let cells = null, filtered = false;

  function filter() {
    const wanted = new FormData(form);
    const verdicts = new Set(wanted.getAll("verdict"));
    const clause = wanted.get("clause"), device = wanted.get("device");
    const words = (wanted.get("text") || "").toLowerCase().split(/\s+/).filter(Boolean);
    const all_of_them = !verdicts.size && !clause && !device && !words.length;
    let shown = all_of_them ? total : 0;
    if (!all_of_them || filtered) {
      let places = null;
      if (clause || device) {
        cells ??= JSON.parse($("#cells").textContent);
        places = new Set();
        for (const row of clause ? [cells[clause] || {}] : Object.values(cells))
          for (const [name, found] of Object.entries(row))
            if (!device || name === device) found.forEach(place => places.add(place));
      }
      shown = 0;
      for (const part of parts) {
        let here = 0;
        for (const row of read(part)) {
          const fits = (!verdicts.size || verdicts.has(row.verdict)) && (!places || places.has(row.place)) &&
            words.every(word => row.text.includes(word));
          row.hidden = !fits;
          if (row.element) row.element.hidden = !fits;
          here += fits;
        }
        part.room.hidden = !here;
        part.room.style.containIntrinsicSize = `${here * ROW_HEIGHT}px`;
        shown += here;
      }
      for (const one of all(".feature")) one.hidden = !$(".stretch:not([hidden])", one);
      filtered = !all_of_them;
      draw_first();
    }
    $("#shown").textContent = shown === total ? `(${shown})` : `(${shown} of ${total})`;
    $("#none").hidden = shown > 0;
  }

  function remember() {
    const wanted = new URLSearchParams();
    for (const [key, value] of new FormData(form)) if (value) wanted.append(key, value);
    history.replaceState(null, "", "#" + (wanted.toString() || "scenarios"));
  }

  // The filter stays at the top: what is followed must not end below it.
  function keep_clear() {
    const covers = getComputedStyle(form).position === "sticky" ? form.offsetHeight : 0;
    document.documentElement.style.scrollPaddingTop = `${covers + 8}px`;
  }

  function follow() {
    const hash = location.hash.slice(1);
    if (!hash) return;
    keep_clear();
    if (hash.includes("=")) {
      const wanted = new URLSearchParams(hash);
      form.reset();
      for (const box of all("input[name=verdict]", form)) box.checked = wanted.getAll("verdict").includes(box.value);
      for (const name of ["clause", "device", "text"]) form.elements[name].value = wanted.get(name) || "";
      filter();
      $("#scenarios").scrollIntoView();
      const left = rows().filter(row => !row.hidden);
      if (left.length === 1) { draw(left[0].part); left[0].element.open = true; }
      return;
    }
    let name = hash;
    try { name = decodeURIComponent(hash); } catch { /* not encoded: take it as it stands */ }
    const target = document.getElementById(name);
    if (target && !target.matches(".scenario")) {
      const folded = target.closest("details.fold");
      if (folded) folded.open = true;
      target.scrollIntoView();
      return;
    }
    const row = rows().find(one => one.id === name);
    if (!row) return;
    if (row.hidden) { form.reset(); filter(); }
    draw(row.part);
    row.element.open = true;
    row.element.scrollIntoView();
  }

  addEventListener("pointerover", event => {
    const link = event.target.closest?.("#scenarios a.clause:not([title])");
    if (!link) return;
    const row = document.getElementById(decodeURIComponent(link.hash.slice(1)));
    link.title = row ? ($("th span", row) || row).textContent : "not in the registry";
  });

  form.hidden = false;
  form.addEventListener("input", () => { filter(); remember(); });
  form.addEventListener("submit", event => event.preventDefault());
  form.addEventListener("reset", () => setTimeout(() => { filter(); remember(); }));
  addEventListener("hashchange", follow);
  new ResizeObserver(keep_clear).observe(form);

  // ---- one scenario, opened --------------------------------------------------------------------

  const blocks = new Map();

  async function detail_of(row) {
    if (!row.at) return unpack("detail:" + row.id);  // a page of one log
    const [block, place] = row.at.split(".");
    if (!blocks.has(block)) blocks.set(block, unpack("block:" + block));
    return (await blocks.get(block))[+place];
  }

  // What is packed stands at the end of the page: the list is there before all of it has come.
  const whole = document.readyState === "loading"
    ? new Promise(done => addEventListener("DOMContentLoaded", done, {once: true})) : null;

  async function unpack(name) {
    if (!document.getElementById(name)) await whole;
    const packed = document.getElementById(name);
    if (!packed) return null;
    const bytes = Uint8Array.from(atob(packed.textContent.trim()), letter => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    return JSON.parse(await new Response(stream).text());
  }

  async function show(row) {
    if (row.made) return;
    row.made = true;
    try {
      fill(row, await detail_of(row));
    } catch (error) {
      $(".opened", row.element).append(
        element("p", {class: "empty"}, "This browser cannot unpack the details: " + error.message));
    }
  }

  function fill(row, detail) {
    const room = $(".opened", row.element);
    if (!detail) {
      room.append(element("p", {class: "empty"}, "There is no record: this scenario was not run."));
      return;
    }
    let goTo = () => {};
    if (detail.differences) {
      const part = element("div", {class: "differences"});
      part.innerHTML = detail.differences;  // escaped where it was made
      room.append(element("h4", {}, "Expected and seen"), part);
    }
    if (detail.acts && detail.acts.some(act => detail.tables[act[3]])) {
      room.append(element("h4", {}, "The table"));
      goTo = stepper(room, detail);
    }
    if (detail.steps) room.append(element("h4", {}, "Steps"), steps(detail.steps));
    let pick = () => {};
    if (detail.messages) {
      room.append(element("h4", {}, "The exchange"));
      pick = exchange(room, detail, goTo);
    }
    if (detail.rules) {
      const list = element("dl", {class: "rules"});
      for (const [name, value] of detail.rules)
        list.append(element("div", {}, element("dt", {}, name.replaceAll("_", " ")), element("dd", {}, value)));
      room.append(element("h4", {}, "House rules that these rulings used"), list);
    }
    for (const line of detail.problems || []) room.append(element("p", {class: "empty"}, line));
    room.addEventListener("click", event => {
      const button = event.target.closest("button[data-act],button[data-diff]");
      if (!button) return;
      if (button.dataset.act) goTo(+button.dataset.act, true);
      else pick(+button.dataset.diff);
    });
  }

  function stepper(room, detail) {
    const acts = detail.acts;
    const back = element("button", {type: "button", "aria-label": "previous act"}, "‹");
    const next = element("button", {type: "button", "aria-label": "next act"}, "›");
    const slider = element("input", {type: "range", min: 0, max: acts.length - 1, "aria-label": "act"});
    const where = element("output");
    const picture = element("div");
    const title = element("h5");
    const list = element("ul");
    const bar = element("div", {class: "stepper"}, back, slider, next, where);
    room.append(bar, element("div", {class: "play"}, picture,
      element("div", {class: "ruling", "aria-live": "polite"}, title, list)));
    const set = place => {
      slider.value = place;
      const [n, what, time, table, ruling] = acts[place];
      picture.innerHTML = detail.tables[table];  // escaped where it was made
      title.textContent = what;
      list.innerHTML = ruling || "<li>Nothing is commanded.";
      where.textContent = n ? `act ${n} of ${acts.filter(act => act[0]).length} · ${time_of(time)}` : "the end";
      slider.setAttribute("aria-valuetext", what);
      back.disabled = place === 0;
      next.disabled = place === acts.length - 1;
    };
    slider.addEventListener("input", () => set(+slider.value));
    back.addEventListener("click", () => set(Math.max(0, +slider.value - 1)));
    next.addEventListener("click", () => set(Math.min(acts.length - 1, +slider.value + 1)));
    const wrong = acts.findIndex(act => act[5]);
    set(wrong < 0 ? acts.length - 1 : wrong);
    return (n, scroll) => {
      const place = acts.findIndex(act => act[0] === n);
      if (place < 0) return;
      set(place);
      if (scroll) bar.scrollIntoView({block: "center"});
    };
  }

  function steps(rows) {
    const list = element("ol", {class: "steps"});
    for (const [, keyword, text, status, ms, notes] of rows) {
      const said = element("span", {}, element("span", {class: "kw"}, keyword + " "), text);
      for (const note of notes) said.append(element("small", {}, note));
      list.append(element("li", {class: status},
        element("i", {role: "img", "aria-label": status}, SIGNS[status] || "·"), said,
        element("time", {}, ms >= 1000 ? (ms / 1000).toFixed(2) + " s" : ms.toFixed(1) + " ms")));
    }
    return list;
  }

  // ---- the exchange as a sequence chart --------------------------------------------------------

  const time_of = us => Math.abs(us) >= 1e6 ? (us / 1e6).toFixed(3) + " s" : (us / 1e3).toFixed(1) + " ms";
  const ROW = 30, ACT = 26, FIRST = 1200;

  function exchange(room, detail, goTo) {
    const word = detail.words;
    const messages = detail.messages.map(row => ({t: row[0], from: word[row[1]], to: word[row[2]],
      channel: word[row[3]], kind: word[row[4]], data: word[row[5]], raw: row[6], act: row[7],
      long: row[8], bad: row[9]}));
    const used = new Set(messages.flatMap(one => [one.from, one.to]));
    const lanes = [...LANES.filter(name => used.has(name)), ...[...used].filter(name => !LANES.includes(name))];
    const acts = new Map((detail.acts || []).map(act => [act[0], act[1]]));
    const key = element("ul", {class: "key chart"});
    for (const [name, says] of Object.entries(CHANNELS)) {
      if (!messages.some(one => one.channel === name)) continue;
      const sample = svg("svg", {"aria-hidden": "true"});
      const part = svg("g", {class: "row " + name});
      part.append(svg("path", {class: "line", d: "M0 4H29"}));
      sample.append(part);
      key.append(element("li", {}, sample, says));
    }
    const head = element("div", {class: "lanes chart"});
    const chart = element("div", {class: "chart", role: "listbox", "aria-label": "messages in order"});
    const bytes = element("div", {class: "bytes", "aria-live": "polite"},
      element("p", {}, "Choose a message to see its bytes."));
    const frame = element("div", {class: "exchange"}, head, chart, bytes);
    room.append(key, frame);
    let selected = -1, limit = FIRST, rows = [];

    function draw() {
      const width = Math.max(300, Math.round(frame.clientWidth || 800));
      const narrow = width < 560;
      const left = narrow ? 58 : 84;
      const step = (width - left - (narrow ? 34 : 60)) / Math.max(1, lanes.length - 1);
      const x = name => left + step * lanes.indexOf(name);
      const bars = svg("svg", {viewBox: `0 0 ${width} ${narrow ? 40 : 30}`, "aria-hidden": "true"});
      lanes.forEach((name, place) => {
        const label = svg("text", {class: "lname", x: x(name), y: narrow && place % 2 ? 34 : 19, "text-anchor": "middle"},
          NAMES[name] || name);
        if (narrow) label.style.fontSize = "10px";
        bars.append(label);
      });
      head.replaceChildren(bars);
      const body = svg("svg");
      rows = [];
      let y = 0, act = -1;
      const marks = svg("g"), lines = svg("g");
      messages.slice(0, limit).forEach((one, place) => {
        if (one.act !== act) {
          act = one.act;
          if (act && acts.has(act)) {
            marks.append(svg("rect", {class: "act", x: 0, y, width, height: ACT}));
            marks.append(svg("text", {class: "aname", x: 10, y: y + 17}, cut(`${act} · ${acts.get(act)}`, (width - 20) / 6.6)));
            y += ACT;
          }
        }
        const row = svg("g", {class: `row ${one.channel}${one.bad ? " bad" : ""}`, tabindex: "-1", role: "option",
          "aria-selected": "false"});
        row.append(svg("rect", {class: "hit", x: 0, y, width, height: ROW}));
        row.append(svg("text", {class: "t", x: left - 24, y: y + 24, "text-anchor": "end"}, narrow ? (one.t / 1e3).toFixed(0) : (one.t / 1e3).toFixed(2)));
        // What the arrow shows, for who hears the row; its name is all that stands in it.
        row.append(svg("text", {x: 0, y: y + 24, "font-size": 1, opacity: 0}, ` ms: ${one.from} to ${one.to}, ${one.channel}: `));
        const from = x(one.from), to = x(one.to), at = y + 21, way = to >= from ? 1 : -1;
        row.append(svg("path", {class: "line", d: `M${from} ${at}H${to - 8 * way}`}));
        row.append(svg("path", {class: "tip", d: `M${to} ${at}l${-9 * way} -4.5v9z`}));
        if (one.channel === "stimulus") row.append(svg("rect", {class: "tip", x: from - 3, y: at - 3, width: 6, height: 6}));
        else row.append(svg("circle", {class: "tip", cx: from, cy: at, r: 2.6}));
        const start = Math.min(from, to) + 10;
        const label = svg("text", {class: "halo", x: start, y: y + 15});
        const room = (width - start - 8) / 6.3 - one.kind.length;
        label.append(svg("tspan", {class: "kind"}, (one.bad ? "✗ " : "") + one.kind),
          svg("tspan", {dx: 7}, cut(one.data, room)));
        row.append(label);
        row.addEventListener("click", () => select(place));
        row.addEventListener("focus", () => select(place));
        lines.append(row);
        rows.push(row);
        y += ROW;
      });
      y += 10;
      for (const name of lanes) body.append(svg("line", {class: "lane", x1: x(name), x2: x(name), y1: 0, y2: y}));
      body.append(marks, lines);
      body.setAttribute("viewBox", `0 0 ${width} ${y}`);
      chart.replaceChildren(body);
      if (rows.length) rows[Math.max(0, selected)].setAttribute("tabindex", "0");
      if (messages.length > limit) {
        const more = element("button", {type: "button"}, `Show ${messages.length - limit} more messages`);
        more.addEventListener("click", () => { limit = Infinity; draw(); });
        chart.append(element("p", {class: "note"}, more));
      }
      if (detail.left_out)
        chart.append(element("p", {class: "note"}, `${detail.left_out} messages in the middle are only in the record.`));
    }

    function select(place) {
      if (place === selected || !rows[place]) return;
      if (rows[selected]) { rows[selected].setAttribute("aria-selected", "false"); rows[selected].setAttribute("tabindex", "-1"); }
      selected = place;
      rows[place].setAttribute("aria-selected", "true");
      rows[place].setAttribute("tabindex", "0");
      const one = messages[place];
      const what = element("p", {}, element("b", {}, one.kind), ` ${one.data}`);
      const how = element("p", {class: "note"}, `${one.from} → ${one.to} · ${one.channel} · ${time_of(one.t)}` +
        (one.act ? ` · act ${one.act}` : "") + (one.long ? ` · ${one.long} bytes, the first shown` : ""));
      bytes.replaceChildren(what, how, element("pre", {}, dump(one.raw) || "no bytes: not a message on a wire"));
      if (one.act) goTo(one.act, false);
    }

    chart.addEventListener("keydown", event => {
      const move = {ArrowDown: 1, ArrowUp: -1, PageDown: 12, PageUp: -12, Home: -rows.length, End: rows.length}[event.key];
      if (!move) return;
      event.preventDefault();
      const place = Math.min(rows.length - 1, Math.max(0, selected + move));
      rows[place].focus();
      rows[place].scrollIntoView({block: "nearest"});
    });
    draw();
    let before = frame.clientWidth;
    new ResizeObserver(() => {
      if (frame.clientWidth && frame.clientWidth !== before) { before = frame.clientWidth; draw(); }
    }).observe(frame);
    return number => {
      const place = messages.findIndex(one => one.bad === number);
      if (place < 0) return;
      if (place >= limit) { limit = Infinity; draw(); }
      rows[place].scrollIntoView({block: "center"});
      rows[place].focus({preventScroll: true});
      select(place);
    };
  }

  const cut = (text, length) => text.length > length ? text.slice(0, Math.max(1, length - 1)) + "…" : text;

  function dump(hex) {
    if (!/^([0-9a-f]{2})+$/i.test(hex)) return hex;
    const lines = [];
    for (let at = 0; at < hex.length; at += 32) {
      const pairs = hex.slice(at, at + 32).match(/../g);
      const letters = pairs.map(pair => { const code = parseInt(pair, 16); return code > 31 && code < 127 ? String.fromCharCode(code) : "·"; });
      lines.push((at / 2).toString(16).padStart(4, "0") + "  " + pairs.join(" ").padEnd(48) + " " + letters.join(""));
    }
    return lines.join("\n");
  }

  // ---- begin -----------------------------------------------------------------------------------

  addEventListener("toggle", event => {
    const row = row_of.get(event.target);
    if (row && event.target.open) show(row);
  }, true);

  // A page that is printed shows its findings in full, and printing does not wait for unpacking.
  const to_print = new Map();
  async function prepare_print() {
    for (const row of rows().filter(one => ["finding", "advisory"].includes(one.verdict)).slice(0, 60))
      to_print.set(row, await detail_of(row));
  }
  addEventListener("beforeprint", () => {
    parts.forEach(draw);
    for (const one of all("details.fold:not(.long)")) one.open = true;
    for (const [row, detail] of to_print) {
      row.element.open = true;
      if (!row.made) { row.made = true; fill(row, detail); }
    }
  });

  draw_first();
  for (const part of parts) if (!part.drawn) near.observe(part.room);
  filter();
  follow();
  Promise.resolve(whole).then(() => quiet(() => prepare_print().catch(() => {}).then(() => quiet(draw_rest))));
})();
