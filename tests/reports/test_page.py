"""``report.html``: complete, closed in itself, and safe against what devices say."""

from __future__ import annotations

import base64
import json
import re
import shutil
import subprocess
import zlib
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from reports.finish import finish
from reports.html import cards, words
from reports.html.visible import visible
from tests.reports.sample_run import SCENARIOS, write_run

CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome")


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    run_dir = tmp_path_factory.mktemp("run")
    write_run(run_dir)
    return finish(run_dir).report


class Elements(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.scripts: dict[str, str] = {}
        self._script: str | None = None
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag == "script":
            self._script = dict(attrs).get("id") or ""

    def handle_data(self, data: str) -> None:
        if self._script is not None:
            self.scripts[self._script] = self.scripts.get(self._script, "") + data

    def handle_endtag(self, tag: str) -> None:
        if tag == "script":
            self._script = None


def detail(page: Path, name: str) -> dict[str, Any]:
    elements = Elements(page.read_text("utf-8"))
    [at] = [one["data-at"] for _, one in elements.elements if one.get("id") == name]
    block, place = str(at).split(".")
    packed = elements.scripts[f"block:{block}"]
    found: dict[str, Any] = json.loads(zlib.decompress(base64.b64decode(packed), -15))[int(place)]
    return found


def test_every_scenario_has_its_place_and_its_verdict(page: Path) -> None:
    found = {
        attributes["id"]: attributes["data-verdict"]
        for tag, attributes in Elements(page.read_text("utf-8")).elements
        if tag == "details" and "data-verdict" in attributes
    }
    assert found == {
        "665a09-b1-five-up": "conforms",
        "665a09-b2i-king-up": "conforms",
        "665a09-c-bust-it-stays": "finding",
        "685a12-h-yellow-for-red": "advisory",
        "685a12-i-two-lights": "inconclusive",
        "685a12-e-short-shoe": "interrupted",
        "685a12-j-jam": "not run",
        "685a12-k-sign": "not run",
    }


def test_nothing_is_fetched_and_only_our_script_may_run(page: Path) -> None:
    text = page.read_text("utf-8")
    elements = Elements(text).elements
    assert not {"link", "img", "iframe", "object", "base"} & {tag for tag, _ in elements}
    for _, attributes in elements:
        for name in ("src", "href"):
            assert (attributes.get(name) or "#").startswith("#")
    assert "url(" not in text
    assert "@import" not in text
    policy = next(a["content"] for t, a in elements if t == "meta" and "http-equiv" in a)
    assert policy is not None
    assert policy.startswith("default-src 'none';")
    assert "unsafe-eval" not in policy
    assert policy.count("sha256-") == 1
    runs = [a for t, a in elements if t == "script" and a.get("type") is None]
    assert runs == [{}]


def test_what_a_device_says_is_shown_as_text(page: Path) -> None:
    text = page.read_text("utf-8")
    assert "Lumen &lt;b&gt;&amp; Sons&lt;/b&gt;" in text
    assert "Masque&lt;U+202E&gt;3" in text
    assert "\u202e" not in text
    assert "\x1b" not in text
    assert "<script>alert" not in text
    said = detail(page, "685a12-i-two-lights")["words"]
    assert "code <script>alert(1)</script><U+202E>␇␀evil" in said


def test_a_name_cannot_end_the_data_it_stands_in(tmp_path: Path) -> None:
    write_run(tmp_path)
    plan = tmp_path / "plan.json"
    hostile = "</script><img src=x onerror=alert(1)>"
    plan.write_text(plan.read_text().replace("A jam in mid-cycle", hostile))
    plan.write_text(plan.read_text().replace("685a.12(j)", hostile))
    elements = Elements(finish(tmp_path).report.read_text("utf-8"))
    assert "img" not in {tag for tag, _ in elements.elements}
    assert hostile in json.loads(elements.scripts["cells"])


def test_a_finding_shows_expected_beside_seen_with_clause_and_bytes(page: Path) -> None:
    shown = detail(page, "665a09-c-bust-it-stays")["differences"]
    extra, wrong = re.findall(r"<article.*?</article>", shown, re.S)
    assert "nothing of the kind" in extra
    assert "§ 665a.9(c)</a>" in extra
    assert "rests on law that was read" in extra
    assert "3a746120736574746c65" in extra
    assert "<dt>to_house</dt><dd><mark>5.00</mark></dd>" in wrong
    assert "<dt>to_house</dt><dd><mark>2.50</mark></dd>" in wrong
    assert "<dt>hand</dt><dd>1.1</dd>" in wrong
    assert "rests on inferred law" in wrong


def test_the_exchange_keeps_every_message_in_order(page: Path) -> None:
    found = detail(page, "665a09-c-bust-it-stays")
    said = found["words"]
    rows = [
        (said[row[1]], said[row[2]], said[row[3]], said[row[4]], row[9])
        for row in found["messages"]
    ]
    assert rows[0] == ("bench", "table-controller", "stimulus", "key", 0)
    assert ("shoe", "bench", "wire", "card", 0) in rows
    assert ("bench", "table-controller", "feed", "card", 0) in rows
    assert [row for row in rows if row[4]] == [("table-controller", "bench", "wire", "settle", 1)]
    times = [row[0] for row in found["messages"]]
    assert times == sorted(times)


def test_the_table_is_kept_act_by_act(page: Path) -> None:
    found = detail(page, "685a12-h-yellow-for-red")
    number, what, _, place, ruling, differences = found["acts"][-1]
    assert (number, what, differences) == (9, "The hole card goes into the reader", 1)
    table = found["tables"][place]
    assert 'aria-label="king of diamonds"' in table
    assert 'aria-label="face down (5S)"' in table
    assert "out (was blue)" in table
    assert '<small class="differs">sensor: red</small>' in table
    assert '<li class="off"><span>Masque reader</span> <b>lamp</b> lit blue' in ruling


def test_the_page_is_small_and_quick_to_make_with_many_scenarios(tmp_path: Path) -> None:
    write_run(tmp_path)
    one = (tmp_path / "records" / "665a09-c-bust-it-stays.1.jsonl").read_text()
    plan = json.loads((tmp_path / "plan.json").read_text())
    for number in range(300):
        name = f"many-{number}"
        plan["scenarios"].append({**plan["scenarios"][2], "id": name, "name": name})
        (tmp_path / "records" / f"{name}.1.jsonl").write_text(
            one.replace("665a09-c-bust-it-stays", name)
        )
    (tmp_path / "plan.json").write_text(json.dumps(plan))
    report = finish(tmp_path).report
    records = sum(path.stat().st_size for path in (tmp_path / "records").iterdir())
    assert report.stat().st_size < records / 2
    assert report.stat().st_size < 3_000_000


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain", "plain"),
        ("\x1b[31m\x00\n\x7f", "␛[31m␀␊␡"),
        ("\u202eabc\u202c", "<U+202E>abc<U+202C>"),
        ("a\u200bb\ufeff", "a<U+200B>b<U+FEFF>"),
        ("\x85\u2028", "<U+0085><U+2028>"),
        ("\ud800", "<U+D800>"),
        ("Größe ♥ 牌", "Größe ♥ 牌"),
        ("x" * 12, "xxxxxxxxxx… (2 more)"),
    ],
)
def test_visible(text: str, shown: str) -> None:
    assert visible(text, 10 if text.startswith("xxx") else 100) == shown


