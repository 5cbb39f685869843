"""The command line: reads arguments, hands on each command, answers with an exit code.

A part is imported only when its command runs, so that `burncard settle` does not wait for pytest.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NoReturn

from burncard import __version__
from burncard.errors import UsageError

USAGE = 2
NOT_VERIFIED = 3
INTERRUPTED = 130
BROKEN_PIPE = 141

_EXIT_CODES = """\
exit codes:
  0    everything conforms and nothing is missing
  1    findings (or, for law, a clause without a scenario)
  2    a wrong argument or a bad file: one line on standard error says which
  3    not fully verified: something was inconclusive or did not run, or Burncard itself failed
  130  interrupted
"""


class _Parser(argparse.ArgumentParser):
    """An argument parser whose complaint is one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(USAGE, f"{self.prog}: {message} (see {self.prog} --help)\n")


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code. `argv` is without the program's name."""
    words = list(sys.argv[1:] if argv is None else argv)
    try:
        code = _dispatch(words)
        sys.stdout.flush()
    except UsageError as error:
        print(f"burncard: {error}", file=sys.stderr)
        return USAGE
    except KeyboardInterrupt:
        print("burncard: interrupted", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        # The reader has gone, as with `| head`. Python would complain again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE
    except Exception:
        # Python would end with 1, which means findings: a fault of ours must not look like one.
        traceback.print_exc()
        print(
            "burncard: this is a fault of Burncard, and says nothing of a device", file=sys.stderr
        )
        return NOT_VERIFIED
    return code


def _dispatch(words: list[str]) -> int:
    if words[:1] == ["emulate"]:
        # The emulators read their own arguments: argparse cannot hand on a leading option.
        return _emulate(words[1:])
    if words[:2] == ["wire", "replay"]:
        return _wire_replay(words[2:])
    # argparse would take words before "--" for arguments of pytest, and a mistyped one as well.
    cut = words.index("--") if "--" in words else len(words)
    args = _parser().parse_args(words[:cut])
    args.after = words[cut + 1 :]
    if args.after and args.handler is not _run:
        raise UsageError("only run takes arguments after --")
    code: int = args.handler(args)
    return code


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="burncard",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Hardware-in-the-loop tests for blackjack table equipment, judged clause by "
        "clause.",
        epilog=_EXIT_CODES + "\nburncard COMMAND --help tells more, with examples.",
    )
    parser.add_argument("--version", action="version", version=f"burncard {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    _add_run(commands)
    _add_law(commands)
    _add_settle(commands)
    _add_rig(commands)
    _add_emulate(commands)
    _add_qualify(commands)
    _add_soak(commands)
    _add_nightly(commands)
    _add_report(commands)
    _add_wire(commands)
    return parser


_Commands = argparse._SubParsersAction  # argparse gives this type no public name


def _command(
    commands: _Commands[_Parser],
    name: str,
    handler: Callable[[argparse.Namespace], int],
    help_line: str,
    description: str,
    examples: str,
) -> _Parser:
    parser = commands.add_parser(
        name,
        help=help_line,
        description=description,
        epilog="examples:\n" + examples,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.set_defaults(handler=handler)
    return parser


# -- run -------------------------------------------------------------------------------------------


def _add_run(commands: _Commands[_Parser]) -> None:
    parser = _command(
        commands,
        "run",
        _run,
        "play the scenarios on a bench and report",
        "Play the scenarios on a bench, compare what the devices did with what the law commands,\n"
        "and write the report. Whatever a run wrote before it was cut short stays readable.",
        "  burncard run                                 everything, on the emulated bench\n"
        "  burncard run --rig my-bench.toml --out lab   on a real bench, into lab/\n"
        "  burncard run -k surrender                    the scenarios about surrender\n"
        "  burncard run --plan                          what would be played; needs no device\n"
        "  burncard run -n 2                            two emulated benches side by side\n"
        "  burncard run --repeat 20 -k surrender        each 20 times: is one intermittent?\n"
        "  burncard run --resume out                    go on with a run that was cut short\n"
        "  burncard run -- my.feature                   feature files of your own\n"
        "  burncard run -- --maxfail=1                  other arguments of pytest\n",
    )
    parser.add_argument(
        "--rig",
        type=Path,
        metavar="FILE",
        help="rig file of the bench (default: the emulated one); none: no device, the scenarios "
        "are held against the reference engine alone",
    )
    parser.add_argument(
        "--out",
        type=Path,
        default=Path("out"),
        metavar="DIR",
        help="where the results go (default: %(default)s)",
    )
    parser.add_argument(
        "-k",
        dest="select",
        default="",
        metavar="EXPR",
        help="play only what matches, as in pytest; a clause as the law writes it: '665a.9(b)(1)'",
    )
    parser.add_argument(
        "-n",
        dest="workers",
        type=_count,
        default=1,
        metavar="N",
        help="benches side by side; for emulated benches (default: %(default)s)",
    )
    parser.add_argument(
        "--plan",
        action="store_true",
        help="list scenarios, clauses and devices, and play nothing; fails on an undefined step",
    )
    parser.add_argument(
        "--repeat",
        type=_times,
        default=1,
        metavar="N",
        help="play each scenario N times; one that disagrees with itself is reported as "
        "intermittent, and keeps its worst verdict (default: %(default)s)",
    )
    parser.add_argument(
        "--resume",
        type=Path,
        metavar="DIR",
        help="go on with the run in DIR: play what has no verdict yet, on the same bench",
    )
    parser.add_argument(
        "--record", action="store_true", help="record the run in the history afterwards"
    )
    _add_db(parser)
    parser.usage = (
        "burncard run [--rig FILE] [--out DIR | --resume DIR] [-k EXPR] [-n N] [--plan] "
        "[--repeat N] [--record [--db URL]] "
        "[-- PYTEST ARGS]"
    )


def _add_db(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--db",
        metavar="URL",
        help="the history: a file, or a URL as postgresql://host/name (default: BURNCARD_DB, else "
        "~/.local/share/burncard/history.db)",
    )


def _count(text: str) -> int:
    if text.isascii() and text.isdigit() and 1 <= int(text) <= 64:
        return int(text)
    raise argparse.ArgumentTypeError(f"{text!r} is no number from 1 to 64")


def _times(text: str) -> int:
    if text.isascii() and text.isdigit() and 1 <= int(text) <= 100_000:
        return int(text)
    raise argparse.ArgumentTypeError(f"{text!r} is no number from 1 to 100000")


def _run(args: argparse.Namespace) -> int:
    from burncard import run

    if args.resume is None:
        out = args.out
        code = run.run(args.rig, out, args.select, args.workers, args.plan, args.after, args.repeat)
    else:
        if args.select or args.plan or args.repeat != 1 or args.out != Path("out"):
            raise UsageError(
                "--resume plays what the run's own plan has left; leave out --out, -k, --plan "
                "and --repeat"
            )
        out = args.resume
        code = run.resume(out, args.rig, args.workers, args.after)
    if args.record and not args.plan and code != USAGE:
        from burncard.history import record_after

        record_after(out, args.db)
    return code


# -- law -------------------------------------------------------------------------------------------


def _add_law(commands: _Commands[_Parser]) -> None:
    parser = _command(
        commands,
        "law",
        _law,
        "the clauses, each with its scenarios and devices",
        "List the clauses of the law, each with the scenarios that test it and the devices they\n"
        "need. Ends with 1 if a paragraph of 665a.9 or 685a.12 has no scenario.",
        "  burncard law                       every clause\n"
        "  burncard law '665a.9(b)(2)(i)'     one clause\n"
        "  burncard law --json                for a program\n"
        "  burncard law --house-rules         the choices that the law leaves, and why\n",
    )
    parser.add_argument("clause", nargs="?", metavar="CLAUSE", help="a clause id as 665a.9(b)(1)")
    parser.add_argument("--json", action="store_true", help="JSON instead of text")
    parser.add_argument(
        "--house-rules", action="store_true", help="the named house rules and their values"
    )
    parser.add_argument(
        "--features",
        type=Path,
        action="append",
        metavar="PATH",
        help="feature file or folder to look at (repeatable; default: those of Burncard)",
    )


def _law(args: argparse.Namespace) -> int:
    from burncard.law import law

    return law(args.clause, args.features, as_json=args.json, house_rules=args.house_rules)


# -- settle ----------------------------------------------------------------------------------------


def _add_settle(commands: _Commands[_Parser]) -> None:
    parser = _command(
        commands,
        "settle",
        _settle,
        "rule on rounds: scripts in, rulings out",
        "Read a round script (JSON: game, wagers, cards in the order in which they leave the\n"
        "shoe, acts) and print what the law commands, with the clauses. Needs no bench.\n"
        "A .jsonl file has one script a line: each ruling is a line, in order; a bad line is\n"
        "reported by its number, the others are ruled on, and the command ends with 2.",
        "  burncard settle round.json\n"
        "  burncard settle - < round.json\n"
        "  burncard settle --compact round.json | your-program\n"
        "  burncard settle --explain round.json                  the round told as a person would\n"
        "  burncard settle rounds.jsonl --jobs 4 --out rulings.jsonl\n"
        "  zcat log.gz | burncard settle --lines - > rulings.jsonl\n"
        "  burncard settle --schema script                       the JSON Schema of a script\n",
    )
    parser.add_argument(
        "file", nargs="?", metavar="FILE", help="round script or scripts; - is standard input"
    )
    parser.add_argument(
        "--compact",
        action="store_true",
        help="one line, also on a terminal (elsewhere the output is always one line)",
    )
    parser.add_argument(
        "--explain",
        action="store_true",
        help="tell the round in words: act by act, card by card, chip by chip, with the clauses",
    )
    parser.add_argument(
        "--lines", action="store_true", help="one script a line, whatever the file is called"
    )
    parser.add_argument(
        "--jobs",
        type=_count,
        default=1,
        metavar="N",
        help="processes that rule on the lines (default: %(default)s)",
    )
    parser.add_argument(
        "--out",
        type=Path,
        metavar="FILE",
        help="write there instead of to standard output; the file appears when it is complete",
    )
    parser.add_argument(
        "--schema", choices=("script", "ruling"), help="print a JSON Schema and read nothing"
    )


def _settle(args: argparse.Namespace) -> int:
    from burncard import settle

    if args.schema is not None:
        if args.file is not None:
            raise UsageError("settle --schema reads no file")
        return settle.schema(args.schema, args.out)
    if args.file is None:
        raise UsageError("settle needs a FILE, or - for standard input")
    if args.lines or (settle.by_lines(args.file) and not args.explain):
        if args.explain:
            raise UsageError("settle --explain tells one round, not a file of lines")
        try:
            return settle.settle_batch(args.file, args.out, args.jobs)
        except settle.BrokenPool as error:
            print(f"burncard: {error}; nothing is complete", file=sys.stderr)
            return NOT_VERIFIED
    if args.jobs != 1:
        raise UsageError("settle --jobs is for one script a line: name it .jsonl or give --lines")
    if args.explain:
        return settle.explain(args.file, args.out)
    return settle.settle(args.file, args.out, pretty=sys.stdout.isatty() and not args.compact)


# -- rig -------------------------------------------------------------------------------------------


def _add_rig(commands: _Commands[_Parser]) -> None:
    rig = commands.add_parser("rig", help="look after a bench", description="Look after a bench.")
    below = rig.add_subparsers(title="commands", metavar="COMMAND", required=True)
    parser = _command(
        below,
        "check",
        _rig_check,
        "look over a bench: who is there, how sound the links are, what is missing",
        "Open every link of a rig file, ask every device who it is and how it is, listen to all\n"
        "of them untouched, and print what was found: round trips (median, p99), bad frames,\n"
        "clocks, software, calibration, leases, and which clauses the bench cannot show. No\n"
        "scenario is played. Ends with 3 if a device does not answer or must not be used.",
        "  burncard rig check my-bench.toml\n"
        "  burncard rig check                 the emulated bench\n"
        "  burncard rig check --json          for a program, with the hashes of the firmware\n",
    )
    parser.add_argument(
        "file", nargs="?", type=Path, metavar="FILE", help="rig file (default: the emulated bench)"
    )
    parser.add_argument("--json", action="store_true", help="JSON instead of a table")
    parser.add_argument(
        "--pings",
        type=_times,
        default=50,
        metavar="N",
        help="questions to each device, in at most two seconds (default: %(default)s)",
    )
    parser.add_argument(
        "--listen",
        type=_listening,
        default=0.5,
        metavar="S",
        help="seconds of listening to devices that nobody touches (default: %(default)s)",
    )
    parser = _command(
        below,
        "conformance",
        _rig_conformance,
        "try what every driver must do with its device",
        "Try each driver of a rig file with its device: the same identity each time, every signal\n"
        "of its role told once and in order, nothing lost in a burst, nothing said when nothing\n"
        "happens, safe in time, sound after a reset, split and merged bytes, noise and a pulled\n"
        "cable. It acts on the devices. Ends with 1 if a check fails, with 3 if a device is not\n"
        "there. How to write a driver: docs/adding_a_device.md",
        "  burncard rig conformance my-bench.toml\n"
        "  burncard rig conformance my-bench.toml --device shuffler\n"
        "  burncard rig conformance my-bench.toml --json\n",
    )
    parser.add_argument(
        "file", nargs="?", type=Path, metavar="FILE", help="rig file (default: the emulated bench)"
    )
    parser.add_argument("--device", default="", metavar="NAME", help="this device only")
    parser.add_argument("--json", action="store_true", help="JSON instead of a table")
    parser = _command(
        below,
        "lease",
        _rig_lease,
        "who has a bench, since when",
        "Show who has a bench and the instruments that it shares. A run holds them while it\n"
        "lives, and its guard lets go of them; what a crash of the computer has left behind ends\n"
        "by itself, or is let go of by its owner. Ends with 3 if another run has the bench.",
        "  burncard rig lease my-bench.toml\n"
        "  burncard rig lease my-bench.toml --release --owner ann\n",
    )
    parser.add_argument(
        "file", nargs="?", type=Path, metavar="FILE", help="rig file (default: the emulated bench)"
    )
    parser.add_argument("--release", action="store_true", help="let go of what a run left behind")
    parser.add_argument("--owner", default="", metavar="NAME", help="with --release: whose it is")


def _listening(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds <= 3600:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of seconds, 0 to 3600")
    return seconds


def _rig_check(args: argparse.Namespace) -> int:
    from burncard.rig import check

    return check(args.file, args.json, args.pings, args.listen)


def _rig_conformance(args: argparse.Namespace) -> int:
    from burncard.rig import conformance

    return conformance(args.file, args.device, as_json=args.json)


def _rig_lease(args: argparse.Namespace) -> int:
    from burncard.rig import lease

    return lease(args.file, args.release, args.owner)


# -- emulate ---------------------------------------------------------------------------------------


def _add_emulate(commands: _Commands[_Parser]) -> None:
    commands.add_parser("emulate", help="one emulated device, for any client", add_help=False)


def _emulate(words: list[str]) -> int:
    from rigs.emulators import main as emulate

    def cite(clause: str) -> str:
        from reference_engine.law import cited

        return cited(clause)

    return emulate(words, "burncard emulate", cite)


# -- qualify ---------------------------------------------------------------------------------------


def _add_qualify(commands: _Commands[_Parser]) -> None:
    parser = _command(
        commands,
        "qualify",
        _qualify,
        "prove that the scenarios catch every catalogued defect",
        "Put each defect of the catalogue into an emulated bench, play the scenarios of the\n"
        "clauses that it violates, and see on which clause it is caught; play the conforming\n"
        "bench too. Ends with 0 only if every defect is caught on a clause that it violates, no\n"
        "other device is blamed, and the conforming bench conforms.",
        "  burncard qualify --quick -n 2                 each defect until it is caught\n"
        "  burncard qualify -n 2                         each against all of its scenarios\n"
        "  burncard qualify --defect swaps-red-yellow    one of them\n"
        "  burncard qualify --features my-features       scenarios of your own\n",
    )
    parser.add_argument(
        "--rig", type=Path, metavar="FILE", help="rig file (default: the emulated bench)"
    )
    parser.add_argument(
        "--out",
        type=Path,
        default=Path("qualification"),
        metavar="DIR",
        help="where qualification.json, qualification.html and the runs go (default: %(default)s)",
    )
    parser.add_argument(
        "--quick",
        action="store_true",
        help="of each defect the scenarios nearest to it, until one catches it",
    )
    parser.add_argument(
        "--defect",
        dest="defects",
        action="append",
        default=[],
        metavar="NAME",
        help="this one only (repeatable); `burncard emulate --list-defects` has them all",
    )
    parser.add_argument(
        "-n",
        dest="benches",
        type=_count,
        default=1,
        metavar="N",
        help="benches side by side (default: %(default)s)",
    )
    parser.add_argument(
        "--controls",
        type=_count,
        metavar="N",
        help="runs of the conforming bench (default: 1, in the full form 3)",
    )
    parser.add_argument(
        "--features",
        type=Path,
        metavar="PATH",
        help="feature file or folder to qualify (default: those of Burncard)",
    )
    parser.add_argument(
        "--probability",
        type=float,
        metavar="P",
        help="make the defects intermittent: how likely they bite each time they could",
    )
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="of that chance")


def _qualify(args: argparse.Namespace) -> int:
    from burncard.qualify import Options, qualify

    if args.probability is not None and not 0 < args.probability <= 1:
        raise UsageError(f"--probability {args.probability}: is above 0 and up to 1, as 0.01")
    if args.features is not None and not args.features.exists():
        raise UsageError(f"--features {args.features}: no such file or folder")
    return qualify(
        Options(
            rig=args.rig,
            out=args.out,
            quick=args.quick,
            names=tuple(dict.fromkeys(args.defects)),
            benches=args.benches,
            controls=args.controls or (1 if args.quick else 3),
            features=args.features,
            probability=args.probability,
            seed=args.seed,
        )
    )


# -- soak ------------------------------------------------------------------------------------------


def _add_soak(commands: _Commands[_Parser]) -> None:
    parser = _command(
        commands,
        "soak",
        _soak,
        "random lawful rounds on a bench; what fails is shrunk to a scenario",
        "Play random lawful rounds of both games card by card, with whatever can go wrong at a\n"
        "table, and compare them as scenarios are. What was seldom reached is played more often.\n"
        "A failing round is shrunk and written as a scenario into DIR/found; the soak goes on.",
        "  burncard soak --rounds 2000 --seed 1\n"
        "  burncard soak --minutes 480 --rig my-bench.toml --out night\n"
        "  burncard soak --minutes 480 --rig my-bench.toml --out night --resume\n"
        "  burncard soak --rounds 200 --defect queen-is-no-ten    one that must be found\n"
        "  burncard run -- soak/found/*.feature                   play what was found\n",
    )
    long = parser.add_mutually_exclusive_group(required=True)
    long.add_argument("--rounds", type=_many, metavar="N", help="end after N rounds")
    long.add_argument("--minutes", type=_minutes, metavar="M", help="end after M minutes")
    parser.add_argument(
        "--seed",
        type=_seed,
        default=1,
        metavar="S",
        help="the same seed makes the same rounds (default: %(default)s)",
    )
    parser.add_argument(
        "--rig", type=Path, metavar="FILE", help="rig file (default: the emulated bench)"
    )
    parser.add_argument(
        "--out",
        type=Path,
        default=Path("soak"),
        metavar="DIR",
        help="where the results go (default: %(default)s)",
    )
    parser.add_argument("--resume", action="store_true", help="go on with the soak in DIR")
    parser.add_argument(
        "--defect",
        action="append",
        default=[],
        metavar="NAME",
        help="put a catalogued defect into the emulated bench (repeatable)",
    )
    parser.add_argument(
        "--probability",
        type=_probability,
        metavar="P",
        help="how likely such a defect bites each time it could (default: always)",
    )
    parser.add_argument(
        "--link-faults",
        type=_probability,
        default=0.0,
        metavar="P",
        help="how likely a frame on an emulated device's link is lost, damaged or held up, either "
        "way; no device may be blamed for it (default: never)",
    )
    parser.add_argument(
        "--shrink",
        type=_shrink_seconds,
        default=90.0,
        metavar="SECONDS",
        help="the longest that one failing round is shrunk (default: %(default)g)",
    )


def _many(text: str) -> int:
    if text.isascii() and text.isdigit() and 1 <= int(text) <= 10**9:
        return int(text)
    raise argparse.ArgumentTypeError(f"{text!r} is no number from 1 to 1000000000")


def _seed(text: str) -> int:
    if text.isascii() and text.isdigit() and int(text) < 2**64:
        return int(text)
    raise argparse.ArgumentTypeError(f"{text!r} is no whole number from 0")


def _minutes(text: str) -> float:
    with contextlib.suppress(ValueError):
        if 0 < (minutes := float(text)) <= 60 * 24 * 30:
            return minutes
    raise argparse.ArgumentTypeError(f"{text!r} is no number of minutes, up to 43200 (30 days)")


def _shrink_seconds(text: str) -> float:
    with contextlib.suppress(ValueError):
        if 0 < (seconds := float(text)) <= 86400:
            return seconds
    raise argparse.ArgumentTypeError(f"{text!r} is no number of seconds, up to 86400 (a day)")


def _probability(text: str) -> float:
    with contextlib.suppress(ValueError):
        if 0 < (probability := float(text)) <= 1:
            return probability
    raise argparse.ArgumentTypeError(f"{text!r} is no probability above 0, up to 1")


def _soak(args: argparse.Namespace) -> int:
    from burncard.soak import run

    return run(
        args.rig,
        args.out,
        args.seed,
        args.rounds,
        args.minutes,
        args.resume,
        args.defect,
        args.probability,
        args.link_faults,
        args.shrink,
    )


# -- nightly ---------------------------------------------------------------------------------------


def _add_nightly(commands: _Commands[_Parser]) -> None:
    parser = _command(
        commands,
        "nightly",
        _nightly,
        "a plan of runs that nobody watches, and a page in the morning",
        "Play the benches of a plan file one after the other, record each run, compare it with\n"
        "the last good night and write morning.html and morning.txt. A night that was cut short\n"
        "is gone on with by the same command; two nights of one folder never overlap.",
        "  burncard nightly lab.toml\n"
        "  burncard nightly lab.toml --unfinished    at boot: go on, but begin nothing\n",
    )
    parser.add_argument("plan_file", type=Path, metavar="PLAN", help="the plan (docs/nightly.md)")
    parser.add_argument(
        "--unfinished",
        action="store_true",
        help="go on with an unfinished night; where there is none, do nothing",
    )
    _add_db(parser)


def _nightly(args: argparse.Namespace) -> int:
    from burncard.nightly import nightly

    return nightly(args.plan_file, args.unfinished, args.db)


# -- report ----------------------------------------------------------------------------------------


def _add_report(commands: _Commands[_Parser]) -> None:
    report = commands.add_parser(
        "report", help="work on the results of a run", description="Work on the results of a run."
    )
    below = report.add_subparsers(title="commands", metavar="COMMAND", required=True)
    parser = _command(
        below,
        "build",
        _report_build,
        "make the reports of a run again from its records",
        "Make run.json, verdicts.json and report.html again from the plan and the records in DIR,\n"
        "also after a run that was killed. Ends with the run's own exit code.",
        "  burncard report build out\n"
        "  burncard report build out --pdf      and the certificate of test, to be kept\n",
    )
    parser.add_argument("dir", type=Path, metavar="DIR", help="directory of a run")
    parser.add_argument(
        "--html", action="store_true", help="make certificate.html too, the certificate of test"
    )
    parser.add_argument(
        "--pdf", action="store_true", help="make certificate.html and certificate.pdf too"
    )
    parser.add_argument(
        "--qualification",
        type=Path,
        metavar="FILE",
        help="keep this qualification.json of the harness in DIR, with its page; report and "
        "certificate show the one that lies there",
    )
    parser = _command(
        below,
        "allure",
        _report_allure,
        "render the Allure results of a run",
        "Render the Allure results in DIR as one page, DIR/allure-report/index.html, with the\n"
        "Allure that is installed (3 or 2). Allure 3 keeps a history in DIR from run to run.",
        "  burncard report allure out\n  burncard report allure out --open    and show it\n",
    )
    parser.add_argument("dir", type=Path, metavar="DIR", help="directory of a run")
    parser.add_argument("--open", action="store_true", help="open the page in the browser")
    _add_history(below)
    _add_evidence(below)


def _add_evidence(below: _Commands[_Parser]) -> None:
    parser = _command(
        below,
        "trace",
        _report_trace,
        "clauses to scenarios, verdicts and evidence, and back",
        "Print which scenarios stand for each clause, with verdict, record and wire log and their\n"
        "SHA-256; the JSON and ReqIF forms lead back as well.",
        "  burncard report trace out > trace.csv\n"
        "  burncard report trace out --reqif -o trace.reqif    for StrictDoc and others\n",
    )
    parser.add_argument("dir", type=Path, metavar="DIR", help="directory of a run")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--csv", dest="form", action="store_const", const="csv", help="the default")
    form.add_argument("--reqif", dest="form", action="store_const", const="reqif")
    form.add_argument("--json", dest="form", action="store_const", const="json")
    parser.add_argument("-o", dest="out", type=Path, metavar="FILE", help="write there")
    parser = _command(
        below,
        "keygen",
        _report_keygen,
        "make a key that seals evidence",
        "Write a new Ed25519 private key to FILE (only you may read it) and its public half to\n"
        "FILE.pub. An existing file is never written over.",
        "  burncard report keygen lab.key\n",
    )
    parser.add_argument("file", type=Path, metavar="FILE", help="the private key")
    parser = _command(
        below,
        "seal",
        _report_seal,
        "make one signed file of a run",
        "Derive the reports again, and put results, records, wire logs, rig file, versions and\n"
        "lock file into one signed file. The same run gives the same bytes. An in-toto\n"
        "attestation is written beside it. Ends with 0 when it is sealed, whatever the verdict.",
        "  burncard report seal out --key lab.key\n"
        "  burncard report seal out --key lab.key -o evidence.zip\n",
    )
    parser.add_argument("dir", type=Path, metavar="DIR", help="directory of a run")
    parser.add_argument("--key", type=Path, required=True, metavar="KEY", help="the private key")
    parser.add_argument(
        "-o", dest="out", type=Path, metavar="FILE", help="the bundle (default: DIR-evidence.zip)"
    )
    parser.add_argument(
        "--rig", type=Path, metavar="FILE", help="the rig file, where it has been moved"
    )
    parser.add_argument(
        "--newer-key",
        action="store_true",
        help="accept a key that was made after the run; the bundle says so",
    )
    parser = _command(
        below,
        "verify",
        _report_verify,
        "check a sealed run",
        "Say what holds of a bundle and what does not: a byte changed, a file added or missing, a\n"
        "wrong key, a run older than its key, a malformed archive. Nothing is unpacked. Ends with\n"
        "0 if all holds, 1 if something does not, 2 if there is no such file or key.",
        "  burncard report verify out-evidence.zip --key lab.key.pub\n",
    )
    parser.add_argument("bundle", type=Path, metavar="BUNDLE")
    parser.add_argument("--key", type=Path, required=True, metavar="PUB", help="the public key")


def _report_trace(args: argparse.Namespace) -> int:
    from burncard.evidence import trace

    return trace(args.dir, args.form or "csv", args.out)


def _report_keygen(args: argparse.Namespace) -> int:
    from burncard.evidence import keygen

    return keygen(args.file)


def _report_seal(args: argparse.Namespace) -> int:
    from burncard.evidence import seal

    return seal(args.dir, args.key, args.out, args.rig, newer_key=args.newer_key)


def _report_verify(args: argparse.Namespace) -> int:
    from burncard.evidence import verify

    return verify(args.bundle, args.key)


def _add_history(below: _Commands[_Parser]) -> None:
    parser = _command(
        below,
        "record",
        _report_record,
        "put a run into the history",
        "Put the run in DIR into the history, in place of itself if it is there. Several rigs may\n"
        "write to one history at once.",
        "  burncard report record out\n"
        "  burncard report record out --db postgresql://lab@server/burncard\n",
    )
    parser.add_argument("dir", type=Path, metavar="DIR", help="directory of a run")
    parser.add_argument("--label", default="", metavar="NAME", help="the series that it belongs to")
    _add_db(parser)
    parser = _command(
        below,
        "runs",
        _report_runs,
        "list the recorded runs",
        "List the recorded runs, the newest first.",
        "  burncard report runs\n",
    )
    parser.add_argument(
        "--limit", type=_times, default=30, metavar="N", help="so many (default: %(default)s)"
    )
    parser.add_argument("--json", action="store_true", help="JSON instead of a table")
    _add_db(parser)
    parser = _command(
        below,
        "diff",
        _report_diff,
        "what changed from one run to another",
        "Compare run A with the later run B; each is a run's directory, however it ended, or the\n"
        "id of a recorded run (its beginning will do). Ends with 1 on a regression: a finding,\n"
        "a scenario that has begun to disagree with itself, a device that is slower by more than\n"
        "chance; with 3 where something verified in A is not in B; else with 0.",
        "  burncard report diff last-night out\n"
        "  burncard report diff 4f0c1a out --html changes.html\n",
    )
    parser.add_argument("earlier", metavar="A", help="the earlier run: directory or id")
    parser.add_argument("later", metavar="B", help="the later run")
    parser.add_argument("--json", action="store_true", help="JSON instead of text")
    parser.add_argument("--html", type=Path, metavar="FILE", help="write a page, too")
    _add_db(parser)
    parser = _command(
        below,
        "trend",
        _report_trend,
        "the course over many recorded runs, as a page",
        "Write one page on the recorded runs: verdicts per clause, latency with limits, flaky\n"
        "scenarios, changes of firmware.",
        "  burncard report trend --html trend.html\n"
        "  burncard report trend --rig lab-1 --nights 90\n",
    )
    parser.add_argument("--html", type=Path, metavar="FILE", help="the page (default: trend.html)")
    parser.add_argument("--label", default="", metavar="NAME", help="only this series")
    parser.add_argument("--rig", default="", metavar="NAME", help="only runs on this rig")
    parser.add_argument(
        "--nights",
        type=_times,
        default=60,
        metavar="N",
        help="the last so many runs (default: %(default)s)",
    )
    _add_db(parser)


def _report_record(args: argparse.Namespace) -> int:
    from burncard.history import record

    return record(args.dir, args.db, args.label)


def _report_runs(args: argparse.Namespace) -> int:
    from burncard.history import listing

    return listing(args.db, args.limit, args.json)


def _report_diff(args: argparse.Namespace) -> int:
    from burncard.history import diff

    return diff(args.earlier, args.later, args.db, args.json, args.html)


def _report_trend(args: argparse.Namespace) -> int:
    from burncard.history import trend

    return trend(args.db, args.html, args.label, args.rig, args.nights)


def _report_build(args: argparse.Namespace) -> int:
    from burncard.report import build

    return build(args.dir, html=args.html, pdf=args.pdf, qualification=args.qualification)


def _report_allure(args: argparse.Namespace) -> int:
    from burncard.allure import render

    return render(args.dir, show=args.open)


# -- wire ------------------------------------------------------------------------------------------


def _add_wire(commands: _Commands[_Parser]) -> None:
    wire = commands.add_parser(
        "wire",
        help="read a wire log, or replay it as a device",
        description="Every run records every byte on every link. Read it, or replay it.",
    )
    below = wire.add_subparsers(title="commands", metavar="COMMAND", required=True)
    parser = _command(
        below,
        "show",
        _wire_show,
        "print a wire log, decoded",
        "Print what was on the links of one scenario, decoded by each link's protocol. Bytes that\n"
        "are no message are shown as damaged. A run's directory alone lists what it holds.",
        "  burncard wire show out                              what was recorded\n"
        "  burncard wire show out a-drawn-21 --link shoe       one link of one scenario\n"
        "  burncard wire show out a-drawn-21 --chart | less    as a sequence chart\n"
        "  burncard wire show out a-drawn-21 --html chart.html the chart of the report\n",
    )
    parser.add_argument("where", type=Path, metavar="LOG", help="a wire log, or a run's directory")
    parser.add_argument(
        "scenario",
        nargs="?",
        default="",
        metavar="SCENARIO",
        help="its id, or a part of it",
    )
    parser.add_argument(
        "--link", action="append", default=[], metavar="NAME", help="only this link (repeatable)"
    )
    parser.add_argument("--hex", action="store_true", help="the bytes below each message")
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--chart", action="store_true", help="a sequence chart, a lane a device")
    how.add_argument("--json", action="store_true", help="one JSON object a line")
    how.add_argument("--html", type=Path, metavar="OUT", help="write a page with the chart")
    below.add_parser("replay", help="turn a recorded session into a device", add_help=False)


def _wire_show(args: argparse.Namespace) -> int:
    from burncard.wire import show

    return show(
        args.where,
        args.scenario,
        args.link,
        with_hex=args.hex,
        chart=args.chart,
        as_json=args.json,
        html=args.html,
    )


def _wire_replay(words: list[str]) -> int:
    from rigs.replay.process import main as replay

    return replay(words, prog="burncard wire replay")
