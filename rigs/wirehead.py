"""What a wire log says of itself in its first line, so that it can be read without the rig file."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from rigs.drivers import Identity
from rigs.rigfile import DeviceSpec


def head(
    rig: str,
    devices: Mapping[str, DeviceSpec],
    identities: Mapping[str, Identity] | None = None,
    scenario: str = "",
) -> dict[str, Any]:
    """The scenario, the rig, and of each link: who is at its end, and how it talks."""
    known = identities or {}
    links = {
        name: {
            "role": spec.role,
            "protocol": spec.protocol,
            "driver": spec.driver,
            "kind": spec.link.kind,
            "identity": msgspec.structs.asdict(known[name]) if name in known else {},
            **_profile_of(spec),
        }
        for name, spec in devices.items()
    }
    return {"scenario": scenario, "rig": rig, "links": links}


def _profile_of(spec: DeviceSpec) -> dict[str, str]:
    """The text of the device's profile: the wire log can be read without the file, or after it."""
    if spec.driver != "profile":
        return {}
    try:
        return {"profile": Path(spec.options.get("profile", "")).read_text(encoding="utf-8")}
    except (OSError, UnicodeDecodeError):
        return {}
