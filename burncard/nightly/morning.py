"""What a night has to say: the page, the short text, the message to a chat."""

from __future__ import annotations

import os
import urllib.parse
import urllib.request
from http.client import HTTPException
from pathlib import Path

import msgspec
from msgspec import Struct, structs

from burncard.nightly.plan import Job, Read, Webhook
from burncard.nightly.state import JobState, Night, worst
from reports.history import store
from reports.history.database import HistoryError, history
from reports.history.diff import Diff, compare
from reports.history.page import morning_page
from reports.history.view import View, of_directory
from reports.history.words import sections, sentence
from reports.html.page import moment
from reports.records import RunDirError, write_atomic
from reports.verdicts import CONFORMS

PAGE, TEXT, LATEST = "morning.html", "morning.txt", "latest.txt"
LOG = "job.log"
"""What a job's processes wrote to their terminal."""
_WORDS = {0: "all conform", 1: "findings", 3: "not fully verified", 130: "interrupted"}
_LOOKS = {0: "conforms", 1: "finding", 3: "inconclusive", 130: "interrupted"}
_NOTABLE = ("finding", "advisory", "inconclusive", "not run")
"""Looks of the sections that the short text quotes from: what has to be acted on."""
_QUOTED = 5


class Said(Struct, frozen=True):
    """The short text, and exit codes of the comparisons with the last good night."""

    text: str
    codes: list[int]


class _Seen(Struct):
    """A job as the morning shows it."""

    job: Job
    state: JobState
    view: View | None = None
    diff: Diff | None = None
    notes: list[str] = []


def write(read: Read, folder: Path, night: Night, db: str | None) -> Said:
    """Record the night's runs, compare each with its last good one, write page and text.

    A history that cannot be reached is named on the page and changes no verdict.

    Raises:
        RunDirError: the page cannot be written.
    """
    seen = [_seen(read, job, folder, night.jobs[job.name]) for job in read.jobs]
    try:
        with history(db) as engine:
            for one in seen:
                if one.view is None:
                    continue
                good = [
                    brief.id
                    for brief in store.runs(engine, label=one.view.label)
                    if brief.exit_code == 0 and brief.id != one.view.id
                ]
                code = one.state.worst
                if good:
                    one.diff = compare(store.load(engine, good[0]), one.view)
                    code = worst([code, one.diff.exit_code])
                # A night with a failed soak, the wrong firmware or a regression is no good one.
                store.record(engine, structs.replace(one.view, exit_code=code))
    except HistoryError as error:
        for one in seen:
            one.notes.append(f"not recorded: {error}")
    codes = [one.diff.exit_code for one in seen if one.diff is not None]
    code = worst([*(one.state.worst for one in seen), *codes])
    text = _text(read, folder, code, seen)
    write_atomic(folder / PAGE, _page(read, night, code, seen))
    write_atomic(folder / TEXT, text + "\n")
    write_atomic(read.out / LATEST, text + "\n")
    return Said(text, codes)


def _seen(read: Read, job: Job, folder: Path, state: JobState) -> _Seen:
    one = _Seen(job, state, notes=list(state.notes))
    try:
        one.view = of_directory(
            folder / job.name / "run", f"nightly:{read.plan.name}/{job.name}"[:200]
        )
    except RunDirError:
        one.notes.append("nothing was played")
        return one
    if state.code not in (None, one.view.exit_code):
        one.notes.append(f"its run ended with {state.code}, see {job.name}/{LOG}")
    if job.build is not None:
        wrong = list(_unexpected(job.build.expect, one.view))
        if wrong:
            one.notes += wrong
            state.code = worst([3, state.code if state.code is not None else 3])
    return one


def _unexpected(expect: dict[str, str], view: View) -> list[str]:
    told: dict[str, set[str]] = {}
    for device in view.devices:
        told.setdefault(device.name, set()).add(str(device.identity.get("firmware", "")))
    return [
        f"{name} tells firmware {' and '.join(sorted(told.get(name, {'nothing'})))}, "
        f"the plan expects {version}"
        for name, version in expect.items()
        if told.get(name) != {version}
    ]


