"""A sealed run: the same bytes each time, and every tampering is named."""

from __future__ import annotations

import base64
import json
import shutil
import subprocess
import zipfile
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path

import pytest

from reports.evidence import bundle
from reports.evidence.errors import EvidenceError
from reports.evidence.keys import PrivateKey, generate, load_private
from reports.evidence.sealing import ATTESTATION, Sealed, seal
from reports.evidence.verification import verify


@pytest.fixture(scope="session")
def sealed(played: Path, key: PrivateKey, tmp_path_factory: pytest.TempPathFactory) -> Sealed:
    return seal(played, key, tmp_path_factory.mktemp("sealed") / "evidence.zip")


@pytest.fixture
def copy(sealed: Sealed, tmp_path: Path) -> Path:
    """The bundle without its attestation, to be tampered with."""
    return Path(shutil.copy(sealed.path, tmp_path / "evidence.zip"))


def rewrite(path: Path, change: Callable[[dict[str, bytes]], None], name: str = "") -> None:
    """Pack the bundle again with other contents, as somebody with a zip program would."""
    with zipfile.ZipFile(path) as old:
        contents = {one: old.read(one) for one in old.namelist()}
        comment = old.comment
    change(contents)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as new:
        for one, data in contents.items():
            new.writestr(one, data)
        new.comment = comment


def test_an_untouched_bundle_holds(sealed: Sealed, key: PrivateKey) -> None:
    result = verify(sealed.path, key.public)
    assert result.problems == []
    assert len(result.holds) == 5
    assert result.seal == sealed.seal


def test_the_same_run_sealed_twice_gives_the_same_bytes(
    played: Path, key: PrivateKey, sealed: Sealed, tmp_path: Path
) -> None:
    again = seal(played, key, tmp_path / "evidence.zip")
    assert again.path.read_bytes() == sealed.path.read_bytes()
    assert again.attestation.read_bytes() == sealed.attestation.read_bytes()


def test_everything_of_the_run_is_in_it_and_nothing_else(
    played: Path, key_file: Path, sealed: Sealed
) -> None:
    with zipfile.ZipFile(sealed.path) as archive:
        names = set(archive.namelist())
        assert {
            "run/plan.json",
            "run/run.json",
            "run/verdicts.json",
            "run/report.html",
            "run/certificate.html",
            "versions.txt",
            "seal.json",
            "MANIFEST.sha256",
            "MANIFEST.sig",
        } <= names
        records = {f"run/records/{one.name}" for one in (played / "records").iterdir()}
        assert records <= names
        secret = load_private(key_file).key.private_bytes_raw()
        pem = key_file.read_text().splitlines()[3]
        for name in names:
            data = archive.read(name)
            assert secret not in data
            assert secret.hex().encode() not in data
            assert pem.encode() not in data


def test_a_stray_file_beside_the_run_stays_out(
    played: Path, key: PrivateKey, tmp_path: Path
) -> None:
    run_dir = tmp_path / "run"
    shutil.copytree(played, run_dir)
    generate(run_dir / "lab.key", datetime(2020, 1, 1, tzinfo=UTC))
    made = seal(run_dir, key, tmp_path / "evidence.zip")
    with zipfile.ZipFile(made.path) as archive:
        assert not [name for name in archive.namelist() if "key" in name]


@pytest.mark.parametrize("share", [0.0, 0.001, 0.2, 0.5, 0.8, 0.97, 0.99, 0.9995])
def test_one_changed_byte_is_found_wherever_it_is(
    copy: Path, key: PrivateKey, share: float
) -> None:
    data = bytearray(copy.read_bytes())
    data[int(share * (len(data) - 1))] ^= 0x01
    copy.write_bytes(data)
    problems = verify(copy, key.public).problems
    assert problems
    assert any(one.startswith(("bytes:", "malformed:")) for one in problems)


def test_a_changed_file_is_named(copy: Path, key: PrivateKey) -> None:
    def change(contents: dict[str, bytes]) -> None:
        contents["run/verdicts.json"] = contents["run/verdicts.json"].replace(
            b"finding", b"fiNding"
        )

    rewrite(copy, change)
    problems = verify(copy, key.public).problems
    assert "changed: run/verdicts.json is not what was sealed" in problems
    assert not [one for one in problems if one.startswith(("added", "missing", "wrong key"))]


def test_an_added_and_a_missing_file_are_named(copy: Path, key: PrivateKey) -> None:
    def change(contents: dict[str, bytes]) -> None:
        contents["run/extra.txt"] = b"x"
        del contents["run/plan.json"]

    rewrite(copy, change)
    problems = verify(copy, key.public).problems
    assert "added: run/extra.txt is not in the manifest" in problems
    assert "missing: run/plan.json is listed and not there" in problems


