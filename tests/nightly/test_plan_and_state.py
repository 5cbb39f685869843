"""The plan of a night, what a night remembers, what it keeps."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from burncard.errors import UsageError
from burncard.nightly.plan import read
from burncard.nightly.state import JobState, Night, nights, prune, save, unfinished, worst


def plan(folder: Path, text: str) -> Path:
    path = folder / "plan.toml"
    path.write_text(text)
    return path


def test_a_plan_makes_a_job_of_each_bench_and_build(tmp_path: Path) -> None:
    (tmp_path / "lab.toml").touch()
    text = """
        name = "lab"
        [[bench]]
        name = "emulated"
        [[bench]]
        name = "lab"
        rig = "lab.toml"
        [[bench.firmware]]
        name = "1.4"
        [[bench.firmware]]
        name = "1.5-rc1"
        install = ["./flash", "1.5"]
        expect = { shoe = "1.5.0" }
    """
    found = read(plan(tmp_path, text))
    assert [one.name for one in found.jobs] == ["emulated", "lab-1.4", "lab-1.5-rc1"]
    assert found.out == tmp_path / "nights"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "`name`"),
        ('name = "lab"', "`bench`"),
        ('name = "lab"\nbench = []', "bench"),
        ('name = "../lab"\n[[bench]]\nname = "a"', "name"),
        ('name = "lab"\n[[bench]]\nname = "a"\nrepeats = 3', "`repeats`"),
        ('name = "lab"\n[[bench]]\nname = "a"\nrepeat = 0', "bench[0].repeat"),
        ('name = "lab"\n[[bench]]\nname = "a"\nrig = "none.toml"', "'none.toml': no such file"),
        ('name = "lab"\n[[bench]]\nname = "a"\n[[bench]]\nname = "A"', "two jobs are called A"),
        ('name = "lab"\n[[bench]]\nname = "a"\n[webhook]\nurl = "file:///etc"', "http"),
        ('name = "lab"\n[[bench]]\nname = "a"\nselect = "a and"', "bench a: select 'a and'"),
        ('name = "lab"\n[[bench]]\nname = "a"\nselect = "two words"', "use words, and, or"),
        ("name = ", "plan.toml"),
    ],
)
def test_a_wrong_plan_is_named_in_one_line(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(UsageError) as caught:
        read(plan(tmp_path, text))
    line = str(caught.value)
    assert said in line
    assert line.startswith(str(tmp_path / "plan.toml"))
    assert "\n" not in line


def test_no_plan_at_all(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="No such file"):
        read(tmp_path / "plan.toml")


@pytest.mark.parametrize(
    ("codes", "code"),
    [
        ([0, 0], 0),
        ([0, 3], 3),
        ([3, 130], 130),
        ([130, 1, 0], 1),
        ([0, 2], 3),
        ([0, -9], 3),
        ([], 3),
    ],
)
def test_the_worst_code(codes: list[int], code: int) -> None:
    assert worst(codes) == code


def test_what_was_never_played_is_not_verified() -> None:
    assert JobState().worst == 3
    assert JobState(code=0).worst == 0
    assert JobState(code=0, soak=1).worst == 1


def night(out: Path, name: str, **more: object) -> Path:
    folder = out / name
    folder.mkdir(parents=True)
    started = more.pop("started", datetime.now(UTC).isoformat())
    save(folder, Night("plan.toml", "sha", str(started), **more))  # type: ignore[arg-type]
    return folder


def test_the_newest_unfinished_night_of_the_same_plan_is_gone_on_with(tmp_path: Path) -> None:
    night(tmp_path, "2026-11-01", finished="then", code=0)
    assert unfinished(tmp_path, "sha", 18) is None
    open_night = night(tmp_path, "2026-11-02")
    night(tmp_path, "2026-11-03", finished="then", code=0)
    found = unfinished(tmp_path, "sha", 18)
    assert found is not None
    assert found[0] == open_night
    assert unfinished(tmp_path, "another plan", 18) is None
    assert unfinished(tmp_path / "nowhere", "sha", 18) is None


def test_a_night_of_long_ago_is_not_gone_on_with(tmp_path: Path) -> None:
    old = datetime.now(UTC) - timedelta(hours=19)
    night(tmp_path, "2026-11-02", started=old.isoformat())
    assert unfinished(tmp_path, "sha", 18) is None
    assert unfinished(tmp_path, "sha", 20) is not None


def test_what_is_kept(tmp_path: Path) -> None:
    names = [f"2026-11-0{n}" for n in range(1, 8)]
    for name in names:
        night(tmp_path, name, finished="then", code=0 if name == "2026-11-02" else 1)
    (tmp_path / "2026-11-00-notes").mkdir()
    torn = tmp_path / "2026-11-00-torn"
    torn.mkdir()
    (torn / "night.json").write_text("{")
    current = tmp_path / "2026-11-07"
    gone = prune(tmp_path, 3, current)
    assert sorted(one.name for one in gone) == ["2026-11-01", "2026-11-03", "2026-11-04"]
    # The last good night is kept; what is no night is nobody's to delete.
    assert sorted(one.name for one in tmp_path.iterdir()) == [
        "2026-11-00-notes",
        "2026-11-00-torn",
        "2026-11-02",
        "2026-11-05",
        "2026-11-06",
        "2026-11-07",
    ]
    assert next(folder.name for folder, _ in nights(tmp_path)) == "2026-11-07"
