"""Emulated devices, each a process of its own, with a physical side and an electrical side."""

from __future__ import annotations


def main(argv: list[str] | None = None, prog: str = "python -m rigs.emulators") -> int:
    """Run one emulated device; see `rigs.emulators.process.main`."""
    from rigs.emulators.process import main as run

    return run(argv, prog)
