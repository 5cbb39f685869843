"""Collect `.feature` files: one pytest item a scenario, every step bound, every tag checked.

Whatever is wrong with a file is said at collection, all of it at once, each as ``file:line: what``:
nothing of the bench has been touched by then.
"""

from __future__ import annotations

import difflib
import functools
import hashlib
import re
import types
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import Struct
from pytest_bdd.exceptions import GherkinParseError
from pytest_bdd.gherkin_parser import Scenario as GherkinScenario
from pytest_bdd.parser import PARAM_RE, Examples, Feature, FeatureParser, Rule, Scenario
from pytest_bdd.parser import ScenarioTemplate as Template
from pytest_bdd.parser import Step as GherkinStep

from reference_engine.law import all_clauses
from reports import records
from rigs.roles import INSTRUMENT_ROLES, ROLES
from steps.binding import Binder, BindingError, Bound
from steps.execute import Outcome, play_steps
from steps.features import CLAUSE_TAG, DEVICE_TAG, default_features, named
from steps.naming import Name, scenario_ids
from steps.session import run_of

SEVERITY_TAG = "severity:"
OWNER_TAG = "owner:"
"""Who looks after a scenario; for people, and for Allure."""
SEVERITIES = ("blocker", "critical", "normal", "minor", "trivial")
_BINDERS = pytest.StashKey[dict[Any, Binder]]()


class Told(Struct, frozen=True):
    """What a scenario's tags say."""

    clauses: tuple[str, ...]
    devices: tuple[str, ...]
    severity: str
    owner: str
    others: tuple[str, ...]


class Row(Struct, frozen=True):
    """A scenario as it will be played: an outline gives one a row of its Examples."""

    template: Template
    examples: Examples | None
    values: dict[str, str]
    scenario: Scenario


