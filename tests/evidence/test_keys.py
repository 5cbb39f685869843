"""Keys: mode 600, never written over, readable by openssl."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from reports.evidence.errors import EvidenceError
from reports.evidence.keys import generate, load_private, load_public


def test_only_the_owner_may_read_a_new_key(tmp_path: Path) -> None:
    path = tmp_path / "lab.key"
    public, key = generate(path)
    assert path.stat().st_mode & 0o777 == 0o600
    assert public == tmp_path / "lab.key.pub"
    assert b"PRIVATE" not in public.read_bytes()
    assert load_private(path).public.id == key.id == load_public(public).id
    assert load_private(path).created == key.created


@pytest.mark.parametrize("there", ["lab.key", "lab.key.pub"])
def test_a_key_is_never_written_over(tmp_path: Path, there: str) -> None:
    (tmp_path / there).write_text("precious")
    with pytest.raises(EvidenceError, match="exists"):
        generate(tmp_path / "lab.key")
    assert [one.read_text() for one in tmp_path.iterdir()] == ["precious"]


def test_a_private_key_that_others_may_read_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "lab.key"
    generate(path)
    path.chmod(0o640)
    with pytest.raises(EvidenceError, match=r"chmod 600 .*lab\.key"):
        load_private(path)


def test_what_is_no_key_is_named(tmp_path: Path) -> None:
    path = tmp_path / "lab.key"
    public, _ = generate(path)
    with pytest.raises(EvidenceError, match=r"private key; give the public one, lab\.key\.pub"):
        load_public(path)
    public.chmod(0o600)
    with pytest.raises(EvidenceError, match=r"public key; give the private one, lab\.key"):
        load_private(public)
    path.write_text("hello")
    with pytest.raises(EvidenceError, match="holds no key in PEM"):
        load_private(path)
    with pytest.raises(EvidenceError, match="cannot be read"):
        load_public(tmp_path / "nowhere")


def test_a_key_does_not_show_itself(tmp_path: Path) -> None:
    path = tmp_path / "lab.key"
    generate(path)
    key = load_private(path)
    raw = key.key.private_bytes_raw().hex()
    assert raw not in repr(key)
    assert raw not in str(key)


@pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl is not installed")
def test_openssl_reads_both_files(tmp_path: Path) -> None:
    path = tmp_path / "lab.key"
    public, _ = generate(path)
    for words in (["-in", str(path)], ["-pubin", "-in", str(public)]):
        done = subprocess.run(
            ["openssl", "pkey", "-noout", "-text_pub", *words], capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr
        assert "ED25519 Public-Key" in done.stdout


@pytest.mark.parametrize("mode", [0o644, 0o600])
def test_the_public_key_seals_nothing_and_is_named(tmp_path: Path, mode: int) -> None:
    generate(tmp_path / "lab.key")
    public = tmp_path / "lab.key.pub"
    public.chmod(mode)
    with pytest.raises(EvidenceError, match=r"public key; give the private one, lab\.key$"):
        load_private(public)
    with pytest.raises(EvidenceError, match=r"public key; give the private one$"):
        load_private(public.rename(tmp_path / "somewhere.pem"))
