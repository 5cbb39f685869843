"""Verify a bundle: what holds and what does not, each by name. Nothing is unpacked to disk."""

from __future__ import annotations

import re
import stat
import zipfile
import zlib
from collections import Counter
from hashlib import sha256
from pathlib import Path
from typing import IO

import msgspec
from msgspec import Struct, field

from reports.evidence import bundle
from reports.evidence.attestation import PREDICATE, AttestationError, unwrap
from reports.evidence.bundle import ManifestError, Seal
from reports.evidence.errors import EvidenceError
from reports.evidence.keys import PublicKey
from reports.evidence.sealing import ATTESTATION, moment

MOST_NAMED = 20
"""Of a kind of fault; the rest is counted."""
_DRIVE = re.compile(r"[A-Za-z]:")
_DAMAGED = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError)


class Verification(Struct):
    """What holds of a bundle. `problems` is empty where all of it does."""

    path: Path
    seal: Seal | None = None
    """As the bundle says; to be believed only if there are no problems."""
    files: int = 0
    holds: list[str] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def verify(path: Path, key: PublicKey) -> Verification:
    """Check everything that is in, about and between the files of the bundle.

    Raises:
        EvidenceError: the file cannot be read.
    """
    result = Verification(path)
    try:
        with path.open("rb") as file:
            digest = bundle.file_digest(file)
            whole = _whole(file, key)
            file.seek(0)
            _archive(file, key, result)
    except OSError as error:
        raise EvidenceError(f"{path}: cannot be read: {error.strerror or error}") from error
    except _DAMAGED as error:
        result.problems.append(f"malformed: the file is no whole zip archive ({error})")
    if not whole:
        result.problems.append(
            "bytes: the file is not, byte for byte, what this key sealed"
            + ("" if result.problems else " (something between its files was changed)")
        )
    else:
        result.holds.append("every byte of the bundle is as it was sealed")
    _time(key, result)
    _attested(path, digest, key, result)
    return result


def _whole(file: IO[bytes], key: PublicKey) -> bool:
    size = file.seek(0, 2) - bundle.COMMENT_BYTES
    if size <= 0:
        return False
    file.seek(size)
    signature = bundle.read_comment(file.read())
    file.seek(0)
    text = bundle.signed_text(bundle.file_digest(file, size))
    return signature is not None and key.signed(text, signature)


def _archive(file: IO[bytes], key: PublicKey, result: Verification) -> None:
    with zipfile.ZipFile(file) as archive:
        entries = archive.infolist()
        refused = [reason for one in entries if (reason := _refusal(one))]
        names = [one.filename for one in entries]
        twice = [name for name, times in Counter(names).items() if times > 1]
        refused += [f"{name!r} is there {names.count(name)} times" for name in twice[:MOST_NAMED]]
        total = sum(one.file_size for one in entries)
        if total > bundle.MOST_BYTES:
            refused.append(f"its files claim {total} bytes unpacked, more than a bundle may have")
        if len(entries) > bundle.MOST_FILES:
            refused.append(f"it holds {len(entries)} files, more than a bundle may have")
        if refused:
            _name(result, "malformed", refused)
            return
        listed = _small(archive, bundle.MANIFEST, result)
        signature = _small(archive, bundle.SIGNATURE, result)
        said = _small(archive, bundle.SEAL, result)
        if said is not None:
            _read_seal(said, result)
        if listed is None or signature is None:
            return
        _signature(listed, signature, key, result)
        try:
            sums = bundle.read_manifest(listed)
        except ManifestError as error:
            result.problems.append(f"manifest: {bundle.MANIFEST} {error}")
            return
        _sums(archive, entries, sums, result)


def _refusal(entry: zipfile.ZipInfo) -> str:
    """Why an entry cannot be one of a bundle, or ""."""
    name = entry.filename
    parts = name.split("/")
    if name != entry.orig_filename or not name.isprintable() or "\\" in name:
        return f"{name!r} is no plain name"
    if name.startswith("/") or _DRIVE.match(name) or {"", ".", ".."}.intersection(parts):
        return f"{name!r} leads out of the bundle"
    mode = entry.external_attr >> 16
    if stat.S_IFMT(mode) not in (0, stat.S_IFREG):
        return f"{name!r} is no regular file"
    if entry.flag_bits & 0x1:
        return f"{name!r} is encrypted"
    if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        return f"{name!r} is packed by a method that a seal does not use"
    return ""


