"""Say in Allure what a scenario did: Gherkin steps, labels, attachments, and the true verdict.

It stands on allure-pytest, which writes the files. What allure-pytest cannot know is added here: it
has no idea of Gherkin steps, takes an interrupted test for a passed one, and writes a container for
every fixture. Without ``--alluredir`` none of this is used.
"""

from __future__ import annotations

import csv
import io
import json
import platform
import sys
import time
import traceback
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Protocol
from uuid import uuid4

from allure_commons.logger import AllureFileLogger
from allure_commons.model2 import (
    Label,
    Link,
    Parameter,
    StatusDetails,
    TestResult,
    TestResultContainer,
    TestStepResult,
)
from allure_commons.types import AttachmentType
from msgspec import Struct

from reference_engine.law import cited
from reports import allure_identity as identity
from reports.allure_repair import STATUS
from reports.html.cards import document
from reports.html.visible import visible, visible_lines
from reports.lines import Close
from reports.records import Record, Scenario, read_record

_LANGUAGE = f"{platform.python_implementation().lower()}{sys.version_info.major}"
_BAD = ("failed", "broken")
_PLAIN = (str, int, float, bool)


class Reporter(Protocol):
    """The part that is used here of allure-pytest's `AllureReporter`."""

    def start_step(self, parent_uuid: str | None, uuid: str, step: TestStepResult) -> None: ...

    def stop_step(self, uuid: str, **what: object) -> None: ...

    def attach_data(self, uuid: str, body: str, **what: object) -> None: ...

    def attach_file(self, uuid: str, source: Path, **what: object) -> None: ...


class Played(Struct, frozen=True):
    """A scenario as Allure shall show it."""

    planned: Scenario
    attempt: int
    description: str
    severity: str
    tags: tuple[str, ...]
    row: Mapping[str, str]
    """The Examples row: column to value."""
    rig: str
    """Name of the rig. It belongs to the history id: two benches are two histories."""
    owner: str = ""
    """Who looks after the scenario, where a tag says so."""


class AllureSteps:
    """The steps of the scenario that is being played, one open at a time.

    Args:
        reporter: allure-pytest's own; what a step attaches by `allure.attach` lands in that step.
    """

    def __init__(self, reporter: Reporter) -> None:
        self._reporter = reporter
        self._open: TestStepResult | None = None
        self._key = ""

    def start(
        self,
        keyword: str,
        text: str,
        table: Sequence[Sequence[object]] | None = None,
        docstring: str | None = None,
    ) -> None:
        """A step begins. `table` and `docstring`: what stands below it."""
        self._key = _new_id()
        self._open = TestStepResult(name=f"{keyword.strip()} {text}", start=_now())
        self._reporter.start_step(None, self._key, self._open)
        if table is not None:
            out = io.StringIO()
            csv.writer(out).writerows(table)
            self._attach(out.getvalue(), "table", AttachmentType.CSV)
        if docstring is not None:
            self._attach(docstring, "text", AttachmentType.TEXT)

    def parameters(self, arguments: Mapping[str, Any]) -> None:
        """What the step's text gave its definition; values that are no plain text are left out."""
        if self._open is not None:
            self._open.parameters = [
                Parameter(name=name, value=str(value))
                for name, value in arguments.items()
                if isinstance(value, _PLAIN)
            ]

    def stop(self, status: str, message: str = "", trace: TracebackType | None = None) -> None:
        """The step ended. `status`: passed, failed, broken, skipped."""
        if self._open is None:
            return
        self._open = None
        details = None
        if message:
            text = "".join(traceback.format_tb(trace)) if trace is not None else None
            details = StatusDetails(message=message, trace=text)
        self._reporter.stop_step(self._key, stop=_now(), status=status, statusDetails=details)

    def _attach(self, body: str, name: str, kind: AttachmentType) -> None:
        self._reporter.attach_data(_new_id(), body, name=name, attachment_type=kind)


def claim(result: TestResult, scenario: str) -> None:
    """Mark allure-pytest's result of a test that begins: until `dress` it is no result of ours."""
    result.labels.append(Label(name=identity.BEGUN_LABEL, value=scenario))


