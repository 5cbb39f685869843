"""Signing keys: Ed25519, as PEM files that openssl reads too.

A key file starts with two lines of text, as PEM allows, one of which says when the key was made.
"""

from __future__ import annotations

import os
import re
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
    load_pem_public_key,
)
from msgspec import Struct

from reports.evidence.errors import EvidenceError

LONGEST = 16 * 1024
"""Bytes of a key file; ours have a few hundred."""
_CREATED = re.compile(r"^Created: (\S+)$", re.M)
_PEM = re.compile(r"-----BEGIN [A-Z ]+-----.*?-----END [A-Z ]+-----", re.S)


class PublicKey(Struct, frozen=True):
    """What checks a seal. `created` is None where the file does not say."""

    key: Ed25519PublicKey
    created: datetime | None

    @property
    def id(self) -> str:
        """SHA-256 of the raw public key, 64 hex digits."""
        return sha256(self.key.public_bytes_raw()).hexdigest()

    def signed(self, message: bytes, signature: bytes) -> bool:
        """Whether `signature` is this key's on `message`."""
        try:
            self.key.verify(signature, message)
        except InvalidSignature:
            return False
        return True


class PrivateKey(Struct, frozen=True):
    """What seals. It has no text form: a log that holds one by mistake shows nothing of it."""

    key: Ed25519PrivateKey
    created: datetime | None

    @property
    def public(self) -> PublicKey:
        return PublicKey(self.key.public_key(), self.created)

    def sign(self, message: bytes) -> bytes:
        """The signature, 64 bytes; the same message gives the same."""
        return self.key.sign(message)

    def __repr__(self) -> str:
        return f"PrivateKey(id={self.public.id[:16]})"


def generate(path: Path, now: datetime | None = None) -> tuple[Path, PublicKey]:
    """Write a new private key to `path` (mode 600) and its public half to ``path.pub``.

    Raises:
        EvidenceError: one of the two files exists, or cannot be written.
    """
    public_path = path.with_name(path.name + ".pub")
    created = (now or datetime.now(UTC)).replace(microsecond=0)
    key = PrivateKey(Ed25519PrivateKey.generate(), created)
    for one in (path, public_path):
        if one.exists() or one.is_symlink():
            raise EvidenceError(f"{one}: exists; a key is never written over, name another file")
    private = key.key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    public = key.key.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
    head = f"Burncard evidence key {key.public.id[:16]}\nCreated: {created.isoformat()}\n"
    _write_new(path, head.encode() + private, 0o600)
    _write_new(public_path, head.encode() + public, 0o644)
    return public_path, key.public


def load_private(path: Path) -> PrivateKey:
    """The key in `path`.

    Raises:
        EvidenceError: it is no Ed25519 private key in PEM, or others may read the file.
    """
    text = _read(path)
    if "BEGIN PUBLIC KEY" in text:
        private = path.name.removesuffix(".pub")
        hint = f", {private}" if private != path.name else ""
        raise EvidenceError(f"{path}: is a public key; give the private one{hint}")
    if os.name == "posix" and path.stat().st_mode & 0o077:
        raise EvidenceError(f"{path}: others may read this private key; run: chmod 600 {path}")
    try:
        key = load_pem_private_key(_pem(path, text).encode(), None)
    except (ValueError, TypeError, UnsupportedAlgorithm) as error:
        raise EvidenceError(
            f"{path}: is no Ed25519 private key in PEM without a password; "
            "`burncard report keygen FILE` makes one"
        ) from error
    if not isinstance(key, Ed25519PrivateKey):
        raise EvidenceError(f"{path}: is a key of another kind; an Ed25519 private key is needed")
    return PrivateKey(key, _created(path, text))


def load_public(path: Path) -> PublicKey:
    """The public key in `path`.

    Raises:
        EvidenceError: it is no Ed25519 public key in PEM.
    """
    text = _read(path)
    pem = _pem(path, text)
    if "PRIVATE" in pem:
        raise EvidenceError(f"{path}: is a private key; give the public one, {path.name}.pub")
    try:
        key = load_pem_public_key(pem.encode())
    except (ValueError, TypeError, UnsupportedAlgorithm) as error:
        raise EvidenceError(f"{path}: is no Ed25519 public key in PEM") from error
    if not isinstance(key, Ed25519PublicKey):
        raise EvidenceError(f"{path}: is a key of another kind; an Ed25519 public key is needed")
    return PublicKey(key, _created(path, text))


def _pem(path: Path, text: str) -> str:
    found = _PEM.search(text)
    if found is None:
        raise EvidenceError(f"{path}: holds no key in PEM (-----BEGIN ...)")
    return found[0]


def _created(path: Path, text: str) -> datetime | None:
    found = _CREATED.search(text)
    if found is None:
        return None
    try:
        created = datetime.fromisoformat(found[1])
    except ValueError as error:
        raise EvidenceError(f"{path}: Created: {found[1]!r} is no time (ISO 8601)") from error
    return created if created.tzinfo else created.replace(tzinfo=UTC)


def _read(path: Path) -> str:
    try:
        with path.open("rb") as file:
            data = file.read(LONGEST + 1)
    except OSError as error:
        raise EvidenceError(f"{path}: cannot be read: {error.strerror}") from error
    if len(data) > LONGEST:
        raise EvidenceError(f"{path}: is no key: more than {LONGEST} bytes")
    return data.decode("utf-8", "replace")


def _write_new(path: Path, data: bytes, mode: int) -> None:
    try:
        fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, mode)
        with os.fdopen(fd, "wb") as file:
            os.fchmod(file.fileno(), mode)  # whatever the umask
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
    except FileExistsError as error:
        raise EvidenceError(f"{path}: exists; a key is never written over") from error
    except OSError as error:
        raise EvidenceError(f"{path}: cannot be written: {error.strerror}") from error
