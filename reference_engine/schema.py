"""JSON Schema of scripts and rulings, made from the types that read and write them."""

from __future__ import annotations

from typing import Any

import msgspec

from reference_engine.script import Ruling, Script

_DRAFT = "https://json-schema.org/draft/2020-12/schema"


def script_schema() -> dict[str, Any]:
    """The schema of a round script."""
    return {"$schema": _DRAFT, "title": "Burncard round script", **msgspec.json.schema(Script)}


def ruling_schema() -> dict[str, Any]:
    """The schema of a ruling."""
    return {"$schema": _DRAFT, "title": "Burncard ruling", **msgspec.json.schema(Ruling)}
