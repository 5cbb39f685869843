"""The in-toto test-result attestation of a bundle, in a DSSE envelope.

https://in-toto.io/attestation/test-result/v0.1; here its configuration is mandatory: rig file,
plan, and the baseline and environment digests.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterable, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec

from reports.evidence import bundle
from reports.evidence.bundle import Seal
from reports.evidence.digests import canonical
from reports.evidence.keys import PrivateKey, PublicKey
from reports.finish import Run
from reports.verdicts import ADVISORY, CONFORMS

PAYLOAD = "application/vnd.in-toto+json"
STATEMENT = "https://in-toto.io/Statement/v1"
PREDICATE = "https://in-toto.io/attestation/test-result/v0.1"
_CONFIGURATION = (f"{bundle.RUN}plan.json", bundle.VERSIONS, bundle.LOCK)
_RESULTS = {CONFORMS: "PASSED", ADVISORY: "WARNED"}


class AttestationError(ValueError):
    """An envelope that is not one, or was not signed by this key."""


def statement(
    name: str, digest: str, seal: Seal, run: Run, contents: Mapping[str, bytes | Path]
) -> dict[str, Any]:
    """What is attested of the bundle `name` with this SHA-256.

    A part of the scenarios (``-k``) is WARNED at best. A run that is not fully verified is FAILED:
    what has no verdict has not passed. `failedTests` therefore holds every scenario that neither
    conforms nor ends in an advisory.
    """
    configured = [one for one in contents if one in _CONFIGURATION or one.startswith(bundle.RIG)]
    return {
        "_type": STATEMENT,
        "subject": [{"name": name, "digest": {"sha256": digest}}],
        "predicateType": PREDICATE,
        "predicate": {
            "result": _result(run),
            "configuration": [
                {"name": "baseline", "digest": {"sha256": seal.baseline.sha256}},
                {"name": "environment", "digest": {"sha256": seal.environment.sha256}},
                *(
                    {"name": one, "digest": {"sha256": _sum(contents[one])}}
                    for one in sorted(configured)
                ),
            ],
            "passedTests": _ids(run, (CONFORMS,)),
            "warnedTests": _ids(run, (ADVISORY,)),
            "failedTests": _ids(run, {one.verdict for one in run.scenarios} - {CONFORMS, ADVISORY}),
        },
    }


def _result(run: Run) -> str:
    result = _RESULTS.get(run.overall, "FAILED")
    # What passed is a part of the scenarios: a pass of the whole is not to be read from it.
    return "WARNED" if result == "PASSED" and run.run.get("partial") else result


def wrap(statement: Mapping[str, Any], key: PrivateKey) -> bytes:
    """The statement in a signed DSSE envelope, as JSON."""
    body = canonical(statement)
    return canonical(
        {
            "payloadType": PAYLOAD,
            "payload": base64.b64encode(body).decode(),
            "signatures": [
                {"keyid": key.public.id, "sig": base64.b64encode(key.sign(_pae(body))).decode()}
            ],
        }
    )


def unwrap(data: bytes, key: PublicKey) -> dict[str, Any]:
    """The statement in an envelope that `key` signed.

    Raises:
        AttestationError: it is no envelope, or not signed by this key.
    """
    try:
        envelope = msgspec.json.decode(data)
        body = base64.b64decode(envelope["payload"], validate=True)
        signatures = [base64.b64decode(one["sig"], validate=True) for one in envelope["signatures"]]
        payload = envelope["payloadType"]
    except (msgspec.DecodeError, UnicodeDecodeError, KeyError, TypeError, binascii.Error) as error:
        raise AttestationError("is no DSSE envelope") from error
    if payload != PAYLOAD or not any(key.signed(_pae(body), one) for one in signatures):
        raise AttestationError("is not signed by this key")
    try:
        return msgspec.json.decode(body, type=dict[str, Any])
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise AttestationError("holds no statement") from error


def _pae(body: bytes) -> bytes:
    """DSSE's pre-authentication encoding: what is signed."""
    return b"DSSEv1 %d %s %d %s" % (len(PAYLOAD), PAYLOAD.encode(), len(body), body)


def _ids(run: Run, verdicts: Iterable[str]) -> list[str]:
    wanted = set(verdicts)
    return sorted(one.id for one in run.scenarios if one.verdict in wanted)


def _sum(content: bytes | Path) -> str:
    data = content if isinstance(content, bytes) else content.read_bytes()
    return sha256(data).hexdigest()
