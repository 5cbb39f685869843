"""Emulated devices, each a process of its own, with a physical side and an electrical side."""

from __future__ import annotations

from collections.abc import Callable


def main(
    argv: list[str] | None = None,
    prog: str = "python -m rigs.emulators",
    cite: Callable[[str], str] = str,
) -> int:
    """Run one emulated device; see `rigs.emulators.process.main`."""
    from rigs.emulators.process import main as run

    return run(argv, prog, cite)