def test_a_manifest_made_to_fit_is_not_believed(copy: Path, key: PrivateKey) -> None:
    def change(contents: dict[str, bytes]) -> None:
        contents["run/plan.json"] += b" "
        sums = bundle.read_manifest(contents["MANIFEST.sha256"])
        sums["run/plan.json"] = sha256(contents["run/plan.json"]).hexdigest()
        contents["MANIFEST.sha256"] = bundle.manifest(sums)

    rewrite(copy, change)
    problems = verify(copy, key.public).problems
    assert "signature: the manifest or its signature was changed after sealing" in problems


def test_a_wrong_key_is_named(copy: Path, tmp_path: Path) -> None:
    _, other = generate(tmp_path / "other.key", datetime(2020, 1, 1, tzinfo=UTC))
    problems = verify(copy, other).problems
    assert any(one.startswith("wrong key: the bundle was sealed with key") for one in problems)
    assert not [one for one in problems if one.startswith(("changed", "added", "missing"))]


def test_a_run_older_than_its_key(played: Path, tmp_path: Path) -> None:
    later = datetime.now(UTC).replace(microsecond=0) + timedelta(days=1)
    generate(tmp_path / "new.key", later)
    new = load_private(tmp_path / "new.key")
    path = tmp_path / "evidence.zip"
    with pytest.raises(EvidenceError, match=r"clock of this machine says .* before the key"):
        seal(played, new, path)
    then = later + timedelta(days=1)
    with pytest.raises(EvidenceError, match=r"before the key was made .* --newer-key"):
        seal(played, new, path, now=then)
    assert not path.exists()
    seal(played, new, path, newer_key=True, now=then)
    said = verify(path, new.public)
    assert said.problems == []
    assert any("the seal says so" in one for one in said.notes)


def test_a_clock_before_the_key_that_the_seal_hides(
    sealed: Sealed, key: PrivateKey, tmp_path: Path
) -> None:
    """The verifier's copy of the key says that it was made after the run."""
    later = datetime.now(UTC) + timedelta(days=1)
    moved = type(key.public)(key.public.key, later)
    problems = verify(sealed.path, moved).problems
    assert [one.split(":")[0] for one in problems] == ["clock"]


@pytest.mark.parametrize(
    "name", ["../outside", "/etc/passwd", "run/../../x", "C:/x", "run\\x", "run//x", "run/a\x1bb"]
)
def test_a_name_that_leads_out_is_refused(copy: Path, key: PrivateKey, name: str) -> None:
    rewrite(copy, lambda contents: contents.update({name: b"x"}))
    problems = verify(copy, key.public).problems
    assert any(one.startswith("malformed:") for one in problems)
    assert not (copy.parent.parent / "outside").exists()


def test_a_bomb_is_refused_before_it_is_unpacked(
    copy: Path, key: PrivateKey, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bundle, "MOST_BYTES", 50_000_000)
    rewrite(copy, lambda contents: contents.update({"run/zeros": bytes(60_000_000)}))

    def never(*_: object) -> None:
        raise AssertionError("it was opened")

    monkeypatch.setattr(zipfile.ZipFile, "open", never)
    problems = verify(copy, key.public).problems
    assert any("more than a bundle may have" in one for one in problems)


def test_a_link_and_a_doubled_name_are_refused(copy: Path, key: PrivateKey) -> None:
    link = zipfile.ZipInfo("run/link")
    link.external_attr = 0o120777 << 16
    with zipfile.ZipFile(copy, "a") as archive:
        archive.writestr(link, "/etc/passwd")
        with pytest.warns(UserWarning, match="Duplicate name"):
            archive.writestr("run/plan.json", "{}")
    problems = verify(copy, key.public).problems
    assert "malformed: 'run/link' is no regular file" in problems
    assert "malformed: 'run/plan.json' is there 2 times" in problems


@pytest.mark.parametrize("data", [b"", b"PK", b"hello" * 1000])
def test_what_is_no_archive_is_said_to_be_none(
    tmp_path: Path, key: PrivateKey, data: bytes
) -> None:
    path = tmp_path / "evidence.zip"
    path.write_bytes(data)
    assert any(one.startswith("malformed:") for one in verify(path, key.public).problems)


