"""An act that takes long, by an operator or a busy computer, is not the device's own time."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

from reference_engine import events as e
from reference_engine.money import parse
from rigs.bench import Bench
from rigs.rigfile import load_rig
from steps.soak.case import Case, Deed
from steps.soak.playing import play_case


@pytest.mark.bench
@pytest.mark.parametrize("role", ["shoe", "table-controller"])
def test_a_limit_counts_from_where_the_act_was_certainly_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, role: str
) -> None:
    rig = load_rig(None)
    events = [e.OpenRound((e.Seat(1, parse("10.00")),)), e.DrawCard("9S")]
    case = Case("down-under-blackjack", {}, tuple(map(Deed, events)))
    with Bench.open(rig, tmp_path, label="") as bench:
        at_once = bench.stimulate

        def after_a_while(at: str, do: str, **fields: Any) -> dict[str, Any]:
            if at == role and do in ("draw", "key"):
                time.sleep(rig.limits.answer + 0.2)
            return at_once(at, do, **fields)

        monkeypatch.setattr(bench, "stimulate", after_a_while)
        played = play_case(bench, case, "slow", tmp_path, {})

    assert played.verdict == "conforms", played.reason
