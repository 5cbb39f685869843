"""The arguments of `burncard report`."""

from __future__ import annotations

import argparse
from pathlib import Path

from burncard.arguments import evidence, history
from burncard.arguments.parser import Commands, Parser, add_dir, command


def add(commands: Commands[Parser]) -> None:
    report = commands.add_parser(
        "report", help="work on the results of a run", description="Work on the results of a run."
    )
    below = report.add_subparsers(title="commands", metavar="COMMAND", required=True)
    parser = command(
        below,
        "build",
        _build,
        "make the reports of a run again from its records",
        "Make run.json, verdicts.json and report.html again from the plan and the records in DIR,\n"
        "also after a run that was killed. Ends with the run's own exit code.",
        "  burncard report build out\n"
        "  burncard report build out --pdf      and the certificate of test, to be kept\n",
    )
    add_dir(parser)
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
    parser = command(
        below,
        "allure",
        _allure,
        "render the Allure results of a run",
        "Render the Allure results in DIR as one page, DIR/allure-report/index.html, with the\n"
        "Allure that is installed (3 or 2). Allure 3 keeps a history in DIR from run to run.",
        "  burncard report allure out\n  burncard report allure out --open    and show it\n",
    )
    add_dir(parser)
    parser.add_argument("--open", action="store_true", help="open the page in the browser")
    history.add(below)
    evidence.add(below)


def _build(args: argparse.Namespace) -> int:
    from burncard.report import build

    return build(args.dir, html=args.html, pdf=args.pdf, qualification=args.qualification)


def _allure(args: argparse.Namespace) -> int:
    from burncard.allure import render

    return render(args.dir, show=args.open)
