"""What is drawn is what was measured, in the colours of the page, the same each time."""

from __future__ import annotations

import re
import subprocess
import sys
import zlib
from pathlib import Path
from xml.etree.ElementTree import Element, fromstring

import pytest
from matplotlib import rc_context, rcParams

from reports.certificate.pdf import pdf
from reports.html.plots import PAPER, SCREEN, course, strips
from reports.latency import LatencySummary
from tests.reports.sample_run import write_run

NIGHTS = [f"2026-11-{n:02}" for n in range(1, 7)]
HOSTILE = ["$x^2$", "<b>&amp;", "#010200", "\x1b[31m\u202e漢\ud800", 'fill: "x', "long" * 60]


def took(
    signal: str = "card", median: float = 20.0, longest: float = 80.0, limit: float = 500.0
) -> LatencySummary:
    return LatencySummary("shoe", "shoe", signal, 9, median, median * 2, longest, limit)


def drawing(svg: str) -> Element:
    return fromstring(svg)  # noqa: S314 - our own


def groups(svg: str, name: str) -> list[Element]:
    return [one for one in drawing(svg).iter("g") if one.get("class") == name]


def points(svg: str, name: str) -> list[tuple[float, float]]:
    """The marks of a line."""
    return [
        (float(one.get("x", "")), float(one.get("y", "")))
        for group in groups(svg, name)
        for one in group.iter("use")
    ]


def path(group: Element) -> str:
    found = group.find("path")
    assert found is not None
    return found.get("d", "")


def words(svg: str) -> list[str]:
    return [str(one.text) for one in drawing(svg).iter("text")]


def nightly(limits: list[float], changes: tuple[int, ...] = (), name: str = "plot 0") -> str:
    """Medians of 1, 10, 100 ms and so on; nothing was measured in night 2."""
    values = {n: (10.0**n, 2 * 10.0**n, ms) for n, ms in enumerate(limits) if n != 2}
    return course(NIGHTS[: len(limits)], values, changes, name, "shoe card")


def test_a_point_for_each_night_that_was_measured_and_a_gap_for_the_other() -> None:
    svg = nightly([50_000.0] * 5)
    for name in ("median", "p95", "limit"):
        assert len(points(svg, name)) == 4
        (line,) = groups(svg, name)
        assert path(line).count("M") == 2, "two stretches"
    medians = points(svg, "median")
    # The second night's place is left free, and a decade is everywhere of one height.
    step, decade = medians[1][0] - medians[0][0], medians[0][1] - medians[1][1]
    assert step > 0
    assert decade > 0
    assert medians[2] == pytest.approx((medians[0][0] + 3 * step, medians[0][1] - 3 * decade))
    assert len({y for _, y in points(svg, "limit")}) == 1


def test_the_limit_is_named_and_named_again_where_it_changes() -> None:
    assert words(nightly([500.0] * 4)).count("limit 500 ms") == 1
    svg = nightly([500.0, 500.0, 500.0, 250.5])
    assert [one for one in words(svg) if one.startswith("limit")] == [
        "limit 500 ms",
        "limit 250.5 ms",
    ]


def test_each_new_firmware_is_marked_at_its_night() -> None:
    svg = nightly([500.0] * 6, (1, 4))
    places = [float(path(one).split()[1]) for one in groups(svg, "change")]
    assert places == pytest.approx([points(svg, "median")[n][0] for n in (1, 3)])
    assert words(svg).count("new firmware") == 2
    many = course([f"{n}" for n in range(40)], {0: (1.0, 1.0, 9.0)}, (20, 21), "plot 0", "x")
    assert len(groups(many, "change")) == 2
    assert words(many).count("new firmware") == 1, "or the words would cover each other"


@pytest.mark.parametrize("ms", [0.0, 1e-9, 20.0, 1e300])
def test_one_point_is_seen_whatever_it_is(ms: float) -> None:
    svg = course(NIGHTS[:1], {0: (ms, ms, 500.0)}, (), "plot 0", "one")
    assert [len(points(svg, name)) for name in ("median", "p95", "limit")] == [1, 1, 1]
    svg = strips([took(median=ms, longest=ms)], 500.0, "plot 0", "one", SCREEN)
    assert [len(points(svg, name)) for name in ("median", "p95", "longest")] == [1, 1, 1]


def test_nothing_measured_is_a_plot_without_points() -> None:
    assert points(course(NIGHTS, {}, (), "plot 0", "none"), "median") == []