def test_a_cut_bundle_does_not_hold(copy: Path, key: PrivateKey) -> None:
    data = copy.read_bytes()
    copy.write_bytes(data[: len(data) // 2])
    assert verify(copy, key.public).problems


def test_another_bundle_is_not_written_over(played: Path, key: PrivateKey, tmp_path: Path) -> None:
    path = tmp_path / "evidence.zip"
    path.write_bytes(b"something else")
    with pytest.raises(EvidenceError, match="another bundle"):
        seal(played, key, path)
    assert path.read_bytes() == b"something else"
    assert list(tmp_path.iterdir()) == [path]


def test_the_rig_file_must_be_the_one_of_the_run(
    played: Path, key: PrivateKey, tmp_path: Path
) -> None:
    run_dir = tmp_path / "run"
    shutil.copytree(played, run_dir)
    rig = tmp_path / "bench.toml"
    rig.write_text("name = 'bench'\n")
    plan = json.loads((run_dir / "plan.json").read_text())
    plan["run"] |= {"rig_file": str(rig), "rig_sha256": sha256(rig.read_bytes()).hexdigest()}
    (run_dir / "plan.json").write_text(json.dumps(plan))
    made = seal(run_dir, key, tmp_path / "one.zip")
    with zipfile.ZipFile(made.path) as archive:
        assert archive.read("rig/bench.toml") == rig.read_bytes()
    rig.write_text("name = 'bench' # changed\n")
    with pytest.raises(EvidenceError, match="has changed since the run"):
        seal(run_dir, key, tmp_path / "two.zip")


def test_baseline_and_environment_stand_apart(
    played: Path, key: PrivateKey, sealed: Sealed, tmp_path: Path
) -> None:
    def sealed_with(**changes: object) -> Sealed:
        run_dir = tmp_path / f"run{len(list(tmp_path.iterdir()))}"
        shutil.copytree(played, run_dir)
        for name in ("plan.json", "run.json"):
            content = json.loads((run_dir / name).read_text())
            content["run"] |= changes
            (run_dir / name).write_text(json.dumps(content))
        return seal(run_dir, key, run_dir.with_suffix(".zip"))

    moved = sealed_with(platform="another machine")
    assert moved.seal.baseline.sha256 == sealed.seal.baseline.sha256
    assert moved.seal.environment.sha256 != sealed.seal.environment.sha256
    ruled = sealed_with(house_rules={"down-under-blackjack": {"dealer_22": "bust"}})
    assert ruled.seal.baseline.sha256 != sealed.seal.baseline.sha256
    assert ruled.seal.environment.sha256 == sealed.seal.environment.sha256


def test_the_attestation_says_what_was_tested_and_how(sealed: Sealed, key: PrivateKey) -> None:
    envelope = json.loads(sealed.attestation.read_bytes())
    body = base64.b64decode(envelope["payload"])
    kind = envelope["payloadType"].encode()
    key.public.key.verify(
        base64.b64decode(envelope["signatures"][0]["sig"]),
        b"DSSEv1 28 " + kind + b" " + str(len(body)).encode() + b" " + body,
    )
    said = json.loads(body)
    assert said["_type"] == "https://in-toto.io/Statement/v1"
    assert said["predicateType"] == "https://in-toto.io/attestation/test-result/v0.1"
    whole = sha256(sealed.path.read_bytes()).hexdigest()
    assert said["subject"] == [{"name": "evidence.zip", "digest": {"sha256": whole}}]
    predicate = said["predicate"]
    assert predicate["result"] == "FAILED"
    names = [one["name"] for one in predicate["configuration"]]
    assert {"baseline", "environment", "run/plan.json", "versions.txt"} <= set(names)
    assert predicate["passedTests"] == ["665a09-b1-five-up", "665a09-b2i-king-up"]
    assert predicate["warnedTests"] == ["685a12-h-yellow-for-red"]
    assert predicate["failedTests"] == [
        "665a09-c-bust-it-stays",
        "685a12-e-short-shoe",
        "685a12-i-two-lights",
        "685a12-j-jam",
        "685a12-k-sign",
    ]


def test_an_attestation_of_another_file_is_named(
    copy: Path, key: PrivateKey, sealed: Sealed
) -> None:
    beside = copy.with_name(copy.name + ATTESTATION)
    shutil.copy(sealed.attestation, beside)
    assert verify(copy, key.public).problems == []
    rewrite(copy, lambda contents: None)
    problems = verify(copy, key.public).problems
    assert f"attestation: {beside.name} is about another file" in problems
    beside.write_text('{"payload": 3}')
    assert any("is no DSSE envelope" in one for one in verify(copy, key.public).problems)


@pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl is not installed")
def test_openssl_checks_the_signature_and_sha256sum_the_files(
    sealed: Sealed, key_file: Path, tmp_path: Path
) -> None:
    with zipfile.ZipFile(sealed.path) as archive:
        archive.extractall(tmp_path)
    command = ["openssl", "pkeyutl", "-verify", "-pubin", "-inkey", f"{key_file}.pub", "-rawin"]
    command += ["-in", "MANIFEST.sha256", "-sigfile", "MANIFEST.sig"]
    good = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert good.returncode == 0, good.stderr
    assert "Verified Successfully" in good.stdout
    with (tmp_path / "MANIFEST.sha256").open("a") as file:
        file.write("x")
    assert subprocess.run(command, cwd=tmp_path, capture_output=True).returncode != 0
    if shutil.which("sha256sum"):
        with zipfile.ZipFile(sealed.path) as archive:
            archive.extract("MANIFEST.sha256", tmp_path)
        sums = ["sha256sum", "--check", "--strict", "--quiet", "MANIFEST.sha256"]
        assert subprocess.run(sums, cwd=tmp_path).returncode == 0
