"""Arguments: what is wrong is said in one line, with exit code 2, and help is complete."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.cli.command import Run, start

COMMANDS = ("run", "law", "settle", "rig", "emulate", "report")


def test_help_lists_every_command_and_the_exit_codes(burncard: Run) -> None:
    done = burncard("--help")
    assert done.returncode == 0
    assert done.stderr == ""
    for command in COMMANDS:
        assert f"\n    {command} " in done.stdout
    for code in ("0", "1", "2", "3", "130"):
        assert f"\n  {code:<4} " in done.stdout


@pytest.mark.parametrize(
    "words",
    [("run",), ("law",), ("settle",), ("rig", "check"), ("report", "build")],
    ids=" ".join,
)
def test_each_command_has_help_with_examples(burncard: Run, words: tuple[str, ...]) -> None:
    done = burncard(*words, "--help")
    assert done.returncode == 0
    assert f"usage: burncard {' '.join(words)}" in done.stdout
    assert f"examples:\n  burncard {' '.join(words)}" in done.stdout


def test_help_of_emulate_names_the_roles(burncard: Run) -> None:
    done = burncard("emulate", "--help")
    assert done.returncode == 0
    for role in ("shoe", "shuffler", "card-reader", "masque-reader", "table-controller"):
        assert role in done.stdout


def test_version(burncard: Run) -> None:
    done = burncard("--version")
    assert (done.returncode, done.stdout) == (0, "burncard 0.1.0\n")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "burncard: the following arguments are required: COMMAND (see burncard --help)"),
        (("deal",), "invalid choice: 'deal'"),
        (("run", "--rigg"), "unrecognized arguments: --rigg"),
        (("run", "some.feature"), "unrecognized arguments: some.feature"),
        (("run", "-n", "0"), "argument -n: '0' is no number from 1 to 64"),
        (("run", "-n", "two"), "argument -n: 'two' is no number from 1 to 64"),
        (("law", "--", "-x"), "only run takes arguments after --"),
        (("settle",), "settle needs a FILE, or - for standard input"),
        (("rig",), "the following arguments are required: COMMAND (see burncard rig --help)"),
        (("report", "build"), "the following arguments are required: DIR"),
    ],
)
def test_a_mistake_is_one_line(burncard: Run, words: tuple[str, ...], said: str) -> None:
    done = burncard(*words)
    assert done.returncode == 2
    assert done.stdout == ""
    assert said in done.stderr
    assert done.stderr.count("\n") == 1


def _with(fault: str, tmp_path: Path) -> tuple[int, str]:
    code = (
        "import sys, burncard.settle, burncard.cli\n"
        f"def broken(*_, **__): raise {fault}\n"
        "burncard.settle.settle = broken\n"
        "sys.exit(burncard.cli.main(['settle', '-']))\n"
    )
    done = start([sys.executable, "-c", code], tmp_path)
    return done.returncode, done.stderr


def test_a_fault_of_ours_does_not_look_like_findings(tmp_path: Path) -> None:
    code, said = _with("ZeroDivisionError('ours')", tmp_path)
    assert code == 3
    assert "ZeroDivisionError: ours" in said
    assert said.endswith("this is a fault of Burncard, and says nothing of a device\n")


def test_ctrl_c_is_130_in_one_line(tmp_path: Path) -> None:
    assert _with("KeyboardInterrupt", tmp_path) == (130, "burncard: interrupted\n")
