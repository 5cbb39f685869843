"""Latency is a measurement: value, limit, device, signal; in the record, run.json and the page."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from reports.finish import finish
from reports.latency import LatencySummary, summaries
from reports.lines import Latency
from reports.records import Scenario, open_record, write_ended, write_plan

SHOE: dict[str, Any] = {"device": "shoe-2", "role": "shoe"}


def took(ms: float, signal: str = "card", limit_ms: float = 500.0) -> Latency:
    return Latency(**SHOE, signal=signal, ms=ms, limit_ms=limit_ms, act=1)


def test_nearest_rank() -> None:
    # 20 values: the median is the 10th, 95 % the 19th, and no value between two is made up.
    (one,) = summaries([took(float(ms)) for ms in range(20, 0, -1)])
    assert (one.n, one.median_ms, one.p95_ms, one.max_ms) == (20, 10.0, 19.0, 20.0)
    (single,) = summaries([took(7.0)])
    assert (single.median_ms, single.p95_ms, single.max_ms) == (7.0, 7.0, 7.0)


def test_by_signal_after_the_whole_and_the_smallest_limit() -> None:
    told = summaries([took(1.0), took(9.0, "empty", 300.0), took(3.0)], by_signal=True)
    assert told == [
        LatencySummary(**SHOE, signal="", n=3, median_ms=3.0, p95_ms=9.0, max_ms=9.0, limit_ms=300),
        LatencySummary(**SHOE, signal="card", n=2, median_ms=1, p95_ms=3, max_ms=3, limit_ms=500),
        LatencySummary(**SHOE, signal="empty", n=1, median_ms=9, p95_ms=9, max_ms=9, limit_ms=300),
    ]


def test_from_the_record_to_the_page(tmp_path: Path) -> None:
    one = Scenario(id="s1", name="One", clauses=("665a.9(c)",), devices=("shoe",))
    write_plan(tmp_path, {"rig": "lab"}, [one])
    record = open_record(tmp_path, one)
    record.close(
        "conforms",
        judged={"shoe": True},
        latencies=[took(12.5), took(620.0)],
        links=[{"device": "shoe-2", "kind": "doubled", "count": 2, "text": "came again"}],
    )
    write_ended(tmp_path)
    finish(tmp_path)
    run = json.loads((tmp_path / "run.json").read_bytes())
    whole = {**SHOE, "signal": "", "n": 2, "median_ms": 12.5, "p95_ms": 620.0, "max_ms": 620.0,
             "limit_ms": 500.0}  # fmt: skip
    assert run["latencies"] == [whole, {**whole, "signal": "card"}]
    assert run["scenarios"][0]["latencies"] == [whole]
    assert run["scenarios"][0]["links"] == [
        {"device": "shoe-2", "kind": "doubled", "count": 2, "text": "came again"}
    ]
    page = (tmp_path / "report.html").read_text()
    assert "How long they took" in page
    assert '<td class="late">620.0 ms</td>' in page
