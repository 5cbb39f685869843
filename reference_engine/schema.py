"""JSON Schema of scripts and rulings, made from the types that read and write them.

    python -m reference_engine.schema      # writes the files of schemas/ anew

The files are shipped with the package; a test fails when they are not what the types say.
"""

from __future__ import annotations

from importlib import resources
from pathlib import Path
from typing import Any

import msgspec

from reference_engine.games import GAMES
from reference_engine.script import Ruling, Script

_DRAFT = "https://json-schema.org/draft/2020-12/schema"
WHICH = ("script", "ruling")
_HERE = Path(__file__).parent / "schemas"


def script_schema() -> dict[str, Any]:
    """The schema of a round script."""
    made = msgspec.json.schema(Script)
    made["$defs"]["Script"]["properties"]["game"]["enum"] = list(GAMES)
    return {"$schema": _DRAFT, "title": "Burncard round script", **made}


def ruling_schema() -> dict[str, Any]:
    """The schema of a ruling."""
    return {"$schema": _DRAFT, "title": "Burncard ruling", **msgspec.json.schema(Ruling)}


def generate(which: str) -> bytes:
    """The file of a schema, as its types say it now. `which`: one of `WHICH`."""
    made = script_schema() if which == "script" else ruling_schema()
    return msgspec.json.format(msgspec.json.encode(made), indent=2) + b"\n"


def shipped(which: str) -> bytes:
    """The file of a schema, as it is in the package. `which`: one of `WHICH`."""
    return resources.files(__package__).joinpath("schemas", f"{which}.json").read_bytes()


if __name__ == "__main__":
    for name in WHICH:
        (_HERE / f"{name}.json").write_bytes(generate(name))
