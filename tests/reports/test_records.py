"""Plan and records: written in time, readable after any end."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
from pathlib import Path

import msgspec
import pytest

from reports.lines import Close, Msg, Step
from reports.records import (
    LINE_LIMIT,
    RunDirError,
    Scenario,
    clear_run,
    open_record,
    read_plan,
    read_record,
    read_records,
    write_atomic,
    write_plan,
)

ONE = Scenario("a-1", "One", "F", "R", "f.feature", 3, ("665a.9(a)",), ("shoe",))


def test_a_plan_comes_back_as_it_was_written(tmp_path: Path) -> None:
    plan = write_plan(tmp_path, {"rig": "emulated", "partial": False}, [ONE])
    assert read_plan(tmp_path) == plan
    assert plan.scenarios == (ONE,)


def test_ids_that_one_file_system_may_take_for_one_are_refused(tmp_path: Path) -> None:
    other = Scenario("A-1", "Other", file="g.feature", line=9)
    with pytest.raises(
        RunDirError, match=r"g\.feature:9: scenario id A-1 is taken by f\.feature:3"
    ):
        write_plan(tmp_path, {}, [ONE, other])
    assert not (tmp_path / "plan.json").exists()


@pytest.mark.parametrize("bad", ["", "../x", "a/b", ".hidden", "a b", "x" * 201, "a\n"])
def test_an_id_that_cannot_name_a_file_is_refused(tmp_path: Path, bad: str) -> None:
    with pytest.raises(RunDirError, match="cannot name a file"):
        write_plan(tmp_path, {}, [Scenario(bad, "x")])


@pytest.mark.parametrize(
    ("content", "says"),
    [(None, "there is no plan"), (b'{"run": {', "is not a plan"), (b"\xff\xfe", "is not a plan")],
)
def test_a_plan_that_cannot_be_read_is_one_clear_error(
    tmp_path: Path, content: bytes | None, says: str
) -> None:
    if content is not None:
        (tmp_path / "plan.json").write_bytes(content)
    with pytest.raises(RunDirError, match=says) as error:
        read_plan(tmp_path)
    assert "\n" not in str(error.value)


def test_every_line_of_a_record_comes_back(tmp_path: Path) -> None:
    with open_record(tmp_path, ONE) as writer:
        writer.step(1, "When", "seat 1 hits", "passed", 3.21, ["a note"])
        writer.message(5, "bench", "shoe", "stimulus", "draw", {"count": 1}, act=1)
        writer.message(9, "shoe", "bench", "wire", "card", {"card": "KH"}, b"\x3a\x30", 1)
        writer.act(1, {"event": "DrawCard", "card": "KH"}, [{"effect": "card"}], {"x": 1}, 7)
        writer.close("conforms", judged={"shoe": True}, table={"x": 1})
    record = read_record(tmp_path / "records" / "a-1.1.jsonl")
    assert record.problems == []
    assert record.opened is not None
    assert (record.opened.id, record.opened.attempt, record.opened.lineno) == ("a-1", 1, 3)
    assert record.steps == [Step(1, "When", "seat 1 hits", "passed", 3.21, ("a note",))]
    assert record.msgs[1] == Msg(9, "shoe", "bench", "wire", "card", {"card": "KH"}, "3a30", 1)
    assert record.acts[0].event == {"event": "DrawCard", "card": "KH"}
    assert record.closed is not None
    assert record.closed.judged == {"shoe": True}


def test_the_open_line_is_there_before_anything_happens(tmp_path: Path) -> None:
    writer = open_record(tmp_path, ONE)
    record = read_record(writer.path)
    writer.abandon()
    assert record.opened is not None
    assert record.closed is None


def test_attempts_never_overwrite_each_other(tmp_path: Path) -> None:
    open_record(tmp_path, ONE).abandon()
    open_record(tmp_path, ONE).abandon()
    with pytest.raises(RunDirError, match="attempts never overwrite"):
        open_record(tmp_path, ONE, 2)
    # An id that begins like another is another scenario.
    open_record(tmp_path, Scenario("a-1.7", "x")).abandon()
    assert open_record(tmp_path, ONE).path.name == "a-1.3.jsonl"
    assert [(one.id, one.attempt) for one in read_records(tmp_path)] == [
        ("a-1", 1),
        ("a-1", 2),
        ("a-1", 3),
        ("a-1.7", 1),
    ]


def test_a_record_that_is_left_without_close_is_not_closed(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt), open_record(tmp_path, ONE) as writer:
        raise KeyboardInterrupt
    assert read_record(writer.path).closed is None
    with pytest.raises(RunDirError, match="the record is closed"):
        writer.step(1, "When", "x", "passed", 1.0)


@pytest.mark.parametrize("verdict", ["interrupted", "passed", ""])
def test_only_verdicts_that_a_record_can_carry_are_written(tmp_path: Path, verdict: str) -> None:
    with open_record(tmp_path, ONE) as writer, pytest.raises(msgspec.ValidationError):
        writer.close(verdict)  # type: ignore[arg-type]
    assert read_record(writer.path).closed is None


def test_every_cut_of_a_record_is_readable_and_only_the_whole_one_closed(tmp_path: Path) -> None:
    with open_record(tmp_path, ONE) as writer:
        writer.step(1, "When", "seat 1 hits", "passed", 1.0)
        writer.message(9, "shoe", "bench", "wire", "card", {"card": "K\u202eH"}, b"\x00", 1)
        writer.close("conforms", judged={"shoe": True})
    whole = writer.path.read_bytes()
    for length in range(len(whole)):
        writer.path.write_bytes(whole[:length])
        record = read_record(writer.path)
        assert record.closed is None, length
        if length and whole[length - 1 : length] != b"\n":
            assert any("cut short" in problem for problem in record.problems), length
    writer.path.write_bytes(whole)
    assert read_record(writer.path).closed is not None


@pytest.mark.parametrize(
    "line",
    [
        b"\xff\xfe\x00",
        b"not json",
        b"[1,2]",
        b'{"line":"nonsense"}',
        b'{"line":"step","n":"one","keyword":"","text":"","status":""}',
        b'{"line":"close","verdict":"passed"}',
    ],
)
def test_a_line_that_cannot_be_read_is_named_and_the_rest_is_used(
    tmp_path: Path, line: bytes
) -> None:
    with open_record(tmp_path, ONE) as writer:
        writer.step(1, "When", "x", "passed", 1.0)
    with writer.path.open("ab") as file:
        file.write(
            line + b"\n" + b'{"line":"step","n":2,"keyword":"","text":"","status":"passed"}\n'
        )
    record = read_record(writer.path)
    assert [step.n for step in record.steps] == [1, 2]
    assert record.closed is None
    assert len(record.problems) == 1
    assert record.problems[0].startswith("a-1.1.jsonl:3: not a line of a record")


def test_nothing_counts_after_the_close_line(tmp_path: Path) -> None:
    with open_record(tmp_path, ONE) as writer:
        writer.close("inconclusive", reason="link lost")
    with writer.path.open("ab") as file:
        file.write(b'{"line":"close","verdict":"conforms"}\n')
    record = read_record(writer.path)
    assert record.closed is not None
    assert record.closed.verdict == "inconclusive"
    assert record.problems == ["a-1.1.jsonl:3: a line after the close line"]


def test_a_record_of_another_scenario_does_not_open_this_one(tmp_path: Path) -> None:
    writer = open_record(tmp_path, ONE)
    writer.abandon()
    moved = writer.path.rename(writer.path.with_name("b-2.1.jsonl"))
    record = read_record(moved)
    assert record.opened is None
    assert any("out of place" in problem for problem in record.problems)


def test_a_message_too_long_is_cut_and_says_how_long_it_was(tmp_path: Path) -> None:
    with open_record(tmp_path, ONE) as writer:
        writer.message(1, "shoe", "bench", "wire", "card", {"card": "x" * LINE_LIMIT}, bytes(2**20))
        writer.close("conforms")
    assert writer.path.stat().st_size < LINE_LIMIT
    message = read_record(writer.path).msgs[0]
    assert message.cut == 2**20
    assert message.data["card"].endswith(f"… ({LINE_LIMIT} characters)")


def test_a_record_at_its_limit_still_gets_its_close_line(tmp_path: Path) -> None:
    with open_record(tmp_path, ONE, limit=2000) as writer:
        for number in range(100):
            writer.step(number, "When", "seat 1 hits", "passed", 1.0)
        writer.close("conforms")
    record = read_record(writer.path)
    assert isinstance(record.closed, Close)
    assert record.closed.dropped == 100 - len(record.steps) > 0
    assert writer.path.stat().st_size < 4000
    assert any("size limit" in problem for problem in record.problems)


def test_a_full_disk_is_one_clear_error_and_what_was_written_is_readable(tmp_path: Path) -> None:
    # A limit on the size of files behaves as a full disk does: a part of a line, then an error.
    code = """
        import resource, sys
        from pathlib import Path
        from reports.records import RunDirError, Scenario, open_record
        resource.setrlimit(resource.RLIMIT_FSIZE, (5000, 5000))
        writer = open_record(Path(sys.argv[1]), Scenario("a-1", "One"))
        for n in range(1, 1000):
            try:
                writer.step(n, "When", "seat 1 hits", "passed", 1.0)
            except RunDirError as error:
                print(n)
                print(error)
                raise SystemExit(0)
    """
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code), str(tmp_path)],
        capture_output=True,
        text=True,
        timeout=30,
        check=True,
    )
    failed, error = done.stdout.splitlines()
    assert "a-1.1.jsonl: no space left to write" in error
    record = read_record(tmp_path / "records" / "a-1.1.jsonl")
    assert [step.n for step in record.steps] == list(range(1, int(failed)))
    assert record.problems == []


def test_what_a_killed_writer_wrote_is_there(tmp_path: Path) -> None:
    code = """
        import sys
        from pathlib import Path
        from reports.records import Scenario, open_record
        writer = open_record(Path(sys.argv[1]), Scenario("a-1", "One"))
        n = 0
        while True:
            n += 1
            writer.step(n, "When", "seat 1 hits", "passed", 1.0)
            if n == 50:
                print("fifty", flush=True)
    """
    with subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(code), str(tmp_path)], stdout=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"fifty\n"
        os.kill(process.pid, signal.SIGKILL)
        process.wait(timeout=10)
    record = read_record(tmp_path / "records" / "a-1.1.jsonl")
    assert len(record.steps) >= 50
    assert record.closed is None


def test_an_atomic_write_that_fails_leaves_the_old_file(tmp_path: Path) -> None:
    target = tmp_path / "run.json"
    write_atomic(target, "old")
    (tmp_path / "folder").mkdir()
    with pytest.raises(RunDirError, match="folder: cannot be written"):
        write_atomic(tmp_path / "folder", "new")
    with pytest.raises(RunDirError, match="cannot be written"):
        write_atomic(tmp_path / "nowhere" / "run.json", "new")
    assert target.read_text() == "old"
    assert sorted(one.name for one in tmp_path.iterdir()) == ["folder", "run.json"]


def test_a_run_directory_is_cleared_of_a_run_and_of_nothing_else(tmp_path: Path) -> None:
    run_dir = tmp_path / "out"
    clear_run(run_dir)
    write_plan(run_dir, {}, [ONE])
    open_record(run_dir, ONE).abandon()
    (run_dir / "notes.txt").write_text("mine")
    clear_run(run_dir)
    assert [one.name for one in run_dir.iterdir()] == ["notes.txt"]
    with pytest.raises(RunDirError, match="is not empty and holds no run"):
        clear_run(run_dir)
    with pytest.raises(RunDirError, match="is a file"):
        clear_run(run_dir / "notes.txt")
