"""What is delivered: the wheel, the lock file, the make targets."""

from __future__ import annotations

import re
import subprocess
import tomllib
import zipfile
from pathlib import Path

import pytest

from tests.cli.command import CHECKOUT, start

PACKAGES = ("burncard", "steps", "rigs", "reference_engine", "reports", "features")
DATA = (".feature", ".toml", ".md", ".j2", ".css", ".js", ".json", ".svg")


def _tracked() -> list[str]:
    done = subprocess.run(
        ["git", "ls-files", *PACKAGES], cwd=CHECKOUT, capture_output=True, text=True, check=False
    )
    if done.returncode:
        pytest.skip("not a git checkout")
    return [name for name in done.stdout.splitlines() if (CHECKOUT / name).exists()]


def test_the_wheel_holds_every_file_of_the_packages(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        held = set(archive.namelist())
    assert set(_tracked()) - held == set()


def test_the_wheel_holds_nothing_else(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        tops = {name.partition("/")[0] for name in archive.namelist()}
        kinds = {Path(name).suffix for name in archive.namelist()}
    assert tops == {*PACKAGES, "burncard-0.1.0.dist-info"}
    assert kinds <= {".py", "", ".txt", ".typed", *DATA}


def test_every_package_is_a_package() -> None:
    # Without the file, an installed copy and a checkout beside it would blend into one package.
    for name in PACKAGES:
        assert (CHECKOUT / name / "__init__.py").exists(), name


def test_an_installed_command_works_outside_the_checkout(installed: Path, tmp_path: Path) -> None:
    code = "import burncard, steps.features as f; print(burncard.__file__, f.default_features())"
    done = start([str(installed / "python"), "-c", code], tmp_path)
    assert done.returncode == 0, done.stderr
    for place in done.stdout.split():
        assert Path(place).is_relative_to(installed.parent)
    done = start([str(installed / "burncard"), "--version"], tmp_path)
    assert (done.returncode, done.stdout) == (0, "burncard 0.1.0\n")


# -- the lock file ---------------------------------------------------------------------------------


def _locked() -> dict[str, list[str]]:
    """Name and version to hashes."""
    found: dict[str, list[str]] = {}
    for line in (CHECKOUT / "requirements.lock").read_text().splitlines():
        if pin := re.fullmatch(r"([a-z0-9-]+)==([0-9a-z.]+) \\", line):
            found[pin[1]] = []
        elif hashed := re.fullmatch(r"    --hash=sha256:([0-9a-f]{64})(?: \\)?", line):
            found[next(reversed(found))].append(hashed[1])
        else:
            assert line.startswith("# "), line
    return found


def test_the_lock_file_holds_names_versions_and_hashes_alone() -> None:
    locked = _locked()
    assert len(locked) > 40
    assert all(locked.values())


def test_the_lock_file_serves_more_than_one_platform() -> None:
    # Packages with compiled parts publish a file for each platform and Python.
    for name in ("msgspec", "markupsafe", "ruff", "hypothesis"):
        assert len(_locked()[name]) > 10, name


def test_every_dependency_is_locked() -> None:
    project = tomllib.loads((CHECKOUT / "pyproject.toml").read_text())
    wanted = [
        *project["build-system"]["requires"],
        *project["project"]["dependencies"],
        *(one for extra in project["project"]["optional-dependencies"].values() for one in extra),
    ]
    # A group may name another one, as burncard[pdf]; extras of a package are no package.
    names = {re.split(r"[<>=\[]", one)[0].lower() for one in wanted} - {"burncard"}
    assert names - set(_locked()) == set()


def test_the_version_is_told_once_the_same() -> None:
    project = tomllib.loads((CHECKOUT / "pyproject.toml").read_text())
    assert (
        f'__version__ = "{project["project"]["version"]}"\n'
        in (CHECKOUT / "burncard" / "__init__.py").read_text()
    )


# -- make ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("target", "commands"),
    [
        ("run", [".venv/bin/burncard run -n 2"]),
        (
            "test",
            [
                ".venv/bin/ruff check .",
                ".venv/bin/ruff format --check .",
                ".venv/bin/mypy",
                ".venv/bin/lint-imports",
                ".venv/bin/pytest tests -n 2 --dist loadfile --timeout=300",
            ],
        ),
    ],
)
def test_what_make_does(target: str, commands: list[str]) -> None:
    done = start(["make", "--always-make", "--dry-run", target], CHECKOUT)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert [line for line in lines if line.startswith(".venv/bin/") and "pip" not in line] == (
        commands
    )
    (install,) = [line for line in lines if "requirements.lock" in line]
    assert "--require-hashes" in install
