"""The command line."""

from __future__ import annotations

import sys


def main() -> int:
    print("burncard: nothing here yet", file=sys.stderr)
    return 2