def _told(one: _Seen) -> str:
    """A job in a few words."""
    parts = []
    if one.view is not None:
        total = len(one.view.scenarios)
        counts = ", ".join(
            f"{n} {'conform' if name == CONFORMS and n != 1 else name}"
            for name, n in one.view.counts.items()
            if n
        )
        parts.append(f"{total} scenario{'' if total == 1 else 's'}: {counts or 'none'}")
    if one.state.soak is not None:
        parts.append(f"soak: {_WORDS.get(one.state.soak, 'not fully verified')}")
    return "; ".join([*parts, *one.notes])


def _text(read: Read, folder: Path, code: int, seen: list[_Seen]) -> str:
    lines = [f"Burncard nightly {read.plan.name}: {_WORDS[code]}"]
    for one in seen:
        overall = one.view.overall if one.view is not None else "not run"
        lines.append(f"{one.job.name}: {overall}; {_told(one)}")
        if one.diff is None:
            continue
        lines.append(f"  since the last good night: {sentence(one.diff)}")
        if one.diff.exit_code:
            for section in sections(one.diff):
                if section.look not in _NOTABLE:
                    continue
                lines += [f"  {section.title}: {line}" for line in section.lines[:_QUOTED]]
                if len(section.lines) > _QUOTED:
                    lines.append(f"  {section.title}: {len(section.lines) - _QUOTED} more")
    lines.append(f"Page: {folder / PAGE}")
    return "\n".join(lines)


def _why(seen: list[_Seen]) -> list[str]:
    """Which jobs keep the night from being a good one, a line each."""
    lines = []
    for one in seen:
        reasons = [_told(one)] if one.state.worst else []
        if one.diff is not None and one.diff.exit_code:
            reasons.append(f"since the last good night: {sentence(one.diff)}")
        if reasons:
            lines.append(f"{one.job.name}: {'; '.join(reasons)}")
    return lines


def _page(read: Read, night: Night, code: int, seen: list[_Seen]) -> str:
    return morning_page(
        title=_WORDS[code],
        look=_LOOKS[code],
        why=_why(seen),
        facts=[
            ("plan", read.plan.name),
            ("began", moment(night.started)),
            ("exit code", str(code)),
            ("jobs", str(len(seen))),
        ],
        jobs=[
            {
                "name": one.job.name,
                "overall": one.view.overall if one.view is not None else "not run",
                "text": _told(one),
                "report": f"{urllib.parse.quote(one.job.name)}/run/report.html"
                if one.view is not None
                else "",
                "sentence": sentence(one.diff) if one.diff is not None else "",
                "sections": sections(one.diff) if one.diff is not None else [],
            }
            for one in seen
        ],
    )


def send(webhook: Webhook, text: str) -> str:
    """Send the text. What went wrong, in one line without the URL's secret part, or ""."""
    url = webhook.url or os.environ.get(webhook.url_env, "")
    if not url:
        return f"webhook: {webhook.url_env} is not set; nothing was sent" if webhook.url_env else ""
    if not url.startswith(("http://", "https://")):
        return "webhook: its URL begins with neither http:// nor https://; nothing was sent"
    try:
        request = urllib.request.Request(  # noqa: S310 - checked above
            url,
            data=msgspec.json.encode({"text": text}),
            headers={"Content-Type": "application/json"},
            method="POST",
        )
        with urllib.request.urlopen(request, timeout=webhook.timeout_s):  # noqa: S310
            return ""
    except (OSError, ValueError, HTTPException) as error:
        why = getattr(error, "reason", None) or error
    try:
        host = urllib.parse.urlsplit(url).hostname
    except ValueError:
        host = "its host"
    return f"webhook: {host} was not reached: {why}; the night's result stands"
