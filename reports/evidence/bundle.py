"""The form of a bundle: a zip file of which every byte is fixed by its contents and its key.

    MANIFEST.sha256     SHA-256 sums of all other files, in the form of sha256sum
    MANIFEST.sig        the Ed25519 signature of MANIFEST.sha256, 64 bytes
    seal.json           which run, which key, baseline and environment digest
    run/...             the run's directory
    rig/<name>          the rig file
    versions.txt, requirements.lock

The comment of the zip file signs the digest of all bytes before it, so that nothing can be changed
between the files either.
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Mapping
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import IO

from msgspec import Struct

from reports.evidence.digests import Digest

MANIFEST = "MANIFEST.sha256"
SIGNATURE = "MANIFEST.sig"
SEAL = "seal.json"
RUN = "run/"
RIG = "rig/"
LOCK = "requirements.lock"
VERSIONS = "versions.txt"

MOST_FILES = 500_000
MOST_BYTES = 4 * 1024**3
"""Of all files together, unpacked: a seal refuses more, and a verification reads no more."""
MOST_METADATA = 256 * 1024 * 1024
"""Of the manifest or of seal.json."""
CHUNK = 1024 * 1024

_EPOCH = (1980, 1, 1, 0, 0, 0)
_MODE = 0o100644 << 16
_LEVEL = 6
_UNIX = 3
_MARK = b"burncard bundle 1 "
_COMMENT = re.compile(rb"burncard bundle 1 ([0-9a-f]{128})")
_SUM = re.compile(r"([0-9a-f]{64})  (.+)")


class Seal(Struct, frozen=True):
    """``seal.json``: what the bundle says of itself."""

    run: str
    """The run's id."""
    started: str
    ended: str
    overall: str
    exit_code: int
    key: str
    """Id of the key: SHA-256 of the raw public key."""
    key_created: str
    key_newer_than_run: bool
    baseline: Digest
    environment: Digest
    notes: tuple[str, ...] = ()
    """What a reader of the bundle should know of how it was made."""
    format: int = 1


class ManifestError(ValueError):
    """A manifest that is not in the one form that a seal writes."""


def manifest(sums: Mapping[str, str]) -> bytes:
    """The manifest: a line a file, by name. `sums`: name to SHA-256."""
    return "".join(f"{sums[name]}  {name}\n" for name in sorted(sums)).encode()


def read_manifest(data: bytes) -> dict[str, str]:
    """Name to SHA-256.

    Raises:
        ManifestError: not the form in which `manifest` writes it.
    """
    sums: dict[str, str] = {}
    try:
        lines = data.decode("utf-8").splitlines()
    except UnicodeDecodeError as error:
        raise ManifestError("is not UTF-8") from error
    for number, line in enumerate(lines, start=1):
        found = _SUM.fullmatch(line)
        if found is None or found[2] in sums:
            raise ManifestError(f"line {number} is no SHA-256 sum of a file named once")
        sums[found[2]] = found[1]
    if manifest(sums) != data:
        raise ManifestError("its lines are not in order")
    return sums


def signed_text(digest: str) -> bytes:
    """What the comment of the zip file signs. `digest`: SHA-256 of all bytes before it."""
    return _MARK + digest.encode()


def comment(signature: bytes) -> bytes:
    """The comment of the zip file."""
    return _MARK + signature.hex().encode()


COMMENT_BYTES = len(_MARK) + 128


def read_comment(data: bytes) -> bytes | None:
    """The signature in a comment, or None."""
    found = _COMMENT.fullmatch(data)
    return bytes.fromhex(found[1].decode()) if found else None


def write_zip(file: IO[bytes], contents: Mapping[str, bytes | Path]) -> None:
    """Write the files by name; the same contents give the same bytes."""
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=_LEVEL) as archive:
        for name in sorted(contents):
            one = contents[name]
            info = zipfile.ZipInfo(name, _EPOCH)
            info.external_attr = _MODE
            info.create_system = _UNIX
            info.compress_type = zipfile.ZIP_DEFLATED
            source = BytesIO(one) if isinstance(one, bytes) else one.open("rb")
            with source, archive.open(info, "w") as target:
                while block := source.read(CHUNK):
                    target.write(block)
        # Its length is fixed now; its text follows when everything before it is known.
        archive.comment = b" " * COMMENT_BYTES


def file_digest(source: IO[bytes], length: int = -1) -> str:
    """SHA-256 of the next `length` bytes, or of all that follow."""
    whole = sha256()
    left = length
    while left and (block := source.read(CHUNK if left < 0 else min(CHUNK, left))):
        whole.update(block)
        left -= len(block) if left > 0 else 0
    return whole.hexdigest()