def test_cards_say_what_they_are() -> None:
    assert 'aria-label="king of hearts"' in cards.card("KH")
    assert ">10<" in cards.card("TS")
    assert "red" in cards.card("2D")
    assert "red" not in cards.card("2C")
    assert "&lt;b&gt;" in cards.card("<b>")


@pytest.mark.parametrize(
    ("row", "says"),
    [
        ({"to_house": "20.00", "returned": "0.00", "won": "0.00"}, "lost"),
        ({"to_house": "0.00", "returned": "20.00", "won": "0.00"}, "returned"),
        ({"to_house": "0.00", "returned": "20.00", "won": "30.00"}, "won +30.00"),
        ({"to_house": "10.00", "returned": "10.00", "won": "0"}, "10.00 back, 10.00 lost"),
    ],
)
def test_chips_say_what_became_of_them(row: dict[str, str], says: str) -> None:
    drawn = cards.chip("bet", "20.00", row)
    assert f"Bet <b>20.00</b><em>{says}</em>" in drawn


def test_a_split_hands_chips_are_its_own() -> None:
    hand = {"cards": ["8C"], "total": 8, "bet": "10.00", "status": "settled"}
    seat = {"seat": 1, "hands": [{**hand, "hand": "1.1"}, {**hand, "hand": "1.2"}]}
    lost = {"seat": 1, "hand": 2, "wager": "bet", "to_house": "10.00", "returned": "0.00"}
    first, second = cards.table({"seats": [seat], "settlement": [lost]}).split(">1.2<")
    assert "lost" not in first
    assert "lost" in second