def dress(reporter: Reporter, result: TestResult, played: Played, run_dir: Path) -> None:
    """Make allure-pytest's result of a test the result of a scenario whose record has ended.

    Where the record is not closed the result says *broken, interrupted*, whatever pytest thought.
    """
    planned = played.planned
    result.name = planned.name or "unnamed"
    result.fullName = identity.full_name(planned)
    result.description = played.description or None
    result.testCaseId = identity.case_id(planned.id)
    result.historyId = identity.history_id(planned.id, played.rig)
    result.parameters = [
        Parameter(**one) for one in identity.parameters(played.rig, played.row, played.attempt)
    ]
    host = [one for one in result.labels if one.name in ("host", "thread")]
    said = identity.labels(planned, played.severity, played.owner, played.tags)
    result.labels = [
        *host,
        Label(name="language", value=_LANGUAGE),
        *(Label(name=name, value=value) for name, value in said),
    ]
    result.links = [
        Link(type="clause", url=address, name=cite)
        for cite, address in identity.links(planned.clauses)
    ]
    result.titlePath = identity.title_path(planned)
    record = read_record(run_dir / "records" / f"{planned.id}.{played.attempt}.jsonl")
    _set_verdict(result, record.closed)
    _attachments(reporter, result, played, record, run_dir)


def _set_verdict(result: TestResult, closed: Close | None) -> None:
    details = result.statusDetails or StatusDetails()
    if closed is None:
        result.status = "broken"
        details.message = "interrupted: the run was cut short in this scenario"
        result.statusDetails = details
        return
    result.status = STATUS[closed.verdict]
    if closed.verdict == "conforms":
        result.statusDetails = None
        return
    texts = [closed.reason] if closed.verdict == "inconclusive" else []
    texts += [one.text or one.kind for one in closed.discrepancies]
    details.message = f"{closed.verdict}: " + visible_lines("\n".join(texts or [closed.reason]))
    details.trace = None if closed.discrepancies else details.trace
    result.statusDetails = details


def _attachments(
    reporter: Reporter, result: TestResult, played: Played, record: Record, run_dir: Path
) -> None:
    def attach(body: str, name: str, kind: AttachmentType) -> None:
        reporter.attach_data(
            _new_id(), body, name=name, attachment_type=kind, parent_uuid=result.uuid
        )

    closed = record.closed
    if closed is not None and closed.table:
        attach(document(closed.table, result.name), "table", AttachmentType.HTML)
    if record.acts:
        ruling = [{"act": one.n, "event": one.event, "effects": one.effects} for one in record.acts]
        attach(json.dumps(ruling, indent=1, default=str), "ruling", AttachmentType.JSON)
    if closed is not None and closed.discrepancies:
        rows = [("kind", "device", "clauses", "what")]
        rows += [
            (one.kind, visible(one.device), cited(*one.clauses), visible(one.text))
            for one in closed.discrepancies
        ]
        out = io.StringIO()
        csv.writer(out).writerows(rows)
        attach(out.getvalue(), "differences", AttachmentType.CSV)
    wire = run_dir / "wire" / f"{played.planned.id}.{played.attempt}.jsonl"
    if wire.is_file() and wire.stat().st_size:
        reporter.attach_file(
            _new_id(),
            wire,
            name="wire log",
            attachment_type=AttachmentType.TEXT,
            parent_uuid=result.uuid,
        )


def lean(logger: AllureFileLogger) -> None:
    """Keep off the disk what says nothing.

    Containers whose fixtures all went well: pytest-bdd and pytest make dozens of fixtures; ten
    thousand scenarios would leave as many files again. A set-up or tear-down that failed is kept.
    Results of tests that were cut short before their set-up: not even their names are known.
    """
    write: Callable[[object], None] = logger._report_item

    def report(item: object) -> None:
        if isinstance(item, TestResultContainer):
            item.befores = [one for one in item.befores if one.status in _BAD]
            item.afters = [one for one in item.afters if one.status in _BAD]
            if not item.befores and not item.afters:
                return
        if isinstance(item, TestResult) and not item.fullName:
            return
        write(item)

    # allure-pytest makes its logger itself and has registered it by now.
    vars(logger)["_report_item"] = report


def _new_id() -> str:
    return str(uuid4())


def _now() -> int:
    """Wall time as Allure counts it, milliseconds."""
    return round(time.time() * 1000)
