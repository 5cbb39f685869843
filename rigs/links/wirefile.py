"""Reads wire logs (docs/formats.md), also torn ones, and finds a scenario's in a run directory."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from rigs.links.wirelog import FORMAT


class WireFileError(Exception):
    """No wire log: one line with the file, what is wrong, and what would be right."""


class LinkHead(Struct, frozen=True):
    """What the first line says of one link."""

    role: str = ""
    protocol: str = ""
    driver: str = ""
    kind: str = ""
    identity: dict[str, str] = {}
    profile: str = ""
    """The text of the profile, where the device has one."""


class Entry(Struct, frozen=True):
    """One line. `dir` is ``rx tx state clock act done``; the rest is empty where it does not apply.

    `t`: nanoseconds of the runner's monotonic clock; `wall`: seconds since 1970.
    """

    t: int
    wall: float
    link: str
    dir: str
    hex: str = ""
    state: str = ""
    port: str = ""
    why: str = ""
    counter: int = 0
    ms: int = 0
    do: str = ""
    fields: dict[str, Any] = {}
    by: str = ""
    told: dict[str, Any] = {}
    error: str = ""

    @property
    def raw(self) -> bytes:
        """The bytes of ``rx`` and ``tx``."""
        return bytes.fromhex(self.hex)


class _Head(Struct, frozen=True):
    t: int
    wall: float
    dir: str
    format: int = 0
    scenario: str = ""
    rig: str = ""
    links: dict[str, LinkHead] = {}


class WireFile(Struct, frozen=True):
    """A wire log. `problems`: lines that could not be read, each in words."""

    path: Path
    scenario: str
    rig: str
    links: dict[str, LinkHead]
    entries: tuple[Entry, ...]
    started: int
    """Of the first line, as `Entry.t`."""
    problems: tuple[str, ...] = ()

    def protocol(self, link: str) -> str:
        """Of a link; a log without a first line is taken for one of the Burncard protocol."""
        return self.links[link].protocol if link in self.links else "burncard"

    def names(self) -> list[str]:
        """The links that the log has something of, in the order of its first line."""
        seen = dict.fromkeys(one.link for one in self.entries)
        return [
            *(name for name in self.links if name in seen),
            *(n for n in seen if n not in self.links),
        ]


_entry = msgspec.json.Decoder(Entry).decode
_head = msgspec.json.Decoder(_Head).decode


def read(path: Path) -> WireFile:
    """The log in the file `path`. A torn or unreadable line is a problem; the rest is used.

    Raises:
        WireFileError: it cannot be read, has a newer format, or not one line of a wire log.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise WireFileError(f"{path}: cannot be read ({error.strerror}); name a wire log") from None
    head = _Head(0, 0.0, "head")
    entries: list[Entry] = []
    problems: list[str] = []
    lines = data.split(b"\n")
    for number, line in enumerate(lines, start=1):
        if not line:
            continue
        try:
            if b'"dir":"head"' in line and not entries:
                head = _head(line)
            elif b'"dir":"head"' not in line:
                entry = _entry(line)
                bytes.fromhex(entry.hex)
                entries.append(entry)
        except (msgspec.DecodeError, ValueError) as error:
            what = "torn" if number == len(lines) else f"no line of a wire log ({error})"
            problems.append(f"{path}: line {number}: {what}; left out")
    if head.format > FORMAT:
        raise WireFileError(f"{path}: format {head.format}; this Burncard reads up to {FORMAT}")
    if not entries and not head.format:
        raise WireFileError(f"{path}: no wire log; name a file of a run's directory wire/")
    started = head.t or (entries[0].t if entries else 0)
    return WireFile(
        path, head.scenario, head.rig, head.links, tuple(entries), started, tuple(problems)
    )


def scenarios(run_dir: Path) -> dict[str, Path]:
    """``<scenario>.<attempt>`` to its wire log, in a run directory."""
    found = sorted((run_dir / "wire").glob("*.jsonl"))
    return {one.stem: one for one in found if re.search(r"\.\d+$", one.stem)}


def find(where: Path, scenario: str = "") -> Path:
    """The log that `where` (a file, or a run directory with `scenario`) means.

    `scenario` may leave its attempt out (then the last one is meant), and may be any part of a name
    that fits only one.

    Raises:
        WireFileError: there is none, or several.
    """
    if not where.is_dir():
        if scenario:
            raise WireFileError(f"{where}: is no run directory; leave the scenario out")
        return where
    known = scenarios(where)
    if not known:
        raise WireFileError(f"{where}: no wire logs; name the directory of a run")
    exact = latest(known, scenario)
    if exact is not None:
        return known[exact]
    fits = {one.rpartition(".")[0] for one in known if scenario in one}
    if len(fits) == 1:
        return known[latest(known, fits.pop()) or ""]
    if not scenario:
        raise WireFileError(
            f"{where}: {len(known)} scenarios were recorded; name one, as {sorted(known)[0]}"
        )
    some = ", ".join(sorted(fits)[:3])
    what = f"{len(fits)} scenarios fit, as {some}" if fits else "no scenario fits"
    raise WireFileError(f"{where}: {scenario!r}: {what}; name one")


def latest(known: dict[str, Path], scenario: str) -> str | None:
    """`scenario` itself, or its last attempt, among `known`."""
    if scenario in known:
        return scenario
    tries = [one for one in known if one.rpartition(".")[0] == scenario]
    return max(tries, key=lambda one: int(one.rpartition(".")[2]), default=None)