def test_the_table_alone_is_a_whole_document() -> None:
    text = cards.document({"dealer": {"cards": ["AS", "KD"], "hole": "up", "total": 21}}, "<x>")
    assert text.startswith("<!doctype html>")
    assert "<title>&lt;x&gt;</title>" in text
    assert 'id="pip-S"' in text


def test_an_event_nobody_taught_us_is_spelled_out() -> None:
    assert words.event({"event": "Quake", "size": 3, "where": None}) == "event Quake, size 3"
    assert words.event({"event": "DrawCard", "card": "KH"}) == "KH is drawn"


@pytest.mark.parametrize(
    ("amount", "shown"),
    [(20_000_000, "20.00"), (6_125_000, "6.125"), (500_000, "0.50"), ("7.50", "7.50")],
)
def test_amounts_of_an_event(amount: object, shown: str) -> None:
    placed = {"event": "PlaceWager", "seat": 2, "wager": "bust_it", "amount": amount}
    assert words.event(placed) == f"Seat 2 places Bust It {shown}"


def test_what_a_stimulus_carries_reads_as_text() -> None:
    carried = {
        "cards": ["5S", "9S^"],
        "seats": [{"seat": 1, "bet": "5.00"}],
        "rules": {},
        "on": True,
    }
    assert words.fields(carried) == "cards 5S 9S^, seats (seat 1, bet 5.00), on yes"


def rendered(page: Path, fragment: str) -> str:
    """The page as Chromium has it after its scripts, without a network."""
    assert CHROMIUM is not None
    return subprocess.run(
        [
            CHROMIUM,
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            f"--user-data-dir={page.parent / 'profile'}",
            "--virtual-time-budget=8000",
            "--dump-dom",
            f"{page.as_uri()}#{fragment}",
        ],
        capture_output=True,
        text=True,
        timeout=90,
        check=True,
    ).stdout


@pytest.mark.slow
@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium to open the page with")
def test_a_deep_link_opens_its_scenario(page: Path) -> None:
    text = rendered(page, "685a12-i-two-lights")
    assert re.search(
        r'<details class="scenario inconclusive" id="685a12-i-two-lights"[^>]* open=', text
    )
    chart = text.partition('id="685a12-i-two-lights"')[2].partition("</details>")[0]
    assert 'role="listbox"' in chart
    assert "code &lt;script&gt;alert(1)&lt;/script&gt;&lt;U+202E&gt;␇␀evil" in chart
    assert "<script>alert" not in text


@pytest.mark.slow
@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium to open the page with")
def test_a_cell_of_the_matrix_shows_its_scenarios(page: Path) -> None:
    text = rendered(page, "clause=665a.7(m)&device=table-controller")
    shown = [
        one.id
        for one in SCENARIOS
        if not re.search(rf'id="{re.escape(one.id)}"[^>]* hidden=', text)
    ]
    assert shown == ["665a09-c-bust-it-stays"]
    assert "(1 of 8)" in text