def test_a_strip_a_signal_against_its_limit() -> None:
    rows = [took("", 20.0, 600.0), took("card", 20.0, 600.0), took("empty", 1.0, 1.0, 50.0)]
    svg = strips(rows, 600.0, "plot 0", "shoe", SCREEN)
    assert [len(points(svg, name)) for name in ("median", "p95", "longest", "late")] == [3, 3, 3, 2]
    (bars,) = groups(svg, "range")
    assert len(bars.findall("path")) == 3
    assert len(groups(svg, "limit")) == 3
    assert [one for one in words(svg) if one.startswith("limit")] == ["limit 500 ms", "limit 50 ms"]
    assert {"all", "card", "empty"} <= set(words(svg))
    # 0.1 ms to 1000 ms lie between 160 and 880, so a decade has 180: 20 ms is 2.30103 of them.
    assert points(svg, "median")[0][0] == pytest.approx(160 + 180 * 2.30103, abs=0.01)
    assert float(path(groups(svg, "limit")[0]).split()[1]) == pytest.approx(825.81, abs=0.01)


@pytest.mark.parametrize("text", HOSTILE)
def test_a_text_from_a_device_is_text(text: str) -> None:
    svg = strips([took(text)], 500.0, "plot 0", "shoe", SCREEN)
    (shown,) = (one for one in words(svg) if not re.search(r"\d ms$", one))
    assert shown in ("␛[31m<U+202E>漢<U+D8…", "longlonglonglonglon…", text)
    assert not {"b", "tspan", "image", "script", "style", "a"} & {
        one.tag for one in drawing(svg).iter()
    }
    assert not {"\x1b", "\u202e"} & set(svg)


def test_the_same_data_is_the_same_drawing_whatever_the_user_has_set() -> None:
    plain = nightly([500.0] * 6, (3,))
    with rc_context({"lines.linewidth": 9, "svg.fonttype": "path", "font.size": 40}):
        assert nightly([500.0] * 6, (3,)) == plain
        assert rcParams["lines.linewidth"] == 9, "and what the user has set is left alone"
    assert strips([took()], 500.0, "plot 0", "", PAPER) == strips(
        [took()], 500.0, "plot 0", "", PAPER
    )
    assert "var(" not in strips([took()], 500.0, "plot 0", "", PAPER)


def test_the_colours_are_those_of_the_page() -> None:
    for svg in (nightly([500.0] * 6, (3,)), strips([took()], 500.0, "plot 0", "", SCREEN)):
        assert set(re.findall(r"(?:fill|stroke): ([^;\"]+)", svg)) <= {"none", *SCREEN.values()}
        assert not re.search(r"<style|font-family|https?:|xmlns", svg)


def test_no_two_things_of_a_page_have_one_id() -> None:
    page = "".join(nightly([500.0] * 6, (3,), f"plot {n}") for n in range(3))
    ids = re.findall(r' id="([^"]+)"', page)
    assert len(ids) == len(set(ids)) >= 9
    assert set(re.findall(r'(?:href="|url\()#(\w+)', page)) <= set(ids)


@pytest.mark.filterwarnings("default")
def test_plots_in_a_pdf_keep_it_a_pdf_a(tmp_path: Path) -> None:
    pytest.importorskip("weasyprint")
    validator = pytest.importorskip("page", reason="no validator: pip install page-validation")
    svg = strips([took(), took("late", longest=900.0)], 900.0, "plot 0", "shoe in ms", PAPER)
    page = (
        '<html lang="en"><title>x</title><style>svg{width:180mm}text{font:13px "DejaVu Sans"}'
        f"</style><h1>Plots</h1><figure>{svg}</figure></html>"
    )
    data = pdf(page, "2026-11-30T09:00:00+00:00")
    (tmp_path / "plots.pdf").write_bytes(data)
    told = validator.validate_pdf(tmp_path / "plots.pdf")
    assert told.rules.total > 100
    assert [str(one) for one in told.failures] == []
    assert pdf(page, "2026-11-30T09:00:00+00:00") == data
    streams = re.findall(rb"stream\n(.*?)\nendstream", data, re.DOTALL)
    packed = [zlib.decompress(one) for one in streams if one.startswith(b"x")]
    assert any(b"/Alt (shoe in ms)" in one for one in packed), "a screen reader has words for it"


def test_a_run_and_its_report_do_not_load_the_library(tmp_path: Path) -> None:
    write_run(tmp_path)
    code = (
        "import sys, pathlib, burncard.cli, steps.plugin\n"
        "from reports.finish import finish\n"
        "finish(pathlib.Path(sys.argv[1]))\n"
        "print(*sorted({'matplotlib', 'numpy'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout.splitlines()[-1:]) == (0, [""]), done.stderr
