"""The arguments of `burncard report` on evidence: trace, keygen, seal, verify."""

from __future__ import annotations

import argparse
from pathlib import Path

from burncard.arguments.parser import Commands, Parser, add_dir, command


def add(below: Commands[Parser]) -> None:
    parser = command(
        below,
        "trace",
        _trace,
        "clauses to scenarios, verdicts and evidence, and back",
        "Print which scenarios stand for each clause, with verdict, record and wire log and their\n"
        "SHA-256; the JSON and ReqIF forms lead back as well.",
        "  burncard report trace out > trace.csv\n"
        "  burncard report trace out --reqif -o trace.reqif    for StrictDoc and others\n",
    )
    add_dir(parser)
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--csv", dest="form", action="store_const", const="csv", help="the default")
    form.add_argument("--reqif", dest="form", action="store_const", const="reqif")
    form.add_argument("--json", dest="form", action="store_const", const="json")
    parser.add_argument("-o", dest="out", type=Path, metavar="FILE", help="write there")
    parser = command(
        below,
        "keygen",
        _keygen,
        "make a key that seals evidence",
        "Write a new Ed25519 private key to FILE (only you may read it) and its public half to\n"
        "FILE.pub. An existing file is never written over.",
        "  burncard report keygen lab.key\n",
    )
    parser.add_argument("file", type=Path, metavar="FILE", help="the private key")
    parser = command(
        below,
        "seal",
        _seal,
        "make one signed file of a run",
        "Derive the reports again, and put results, records, wire logs, rig file, versions and\n"
        "lock file into one signed file. The same run gives the same bytes. An in-toto\n"
        "attestation is written beside it. Ends with 0 when it is sealed, whatever the verdict.",
        "  burncard report seal out --key lab.key\n"
        "  burncard report seal out --key lab.key -o evidence.zip\n",
    )
    add_dir(parser)
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
    parser = command(
        below,
        "verify",
        _verify,
        "check a sealed run",
        "Say what holds of a bundle and what does not: a byte changed, a file added or missing, a\n"
        "wrong key, a run older than its key, a malformed archive. Nothing is unpacked. Ends with\n"
        "0 if all holds, 1 if something does not, 2 if there is no such file or key.",
        "  burncard report verify out-evidence.zip --key lab.key.pub\n",
    )
    parser.add_argument("bundle", type=Path, metavar="BUNDLE")
    parser.add_argument("--key", type=Path, required=True, metavar="PUB", help="the public key")


def _trace(args: argparse.Namespace) -> int:
    from burncard.evidence import trace

    return trace(args.dir, args.form or "csv", args.out)


def _keygen(args: argparse.Namespace) -> int:
    from burncard.evidence import keygen

    return keygen(args.file)


def _seal(args: argparse.Namespace) -> int:
    from burncard.evidence import seal

    return seal(args.dir, args.key, args.out, args.rig, newer_key=args.newer_key)


def _verify(args: argparse.Namespace) -> int:
    from burncard.evidence import verify

    return verify(args.bundle, args.key)
