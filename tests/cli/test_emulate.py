"""`burncard emulate`: a device for any client, started and ended as a person does."""

from __future__ import annotations

import json
import signal
import socket
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.cli.command import CHECKOUT, Run, environment


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM])
def test_a_device_says_where_it_is_and_ends_on_a_signal(
    tmp_path: Path, end: signal.Signals
) -> None:
    command = [sys.executable, "-m", "burncard", "emulate", "shoe", "--tcp", "127.0.0.1:0"]
    with subprocess.Popen(
        command,
        cwd=tmp_path,
        env=environment(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            assert process.stdout is not None
            said = json.loads(process.stdout.readline())
            assert said["pid"] == process.pid
            host, _, port = said["stimulus"].rpartition(":")
            with socket.create_connection((host, int(port)), timeout=5) as link:
                link.settimeout(5)
                link.sendall(b'{"do":"load","cards":["KH"]}\n{"do":"fly"}\n')
                with link.makefile() as answers:
                    assert json.loads(answers.readline())["ok"] is True
                    assert json.loads(answers.readline())["ok"] is False
            process.send_signal(end)
            _, errors = process.communicate(timeout=5)
        finally:
            process.kill()
    assert "Traceback" not in errors
    assert process.returncode in (0, 128 + end)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("sho",), "invalid choice: 'sho'"),
        (("shoe", "--defect", "skips"), "skips-double-fed-card"),
        (("shoe", "--tcp", "nowhere"), "nowhere"),
    ],
)
def test_a_mistake_is_one_line(burncard: Run, words: tuple[str, ...], said: str) -> None:
    done = burncard("emulate", *words)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("burncard emulate: ")
    assert said in done.stderr
    assert done.stderr.count("\n") == 1


def test_the_defects_of_a_role_in_words(burncard: Run) -> None:
    done = burncard("emulate", "masque-reader", "--list-defects")
    assert (done.returncode, done.stderr) == (0, "")
    assert (
        "\n  lamp-differs-from-message\n"
        "    the lamps are wired one place on: the message is right, the lamp is not\n"
        "    shows: the sensor sees red for blue, yellow for red, blue for yellow\n"
        "    violates: § 685a.1, Masque Card Reader device; § 685a.12(h)\n"
        "    seen by the colour sensor alone; ends in a finding\n"
    ) in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 100
    assert "~" not in done.stdout
    assert "skips-double-fed-card" not in done.stdout


def test_all_defects_for_a_program(burncard: Run) -> None:
    found = json.loads(burncard("emulate", "--list-defects", "--json").stdout)
    catalogue = tomllib.loads((CHECKOUT / "rigs" / "emulators" / "defects.toml").read_text())
    assert [one["id"] for one in found] == [one["id"] for one in catalogue["defect"]]
    assert {one["role"] for one in found} >= {"shoe", "shuffler", "table-controller"}
    (one,) = (one for one in found if one["id"] == "done-after-jam")
    assert one == {
        "id": "done-after-jam",
        "role": "shuffler",
        "wrong": "it clears a jam by itself and calls the cycle done",
        "shows": "cycle-done after jam, without another cycle-started",
        "clauses": ["685a.12(j)"],
        "standard": "",
        "needs": "message",
        "weight": "finding",
    }


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "ROLE is missing"),
        (("shoe", "--json"), "--json is for --list-defects"),
        (("shoes", "--list-defects"), "invalid choice: 'shoes'"),
    ],
)
def test_a_listing_that_nobody_can_give(burncard: Run, words: tuple[str, ...], said: str) -> None:
    done = burncard("emulate", *words)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_role_without_defects_says_so(burncard: Run) -> None:
    done = burncard("emulate", "power-supply", "--list-defects")
    assert (done.returncode, done.stdout) == (0, "power-supply: no defects are catalogued\n")
