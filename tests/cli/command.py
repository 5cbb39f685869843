"""Start the command as a user does."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

CHECKOUT = Path(__file__).parents[2]

Run = Callable[..., subprocess.CompletedProcess[str]]


def environment() -> dict[str, str]:
    """The environment of a user with a plain terminal."""
    env = {name: text for name, text in os.environ.items() if not name.startswith("PYTEST")}
    return {**env, "NO_COLOR": "1", "COLUMNS": "100"}


def start(
    command: list[str], cwd: Path, text: str = "", limit: float = 60
) -> subprocess.CompletedProcess[str]:
    """Run `command` to its end, at most `limit` seconds."""
    return subprocess.run(
        command,
        cwd=cwd,
        input=text,
        env=environment(),
        capture_output=True,
        text=True,
        timeout=limit,
        check=False,
    )
