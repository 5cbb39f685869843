"""Two digests of a run: the baseline (what was tested with) and the environment (where).

Two runs with one baseline digest tested the same thing: the same code, scenarios, law registry and
house rules. The environment digest tells whether they did it on the same machine, ports and
versions.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

PACKAGES = ("burncard", "reference_engine", "reports", "rigs", "steps")
LAW = "reference_engine/law/"
_NOT_CODE = {"__pycache__"}
_ENVIRONMENT = ("platform", "python", "versions", "rig", "rig_file", "rig_sha256")


class Digest(Struct, frozen=True):
    """A SHA-256 over named parts; each part is a digest, or a value, of its own."""

    sha256: str
    parts: dict[str, str]


def canonical(value: object) -> bytes:
    """JSON with sorted keys and no blanks: one value, one text."""
    return msgspec.json.encode(value, order="sorted")


def digest(parts: Mapping[str, str]) -> Digest:
    """The digest over these parts."""
    ordered = dict(sorted(parts.items()))
    return Digest(sha256(canonical(ordered)).hexdigest(), ordered)


def of_files(files: Mapping[str, Path]) -> str:
    """SHA-256 over names and contents. Raises `OSError` where one cannot be read."""
    whole = sha256()
    for name, path in sorted(files.items()):
        whole.update(f"{sha256(path.read_bytes()).hexdigest()}  {name}\n".encode())
    return whole.hexdigest()


def harness_files() -> dict[str, Path]:
    """Every file of Burncard's own packages, by name; caches aside."""
    found: dict[str, Path] = {}
    for package in PACKAGES:
        spec = find_spec(package)
        if spec is None or spec.origin is None:
            continue
        root = Path(spec.origin).parent
        for path in root.rglob("*"):
            if path.is_file() and not _NOT_CODE.intersection(path.parts) and path.suffix != ".pyc":
                found[f"{package}/{path.relative_to(root).as_posix()}"] = path
    return found


def code_and_law() -> dict[str, str]:
    """The parts ``code`` and ``law`` of a baseline, as they are now.

    Raises:
        OSError: a file of the installation cannot be read.
    """
    files = harness_files()
    law = {name: path for name, path in files.items() if name.startswith(LAW)}
    code = {name: path for name, path in files.items() if name not in law}
    return {"code": of_files(code), "law": of_files(law)}


def baseline(recorded: Mapping[str, str], chosen: object, house_rules: object) -> Digest:
    """The baseline digest of a run.

    Args:
        recorded: ``code``, ``law`` and ``scenarios`` (the feature files) when the run was planned.
        chosen: which scenarios the run set out to play.
        house_rules: those in force.
    """
    return digest(
        {
            **recorded,
            "chosen": sha256(canonical(chosen)).hexdigest(),
            "house_rules": sha256(canonical(house_rules)).hexdigest(),
        }
    )


def environment(run: Mapping[str, Any], devices: Iterable[Mapping[str, Any]], lock: str) -> Digest:
    """The environment digest: machine, versions, rig file, and what stood on which port.

    `lock`: SHA-256 of the lock file, or of the list of installed packages.
    """
    parts = {
        name: str(value) if isinstance(value, str) else canonical(value).decode()
        for name in _ENVIRONMENT
        if (value := run.get(name)) not in (None, "")
    }
    ports = {
        str(one.get("name", "")): {"link": one.get("link", ""), "identity": one.get("identity", {})}
        for one in devices
    }
    return digest({**parts, "devices": sha256(canonical(ports)).hexdigest(), "installed": lock})
