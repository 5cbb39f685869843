"""A replayed device as a process: a link and a stimulus port, as an emulated device has them."""

from __future__ import annotations

import argparse
import math
import sys
import time
from collections.abc import Callable
from pathlib import Path

import msgspec

from rigs.emulators.device import Answer, Command, Refused
from rigs.emulators.ends import End, PtyEnd, TcpEnd
from rigs.emulators.loop import Loop, Timer
from rigs.emulators.process import OneLine, address, serve
from rigs.emulators.stimulus import StimulusPort
from rigs.links.wirefile import WireFile, WireFileError, find, latest, read, scenarios
from rigs.profiles.format import ProfileError, parse_profile
from rigs.profiles.reading import reading
from rigs.replay.player import Differs, Player
from rigs.replay.script import Asked, Said, script

TIMINGS = "recorded, fast, or a factor: 2 takes twice as long"


class Recording:
    """A wire log, or all scenarios of a run, as one link saw them.

    Raises:
        WireFileError: there is no such log, or the link is not in it.
    """

    def __init__(self, log: Path, link: str = "", scenario: str = "") -> None:
        self._logs = scenarios(log) if log.is_dir() and not scenario else {}
        self.first: WireFile | None = None
        if not self._logs:
            self.first = read(find(log, scenario))
            sample = self.first
        else:
            sample = read(next(iter(self._logs.values())))
        names = sample.names()
        if not link and len(names) == 1:
            link = names[0]
        if link not in (*names, *sample.links):
            which = f"{link!r} is not in it" if link else "it holds several devices"
            raise WireFileError(f"{sample.path}: {which}; name one of {' '.join(names)}")
        self.link, self.protocol = link, sample.protocol(link)
        head = sample.links.get(link)
        self.identity = {k: v for k, v in (head.identity if head else {}).items() if v}
        self._beside = log / "wire" if log.is_dir() else log.parent

    def log(self, scenario: str) -> WireFile:
        """The log of `scenario` (``<id>.<attempt>``), or of its last attempt.

        Raises:
            WireFileError: it was not recorded, or lines of it are lost: what the device said in
                them would pass for what it never said.
        """
        log = self._log(scenario)
        if log.problems:
            raise WireFileError(f"{log.problems[0]}: a recording with a hole shows no device")
        return log

    def _log(self, scenario: str) -> WireFile:
        name = scenario.rpartition(".")[0]
        if self.first is not None:
            if self.first.scenario.rpartition(".")[0] not in ("", name):
                raise WireFileError(
                    f"{self.first.path} holds {self.first.scenario}, not {scenario}; play that one"
                )
            return self.first
        found = latest(self._logs, scenario) or latest(self._logs, name)
        if found is None:
            raise WireFileError(f"{scenario} was not recorded; record a run with it")
        return read(self._logs[found])

    def known(self) -> dict[tuple[bytes, bytes], bytes]:
        """Questions with their answers, from the time around the scenarios: see `Player`."""
        found: dict[tuple[bytes, bytes], bytes] = {}
        if self.protocol == "scpi":
            who = ",".join(
                self.identity.get(k, "") for k in ("maker", "model", "serial", "firmware")
            )
            found[b"", b"*IDN?\n"] = f"{who}\n".encode()
            found[b"", b"SYST:ERR?\n"] = b'0,"No error"\n'
        for path in sorted(self._beside.glob("bench*.jsonl")):
            log = read(path)
            answer_in = _answers(log, self.link)
            command = question = answer = b""
            for item in script(log, self.link).items:
                if isinstance(item, Asked):
                    command, question = (command if item.reads else item.raw), item.raw
                    answer = b""
                elif isinstance(item, Said) and question:
                    part, whole = answer_in(item.raw)
                    answer += part
                    if whole:
                        found.setdefault((command, question), answer)
                        found.setdefault((b"", question), answer)
                        question = b""
        return found


def _answers(log: WireFile, link: str) -> Callable[[bytes], tuple[bytes, bool]]:
    """Takes a chunk that comes after a question: what of it answers that, and is the answer whole?

    Without a profile the chunk is taken for the answer. A profile tells answers from messages, and
    from the echo of a line that is half duplex, which comes before.
    """
    text = log.links[link].profile if link in log.links else ""
    if not text:
        return lambda chunk: (chunk, True)
    try:
        words = reading(parse_profile(text.encode(), log.path), "rx")
    except ProfileError as error:
        raise WireFileError(str(error)) from None

    def answer(chunk: bytes) -> tuple[bytes, bool]:
        pieces = [one for one in words.feed(chunk) if one.kind in ("echo", "answer", "refused")]
        whole = any(one.kind != "echo" for one in pieces)
        return b"".join(one.raw for one in pieces), whole

    return answer


