"""The import directions of docs/architecture.md hold: each wrong import breaks the check."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from tests.cli.command import CHECKOUT, start

PACKAGES = ("burncard", "steps", "rigs", "reference_engine", "reports", "features")


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the packages' modules, to put a wrong import into."""
    copy = tmp_path_factory.mktemp("tree")
    for name in PACKAGES:
        shutil.copytree(
            CHECKOUT / name,
            copy / name,
            ignore=lambda folder, names: [
                one
                for one in names
                if one == "__pycache__" or (Path(folder, one).is_file() and one[-3:] != ".py")
            ],
        )
    shutil.copy(CHECKOUT / "pyproject.toml", copy)
    return copy


@pytest.mark.parametrize(
    ("module", "imports", "broken"),
    [
        ("rigs/emulators/wrong.py", "from reference_engine.ruling import Effect", True),
        ("rigs/emulators/controller/wrong.py", "from reference_engine import apply", True),
        ("rigs/emulators/controller/wrong.py", "import reference_engine.money", True),
        ("rigs/drivers/wrong.py", "import steps.compare", True),
        ("rigs/fine.py", "from reference_engine.cards import Card", False),
        ("reference_engine/wrong.py", "import rigs.roles", True),
        ("reference_engine/games/wrong.py", "import reports.verdicts", True),
        ("reports/wrong.py", "from reference_engine.ruling import Certainty", True),
        ("reports/wrong.py", "import rigs.roles", True),
        ("reports/fine.py", "from reference_engine.law.clauses import Clause", False),
        ("steps/wrong.py", "import burncard.cli", True),
        ("steps/fine.py", "import reference_engine.ruling, rigs.roles, reports.verdicts", False),
    ],
)
def test_a_wrong_import_breaks_the_check(
    tree: Path, module: str, imports: str, broken: bool
) -> None:
    path = tree / module
    path.write_text(imports + "\n")
    try:
        lint = str(Path(sys.executable).with_name("lint-imports"))
        done = start([lint, "--no-cache", "--config", "pyproject.toml"], tree)
    finally:
        path.unlink()
    assert done.returncode == int(broken), done.stdout
    if broken:
        assert module.removesuffix(".py").replace("/", ".") in done.stdout
