"""A driver of another package, by its name in the entry point group ``burncard.drivers``."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from rigs.drivers import load, names
from rigs.errors import BenchError


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "acme_shoe.py").write_text("def open_driver(opening):\n    return opening\n")
    info = tmp_path / "acme_shoe-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: acme-shoe\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(
        "[burncard.drivers]\nacme = acme_shoe\nacme-shoe = acme_shoe:open_driver\n"
        "burncard = acme_shoe\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "acme_shoe", raising=False)


@pytest.mark.usefixtures("package")
@pytest.mark.parametrize("name", ["acme", "acme-shoe", "acme_shoe.x"])
def test_by_its_name(name: str) -> None:
    if name == "acme_shoe.x":
        with pytest.raises(BenchError, match=r"name one of acme acme-shoe angel_eye bee_tek"):
            load(name)
        return
    assert name in names()
    assert load(name).__module__ == "acme_shoe"


@pytest.mark.usefixtures("package")
def test_nobody_takes_the_name_of_ours() -> None:
    assert load("burncard").__module__ == "rigs.drivers.burncard"


def test_a_driver_that_is_not_there() -> None:
    with pytest.raises(BenchError, match="there is no driver 'acme'"):
        load("acme")
