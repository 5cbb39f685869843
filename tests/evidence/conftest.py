from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from reports.certificate.build import build
from reports.evidence.keys import PrivateKey, generate, load_private
from reports.finish import finish
from tests.reports.sample_run import write_run

OLD = datetime(2020, 1, 1, tzinfo=UTC)


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run with every verdict, its reports and its certificate; tests only read it."""
    run_dir = tmp_path_factory.mktemp("played")
    write_run(run_dir)
    plan = json.loads((run_dir / "plan.json").read_text())
    plan["run"]["baseline"] = {"code": "c0de", "law": "1a3", "scenarios": "5ce"}
    (run_dir / "plan.json").write_text(json.dumps(plan))
    finish(run_dir)
    build(run_dir)
    return run_dir


@pytest.fixture(scope="session")
def key_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("keys") / "lab.key"
    generate(path, OLD)
    return path


@pytest.fixture(scope="session")
def key(key_file: Path) -> PrivateKey:
    return load_private(key_file)