class Replay:
    """The device: hears its link, takes acts, and speaks when it is time."""

    def __init__(self, loop: Loop, end: End, recording: Recording, factor: float) -> None:
        self._loop, self._end, self._recording = loop, end, recording
        known = recording.known() if recording.protocol != "burncard" else {}
        self._player = Player(
            recording.protocol, end.write, end.cut, factor, recording.identity, known
        )
        self._timer: Timer | None = None
        if recording.first is not None:
            self._player.begin(script(recording.first, recording.link), time.monotonic())
        end.hear = self._hear

    def perform(self, command: Command) -> Answer | None:
        """One act.

        Raises:
            Refused: it is not what was recorded.
        """
        do = str(command["do"])
        fields = {key: value for key, value in command.items() if key != "do"}
        now = time.monotonic()
        try:
            answer = self._perform(do, fields, now)
        except (Differs, WireFileError) as error:
            raise Refused(f"replay: {error}") from None
        finally:
            self._wake()
        return answer

    def _perform(self, do: str, fields: Answer, now: float) -> Answer:
        player = self._player
        match do:
            case "scenario":
                begun = str(fields.get("id", ""))
                log = self._recording.log(begun) if begun else None
                if self._end.is_cut:
                    self._end.join()
                where = script(log, self._recording.link) if log else None
                player.begin(where, now, marked=True)
                return {"link": self._end.address}
            case "elsewhere":
                player.elsewhere(str(fields.get("link", "")), str(fields.get("act", "")), now)
                return {}
            case "replayed":
                if player.difference:
                    raise Differs(player.difference)
                return {"left": player.left, **msgspec.to_builtins(player.account)}
            case "state":
                return {
                    "role": "replay",
                    "power": "on" if player.powered else "off",
                    "link": None if self._end.is_cut else self._end.address,
                    "safe": player.safe or not player.powered,
                }
            case "lamps":
                raise Refused("a replayed device has no lamps; replay the sensor of the same log")
        told = player.act(do, fields, now)
        if do == "cut-link":
            self._end.cut()
        elif do in ("join-link", "reset", "restore"):
            if self._end.is_cut:
                self._end.join()
                told["link"] = self._end.address
            elif "link" in told:
                told["link"] = self._end.address
        return told

    def _hear(self, data: bytes) -> None:
        self._player.hear(data, time.monotonic())
        self._wake()

    def _wake(self) -> None:
        if self._timer:
            self._timer.cancel()
        wait = self._player.due_in(time.monotonic())
        self._timer = None if wait is None else self._loop.after(wait, self._speak)

    def _speak(self) -> None:
        self._player.advance(time.monotonic())
        self._wake()


def main(argv: list[str] | None = None, prog: str = "python -m rigs.replay") -> int:
    """Run one replayed device until its standard input closes or a signal comes.

    Standard output gets ``{"link": ..., "stimulus": ..., "pid": ...}`` once the device answers.

    Returns:
        0 at a normal end, 2 for a wrong argument or log (one line on standard error says which).
    """
    arguments = _parser(prog).parse_args(argv)
    loop = Loop()
    try:
        recording = Recording(arguments.log, arguments.link, arguments.scenario or "")
        over_tcp = arguments.tcp or (("127.0.0.1", 0) if recording.protocol == "scpi" else None)
        end = TcpEnd(loop, *over_tcp) if over_tcp and not arguments.pty else PtyEnd(loop)
        replay = Replay(loop, end, recording, arguments.timing)
        port = StimulusPort(loop, arguments.stimulus, replay.perform, lambda command: 0.0)
    except (WireFileError, OSError) as error:
        _complain(prog, str(error))
        return 2
    for problem in recording.first.problems if recording.first else ():
        _complain(prog, problem)
    serve(loop, end, port)
    return 0


def timing(text: str) -> float:
    """The factor that a timing means: ``recorded`` 1.0, ``fast`` 0.0, or the number itself.

    Raises:
        ValueError: it is none of them, with what would be right.
    """
    if text in ("recorded", "fast"):
        return 1.0 if text == "recorded" else 0.0
    try:
        factor = float(text)
    except ValueError:
        factor = math.nan
    if not 0 <= factor <= 1000:
        raise ValueError(f"timing {text!r} is none; write {TIMINGS}")
    return factor


def _timing(text: str) -> float:
    try:
        return timing(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _complain(prog: str, text: str) -> None:
    print(f"{prog}: {text}", file=sys.stderr)  # noqa: T201


def _parser(prog: str) -> argparse.ArgumentParser:
    parser = OneLine(
        prog=prog,
        description="Turn a recorded session into a device: it says what was recorded, byte for "
        "byte, when it is acted on and asked as it was then. It prints where its link and its "
        "stimulus port are.",
        epilog="docs/wire_log.md tells what is compared, and what is adapted.",
    )
    parser.add_argument("log", type=Path, metavar="LOG", help="a wire log, or a run's directory")
    parser.add_argument("scenario", nargs="?", metavar="SCENARIO", help="of a run's directory")
    parser.add_argument("--as", dest="link", default="", metavar="NAME", help="which device of it")
    parser.add_argument(
        "--timing",
        type=_timing,
        default=1.0,
        metavar="TIMING",
        help=f"{TIMINGS} (default: recorded)",
    )
    link = parser.add_mutually_exclusive_group()
    link.add_argument("--pty", action="store_true", help="on a pseudo-terminal (default)")
    link.add_argument("--tcp", metavar="HOST:PORT", type=address, help="on a TCP port, 0 for any")
    parser.add_argument(
        "--stimulus",
        metavar="HOST:PORT",
        type=address,
        default=("127.0.0.1", 0),
        help="where physical acts are taken (default: 127.0.0.1:0)",
    )
    return parser
