"""Firmware on the trend: a change is marked, and excuses a change of verdict."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

from reports.history import store
from reports.history.database import history
from reports.history.page import trend_page
from reports.history.trend import Trend, trend
from reports.history.view import Device
from tests.history.views import measured, played, view


def course(where: Path, nights: list[tuple[str, str]]) -> Trend:
    """Verdict and firmware of each night."""
    with history(str(where / "h.db")) as engine:
        for n, (verdict, firmware) in enumerate(nights):
            store.record(
                engine,
                view(
                    f"n{n}",
                    [played("a", verdict)],
                    started=f"2026-11-{10 + n}T22:00:00.000+00:00",
                    devices=(Device("shoe", "shoe", {"firmware": firmware}),),
                    latencies=() if n == 1 else (measured([2.0]),),
                ),
            )
        return trend(engine)


def test_a_verdict_that_changes_with_the_firmware_is_not_flaky(tmp_path: Path) -> None:
    found = course(tmp_path, [("conforms", "1.0"), ("finding", "1.1"), ("conforms", "1.2")])
    assert found.flaky == ()
    assert [one.firmware for one in found.nights] == [
        (),
        ("shoe: 1.0 → 1.1",),
        ("shoe: 1.1 → 1.2",),
    ]


def test_the_page_marks_the_firmware_and_leaves_a_gap_where_nothing_was_measured(
    tmp_path: Path,
) -> None:
    found = course(tmp_path, [("conforms", "1.0"), ("finding", "<1.1>"), ("conforms", "<1.1>")])
    page = trend_page(found)
    (svg,) = re.findall(r'<svg [^>]*role="img".*?</svg>', page, re.DOTALL)
    drawing = {
        str(one.get("class")): [path.get("d", "") for path in one.findall("path")]
        for one in ElementTree.fromstring(svg).iter("g")  # noqa: S314 - our own page
    }
    assert drawing["median"][0].count("M") == drawing["limit"][0].count("M") == 2
    # Three nights from the left border of the plot to the right one: the second stands between.
    (mark,) = drawing["change"]
    assert float(mark.split()[1]) == (72 + 984) / 2
    assert "shoe: 1.0 → &lt;1.1&gt;" in page
    assert "http" not in re.sub(r"<a [^>]*>", "", page.split("</style>")[1])


def test_an_empty_history_has_a_page(tmp_path: Path) -> None:
    assert "No run is recorded." in trend_page(course(tmp_path, []))


def test_firmware_that_differs_at_its_end_is_another(tmp_path: Path) -> None:
    builds = ("7.2.9-release.build.100", "7.2.9-release.build.101")
    found = course(tmp_path, [("conforms", one) for one in builds])
    assert found.nights[1].firmware == (f"shoe: {builds[0]} → {builds[1]}",)