def _small(archive: zipfile.ZipFile, name: str, result: Verification) -> bytes | None:
    try:
        with archive.open(name) as source:
            data = source.read(bundle.MOST_METADATA + 1)
    except KeyError:
        result.problems.append(f"missing: {name} is not in the bundle")
        return None
    except _DAMAGED:
        result.problems.append(f"changed: {name} cannot be unpacked")
        return None
    if len(data) > bundle.MOST_METADATA:
        result.problems.append(f"malformed: {name} is too large")
        return None
    return data


def _read_seal(data: bytes, result: Verification) -> None:
    try:
        result.seal = msgspec.json.decode(data, type=Seal)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        result.problems.append(f"seal: {bundle.SEAL} cannot be read: {error}")


def _signature(listed: bytes, signature: bytes, key: PublicKey, result: Verification) -> None:
    if key.signed(listed, signature):
        result.holds.append(f"the manifest is signed by key {key.id[:16]}")
        return
    said = result.seal.key if result.seal else ""
    if said and said != key.id:
        result.problems.append(
            f"wrong key: the bundle was sealed with key {said[:16]}, this is key {key.id[:16]}"
        )
    else:
        result.problems.append("signature: the manifest or its signature was changed after sealing")


def _sums(
    archive: zipfile.ZipFile,
    entries: list[zipfile.ZipInfo],
    sums: dict[str, str],
    result: Verification,
) -> None:
    there = {one.filename for one in entries} - {bundle.MANIFEST, bundle.SIGNATURE}
    changed = [name for name in sorted(there & sums.keys()) if _digest(archive, name) != sums[name]]
    added, missing = sorted(there - sums.keys()), sorted(sums.keys() - there)
    _name(result, "changed", [f"{name} is not what was sealed" for name in changed])
    _name(result, "added", [f"{name} is not in the manifest" for name in added])
    _name(result, "missing", [f"{name} is listed and not there" for name in missing])
    result.files = len(sums)
    if not (changed or added or missing):
        result.holds.append(f"all {len(sums)} files are there, none is changed, none was added")


def _digest(archive: zipfile.ZipFile, name: str) -> str:
    whole = sha256()
    try:
        with archive.open(name) as source:
            while block := source.read(bundle.CHUNK):
                whole.update(block)
    except _DAMAGED:
        return ""
    return whole.hexdigest()


def _time(key: PublicKey, result: Verification) -> None:
    seal = result.seal
    if seal is None or key.created is None:
        return
    last = moment(seal.ended) or moment(seal.started)
    if last is None:
        result.notes.append("the run does not say when it ended")
    elif last >= key.created:
        result.holds.append("the run ended after the key was made")
    elif seal.key_newer_than_run:
        result.notes.append(
            f"the key was made {key.created:%Y-%m-%d %H:%M:%S}, after the run had ended "
            f"({last:%Y-%m-%d %H:%M:%S}); the seal says so"
        )
    else:
        result.problems.append(
            f"clock: the run ended {last:%Y-%m-%d %H:%M:%S}, before the key was made "
            f"({key.created:%Y-%m-%d %H:%M:%S}), and the seal does not say so"
        )


def _attested(path: Path, digest: str, key: PublicKey, result: Verification) -> None:
    beside = path.with_name(path.name + ATTESTATION)
    if result.seal is not None:
        result.notes += result.seal.notes
    if not beside.exists():
        result.notes.append(f"there is no attestation ({beside.name}) beside the bundle")
        return
    try:
        with beside.open("rb") as file:
            said = unwrap(file.read(bundle.MOST_METADATA), key)
        subjects = [one["digest"]["sha256"] for one in said["subject"]]
        configured = said["predicate"]["configuration"]
    except AttestationError as error:
        result.problems.append(f"attestation: {beside.name} {error}")
        return
    except (KeyError, TypeError):
        result.problems.append(f"attestation: {beside.name} is no test result")
        return
    if said.get("predicateType") != PREDICATE or not configured:
        result.problems.append(f"attestation: {beside.name} is no test result with configuration")
    elif subjects != [digest]:
        result.problems.append(f"attestation: {beside.name} is about another file")
    else:
        result.holds.append(f"the attestation is about this bundle: {said['predicate']['result']}")


def _name(result: Verification, kind: str, faults: list[str]) -> None:
    result.problems += [f"{kind}: {one}" for one in faults[:MOST_NAMED]]
    if len(faults) > MOST_NAMED:
        result.problems.append(f"{kind}: and {len(faults) - MOST_NAMED} more")