class ScenarioItem(pytest.Function):
    """A scenario, as pytest runs it."""

    def __init__(
        self,
        *,
        planned: records.Scenario,
        row: Row,
        told: Told,
        bound: tuple[Bound, ...],
        time: int,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self.planned = planned
        self.scenario = row.scenario
        self.description = (
            f"{row.scenario.feature.description}\n\n{row.template.description}".strip()
        )
        self.values = row.values
        self.told = told
        self.bound = bound
        self.time = time
        """Which of its repetitions this is, from 1."""
        self.record: records.RecordWriter | None = None
        self.due: int | None = None
        """The number of its attempt, where that is settled before it is played."""
        self.attempt = 0
        self.dressed = False
        """Whether its Allure result says all that there is to say of this attempt."""
        self.outcome: Outcome | None = None
        self.extra_keyword_matches.update(_keywords(planned))
        for clause in told.clauses:
            self.add_marker(pytest.mark.clause(id=clause))
        for device in told.devices:
            self.add_marker(pytest.mark.device(name=device))

    def reportinfo(self) -> tuple[Path, int, str]:
        return self.path, self.planned.line - 1, self.name


class FeatureFile(pytest.Module):
    """A `.feature` file. It stands where a test module would, so module-scoped fixtures work."""

    def _getobj(self) -> types.ModuleType:
        module = types.ModuleType(self.path.stem)
        module.__file__ = str(self.path)
        return module

    def collect(self) -> Iterator[ScenarioItem]:
        parser = _Parser(self.path)
        rows = [row for template in parser.templates() for row in parser.rows(template)]
        names = [
            Name(self.path.stem, row.scenario.rule.name if row.scenario.rule else "",
                 row.template.name, tuple(row.values.values()))
            for row in rows
        ]  # fmt: skip
        binder = self._binder()
        ids = scenario_ids(names)
        repeat = run_of(self.config).repeat
        items = [
            self._item(parser, binder, row, scenario_id, time)
            for row, scenario_id in zip(rows, ids, strict=True)
            for time in range(1, repeat + 1)
        ]
        parser.raise_problems()
        run_of(self.config).collected += [item.planned for item in items[::repeat]]
        return iter(items)

    def _binder(self) -> Binder:
        # Definitions are seen from a folder; one binder serves all its files.
        folder = self.parent
        binders = self.session.stash.setdefault(_BINDERS, {})
        if folder not in binders:
            binders[folder] = Binder(self.session._fixturemanager, self)
        return binders[folder]

    def _item(
        self, parser: _Parser, binder: Binder, row: Row, scenario_id: str, time: int
    ) -> ScenarioItem:
        scenario = row.scenario
        told = parser.told(row)
        bound = tuple(parser.bound(binder, row))
        marks = (f"[{'-'.join(row.values.values())}]") if row.examples else ""
        name = f"{row.template.name or 'unnamed'}{marks}".replace("::", ":")
        planned = records.Scenario(
            id=scenario_id,
            name=scenario.name,
            feature=scenario.feature.name,
            rule=scenario.rule.name if scenario.rule else "",
            file=_shown(self.path, self.config),
            line=scenario.line_number,
            clauses=told.clauses,
            devices=told.devices,
            sha256=_asked(told, row),
            severity=told.severity,
            owner=told.owner,
            tags=told.others,
            row=tuple(row.values.items()),
        )
        item: ScenarioItem = ScenarioItem.from_parent(
            self,
            name=self._unused(name),
            callobj=_callobj(self.config, told.others),
            planned=planned,
            row=row,
            told=told,
            bound=bound,
            time=time,
        )
        return item

    def _unused(self, name: str) -> str:
        """pytest tells items apart by name, and two rows may be equal."""
        used: dict[str, int] = self.stash.setdefault(_USED, {})
        used[name] = used.get(name, 0) + 1
        return name if used[name] == 1 else f"{name}#{used[name]}"


_USED = pytest.StashKey[dict[str, int]]()


class _Parser(FeatureParser):
    """pytest-bdd's parser, which also notices what pytest-bdd passes over in silence."""

    def __init__(self, path: Path) -> None:
        super().__init__(str(path.parent), path.name)
        self._path = path
        self._templates: list[Template] = []
        self._problems: dict[str, None] = {}

    def templates(self) -> list[Template]:
        """The scenarios of the file.

        Raises:
            pytest.Collector.CollectError: it is no feature file, or has two scenarios of one name.
        """
        try:
            self.parse()
        except GherkinParseError as error:
            why = str(error.message).splitlines()[0].rstrip(".")
            line = f" (at: {error.line_content.strip()})" if error.line_content.strip() else ""
            self._problem(error.line, f"{why}{line}")
        except OSError as error:
            self._problem(1, f"cannot be read: {error.strerror}")
        except UnicodeDecodeError as error:
            self._problem(1, f"is not UTF-8 text (byte {error.start})")
        except KeyError:  # an empty file, or only comments: the parser has no feature to give
            return []
        self.raise_problems()
        return self._templates

    def parse_scenario(
        self, scenario_data: GherkinScenario, feature: Feature, rule: Rule | None = None
    ) -> Template:
        template = super().parse_scenario(scenario_data, feature, rule)
        for other in self._templates:
            if other.name == template.name:
                self._problem(
                    template.line_number,
                    f"a second scenario with the name {template.name!r} (the first is in line "
                    f"{other.line_number}): pytest-bdd would drop one; give each its own name",
                )
        self._templates.append(template)
        return template

    def rows(self, template: Template) -> Iterator[Row]:
        """The scenario once for each row of its Examples, or once."""
        if not template.steps:
            self._problem(
                template.line_number,
                f"scenario {template.name!r} has no step, so it could only pass; give it one",
            )
            return
        if not template.templated:
            yield Row(template, None, {}, template.render({}))
            return
        rows = 0
        for examples in template.examples:
            self._check_columns(template, examples)
            for values in examples.as_contexts():
                rows += 1
                yield Row(template, examples, values, template.render(values))
        if not rows:
            self._problem(
                template.line_number,
                f"the Examples of {template.name!r} have no row, so it would never be played",
            )

    def _check_columns(self, template: Template, examples: Examples) -> None:
        columns = set(examples.example_params)
        for step in template.steps:
            for name in PARAM_RE.findall(step.name):
                if name not in columns:
                    self._problem(
                        step.line_number,
                        f"<{name}> in step {step.name!r} has no column in the Examples of line "
                        f"{examples.line_number}",
                    )

    def told(self, row: Row) -> Told:
        """What the tags of feature, rule, scenario and Examples say together."""
        scenario = row.scenario
        tags = scenario.feature.tags | scenario.tags
        tags |= scenario.rule.tags if scenario.rule else set()
        tags |= row.examples.tags if row.examples else set()
        clauses, devices, severity, owner, others = set(), set(), "normal", "", []
        for tag in sorted(tags):
            if tag.startswith(CLAUSE_TAG):
                clauses.add(self._known(tag, CLAUSE_TAG, law_order(), "clause of the law"))
            elif tag.startswith(DEVICE_TAG):
                devices.add(self._known(tag, DEVICE_TAG, device_order(), "device role"))
            elif tag.startswith(SEVERITY_TAG):
                choices = {name: place for place, name in enumerate(SEVERITIES)}
                severity = self._known(tag, SEVERITY_TAG, choices, "severity")
            elif tag.startswith(OWNER_TAG):
                owner = tag.removeprefix(OWNER_TAG)
            else:
                others.append(tag)
        return Told(
            tuple(sorted(clauses, key=lambda one: law_order().get(one, 0))),
            tuple(sorted(devices, key=lambda one: device_order().get(one, 0))),
            severity,
            owner,
            tuple(others),
        )

    def _known(self, tag: str, prefix: str, known: Mapping[str, int], what: str) -> str:
        name = named(tag, prefix)
        if name not in known:
            near = difflib.get_close_matches(name, known, n=1)
            hint = f"; did you mean @{prefix}{near[0].replace(' ', '_')}?" if near else ""
            self._problem(self._line_of(f"@{tag}"), f"tag @{tag}: there is no such {what}{hint}")
        return name

    def _line_of(self, tag: str) -> int:
        lines = self._path.read_text(encoding=self.encoding).splitlines()
        return next((n for n, line in enumerate(lines, 1) if tag in line.split()), 1)

    def bound(self, binder: Binder, row: Row) -> Iterator[Bound]:
        """The definitions of the scenario's steps, in order."""
        for step in row.scenario.steps:
            try:
                bound = binder.bind(step)
                _check_block(step, bound)
            except BindingError as error:
                self._problem(step.line_number, f"{step.keyword.strip()} {step.name}: {error}")
            else:
                yield bound

    def _problem(self, line: int, what: str) -> None:
        self._problems[f"{self._path}:{line}: {what}"] = None

    def raise_problems(self) -> None:
        """Raise what was found so far as one collection error."""
        if self._problems:
            raise pytest.Collector.CollectError("\n".join(self._problems))


def _check_block(step: GherkinStep, bound: Bound) -> None:
    if "datatable" in bound.fixtures and step.datatable is None:
        raise BindingError("needs a table below it")
    if "docstring" in bound.fixtures and step.docstring is None:
        raise BindingError("needs a text between triple quotes below it")


@functools.cache
def law_order() -> Mapping[str, int]:
    """Clause id to its place in the law."""
    return {clause.id: place for place, clause in enumerate(all_clauses())}


@functools.cache
def device_order() -> Mapping[str, int]:
    """Device role to its place in `rigs.roles`."""
    return {role: place for place, role in enumerate((*ROLES, *INSTRUMENT_ROLES))}


def _callobj(config: pytest.Config, tags: Iterable[str]) -> Callable[..., None]:
    def scenario(request: pytest.FixtureRequest) -> None:
        play_steps(request)

    for tag in tags:
        config.hook.pytest_bdd_apply_tag(tag=tag, function=scenario)
    return scenario


def clause_keyword(clause: str) -> str:
    """A clause id as ``-k`` can take it: `665a.9(b)(1)` is `665a.9.b.1` there."""
    return re.sub(r"\((\w+)\)", r".\1", clause)


def _keywords(planned: records.Scenario) -> set[str]:
    return {
        planned.id,
        planned.feature,
        planned.rule,
        *planned.devices,
        *map(clause_keyword, planned.clauses),
    } - {""}


def _asked(told: Told, row: Row) -> str:
    """A digest of what a scenario asks, wherever it stands."""
    steps = [
        (
            step.keyword.strip(),
            step.name,
            step.docstring or "",
            step.datatable.raw() if step.datatable is not None else (),
        )
        for step in row.scenario.steps
    ]
    content = msgspec.json.encode((told.clauses, told.devices, steps), enc_hook=str)
    return hashlib.sha256(content).hexdigest()


def _shown(path: Path, config: pytest.Config) -> str:
    """The path as people know it: for Burncard's own features the same on every machine."""
    for base in (default_features().parent, config.invocation_params.dir, config.rootpath):
        if path.is_relative_to(base):
            return path.relative_to(base).as_posix()
    return str(path)
