"""The README's commands are run, and what it shows is what they say.

A fenced block says in its first line how it is held to its word:

* ``sh test``: run in a directory that looks like a checkout; it must end with 0.
* ``sh until-ready``: runs until it is stopped; here until it has written one line.
* ``sh make``: a make target; only that it exists is tested here, CI runs it.
* ``sh activate``, ``sh with-a-bench``: not run: the tests' environment is another one, and there is
  no such bench.
* ``text output``: what the block before it printed; ``...`` stands for anything, and blanks count
  as one.
* ``json part``: some keys of the JSON that the block before it printed.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.cli.command import CHECKOUT, environment

README = CHECKOUT / "README.md"
FENCE = re.compile(r"^```(\S[^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
BINARIES = Path(sys.executable).parent


class Block(NamedTuple):
    kind: str
    text: str
    line: int


def _blocks() -> list[Block]:
    text = README.read_text()
    return [
        Block(found[1], found[2], text.count("\n", 0, found.start()) + 1)
        for found in FENCE.finditer(text)
    ]


def _shell() -> dict[str, str]:
    env = environment()
    return {**env, "PATH": f"{BINARIES}{os.pathsep}{env['PATH']}", "COLUMNS": "140"}


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A directory in which the README's commands can leave their files."""
    folder = tmp_path_factory.mktemp("checkout")
    shutil.copytree(CHECKOUT / "features", folder / "features")
    shutil.copytree(CHECKOUT / "rigs" / "benches", folder / "rigs" / "benches")
    shutil.copy(CHECKOUT / "pyproject.toml", folder)
    return folder


def _run(block: Block, folder: Path) -> str:
    if block.kind == "sh until-ready":
        return _first_line(block, folder)
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", block.text],
        cwd=folder,
        env=_shell(),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, f"README.md:{block.line}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def _first_line(block: Block, folder: Path) -> str:
    with subprocess.Popen(
        ["bash", "-c", f"exec {block.text.strip()}"],
        cwd=folder,
        env=_shell(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        process.send_signal(signal.SIGINT)
        process.wait(timeout=10)
    return line


def _holds(claim: Block, output: str) -> None:
    where = f"README.md:{claim.line}"
    if claim.kind == "json part":
        said = json.loads(output)
        for key, value in json.loads(claim.text).items():
            assert said[key] == value, f"{where}: {key}"
        return
    shown = map(re.escape, " ".join(claim.text.split()).split("..."))
    assert re.fullmatch(".*".join(shown), " ".join(output.split())), f"{where}:\n{output}"


def test_every_block_says_how_it_is_tested() -> None:
    kinds = {block.kind for block in _blocks()}
    assert kinds == {
        "sh test",
        "sh until-ready",
        "sh make",
        "sh activate",
        "sh with-a-bench",
        "text make",
        "text output",
        "json part",
    }


@pytest.mark.bench
def test_the_commands_do_what_is_shown(checkout: Path) -> None:
    # In order, and in one directory: later blocks use what earlier ones left.
    output: str | None = None
    for block in _blocks():
        if block.kind in ("sh test", "sh until-ready"):
            output = _run(block, checkout)
        elif block.kind.startswith("sh"):
            output = None
        elif block.kind == "text make":
            continue  # CI runs make itself
        else:
            assert output is not None, f"README.md:{block.line}: no block before it was run"
            _holds(block, output)


def test_the_make_targets_exist() -> None:
    for block in _blocks():
        if block.kind == "sh make":
            for line in block.text.splitlines():
                done = subprocess.run(
                    [*line.split(), "--dry-run"], cwd=CHECKOUT, capture_output=True, check=False
                )
                assert done.returncode == 0, line


def test_what_it_points_at_is_there() -> None:
    text = README.read_text()
    named = set(re.findall(r"`((?:docs|rigs|features|tests|reports)/[\w./-]*)`", text))
    named |= set(re.findall(r"`([A-Z]+\.md)`", text))
    assert len(named) > 5
    for path in named:
        assert (CHECKOUT / path).exists(), path
