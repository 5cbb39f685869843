"""The command as a user starts it: in a process of its own, in a directory of its own."""

from __future__ import annotations

import subprocess
import sys
import venv
from pathlib import Path

import pytest

from tests.cli.command import CHECKOUT, Run, start


@pytest.fixture
def burncard(tmp_path: Path) -> Run:
    """Call ``burncard(*words, text="", limit=60)`` in an empty directory."""

    def call(
        *words: str, text: str = "", limit: float = 60, cwd: Path = tmp_path
    ) -> subprocess.CompletedProcess[str]:
        return start([sys.executable, "-m", "burncard", *words], cwd, text, limit)

    return call


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project, built."""
    out = tmp_path_factory.mktemp("wheel")
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    built = start(
        [*pip, "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", str(out), "."], CHECKOUT
    )
    assert built.returncode == 0, built.stderr
    (found,) = out.glob("burncard-*.whl")
    return found


@pytest.fixture(scope="session")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The scripts directory of an environment with the built project and without the checkout.

    The dependencies are those of the environment that runs the tests: a path file names its
    packages, and path files found through a path file are not read, so the editable install there
    stays out of sight.
    """
    home = tmp_path_factory.mktemp("environment")
    venv.create(home, with_pip=False, symlinks=True)
    (site,) = home.glob("lib/python3*/site-packages")
    (outer,) = {path for path in sys.path if Path(path, "pytest_bdd").is_dir()}
    (site / "dependencies.pth").write_text(outer + "\n")
    python = home / "bin" / "python"
    pip = [sys.executable, "-m", "pip", "--python", str(python), "--quiet"]
    done = start([*pip, "install", "--no-deps", "--no-index", str(wheel)], home)
    assert done.returncode == 0, done.stderr
    return home / "bin"
