"""Bind Gherkin steps to step definitions at collection: once a text, before anything runs.

pytest-bdd looks a step up when it is reached, and asks pytest for the visibility of every fixture
each time. Here the definitions that a folder sees are gathered once, and a step that is missing,
ambiguous or asynchronous is known before the bench is touched. Which definition wins is pytest's
rule: the one nearest to the feature file; two at the same distance are an error.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from typing import Any

from _pytest.fixtures import FixtureDef, FixtureManager
from _pytest.nodes import Node
from msgspec import Struct
from pytest_bdd import parsers
from pytest_bdd.compat import get_fixture_names, getfixturedefs
from pytest_bdd.parser import Step
from pytest_bdd.scenario import STEP_ARGUMENTS_RESERVED_NAMES, iterparentnodeids
from pytest_bdd.steps import StepFunctionContext, step_function_context_registry
from pytest_bdd.utils import get_required_args

_SHAREABLE = (str, int, float, bool, Decimal, Fraction, Enum, type(None))
_FIRST_WORD = re.compile(r"[^\s{]+(?=\s|$)")


class BindingError(Exception):
    """A step that cannot be bound, in one line without its place."""


class Definition(Struct, frozen=True):
    """A step definition as one folder sees it."""

    context: StepFunctionContext
    depth: int
    """How far down the collection tree it is defined; the deepest wins."""
    word: str
    """The literal first word of its text, lower case; "" where it has none."""


class Bound(Struct, frozen=True):
    """A step text with the function that plays it."""

    call: Callable[..., Any]
    target: str | None
    """The fixture whose value the function's result becomes."""
    parameters: frozenset[str]
    fixtures: tuple[str, ...]
    """Parameters that the text does not give: fixtures, table and docstring."""
    yields: bool
    """A generator function: what follows its ``yield`` runs when the scenario is over."""
    arguments: Callable[[], dict[str, Any]]
    """The arguments that the text gives, converted; of them only those that the function takes."""


class Binder:
    """The step definitions that a node of the collection tree sees, and the texts bound to them."""

    def __init__(self, fixtures: FixtureManager, node: Node) -> None:
        self._by_word: dict[str, list[Definition]] = {}
        for definition in _visible(fixtures, node):
            self._by_word.setdefault(definition.word, []).append(definition)
        self._bound: dict[tuple[str, str], Bound] = {}

    def bind(self, step: Step) -> Bound:
        """The definition for `step`.

        Raises:
            BindingError: there is none, there are several, it is asynchronous, or its arguments
                cannot be read from the text.
        """
        key = (step.type, step.name)
        bound = self._bound.get(key)
        if bound is None:
            bound = self._bound[key] = _bound(self._choose(step), step)
        return bound

    def _choose(self, step: Step) -> StepFunctionContext:
        first = step.name.split(maxsplit=1)[:1]
        candidates = self._by_word.get("", [])
        if first:
            candidates = [*candidates, *self._by_word.get(first[0].lower(), ())]
        found = [
            one
            for one in candidates
            if one.context.type in (None, step.type) and one.context.parser.is_matching(step.name)
        ]
        if not found:
            raise BindingError("no step definition has this text")
        nearest = max(one.depth for one in found)
        contexts = [one.context for one in found if one.depth == nearest]
        if len(contexts) > 1:
            places = " and ".join(sorted(place(one.step_func) for one in contexts))
            raise BindingError(f"ambiguous, {places} both define it")
        return contexts[0]


def place(function: Callable[..., Any]) -> str:
    """Where a function is defined, as ``file:line``."""
    code = inspect.unwrap(function).__code__
    return f"{code.co_filename}:{code.co_firstlineno}"


def _visible(fixtures: FixtureManager, node: Node) -> Iterable[Definition]:
    for name in get_fixture_names(fixtures):
        for fixture in getfixturedefs(fixtures, name, node) or ():
            context = _step_context(fixture)
            if context is not None:
                depth = len(list(iterparentnodeids(fixture.baseid)))
                yield Definition(context, depth, _first_word(context))


def _step_context(fixture: FixtureDef[Any]) -> StepFunctionContext | None:
    try:
        return step_function_context_registry.get(fixture.func)
    except TypeError:  # a fixture whose function takes no weak reference is no step
        return None


def _first_word(context: StepFunctionContext) -> str:
    parser = context.parser
    if type(parser) not in (parsers.string, parsers.parse, parsers.cfparse):
        return ""
    match = _FIRST_WORD.match(parser.name)
    return match[0].lower() if match else ""


def _bound(context: StepFunctionContext, step: Step) -> Bound:
    function = context.step_func
    if inspect.iscoroutinefunction(function) or inspect.isasyncgenfunction(function):
        raise BindingError(
            f"{place(function)} defines it with `async def`, which would never run; use plain `def`"
        )
    signature = inspect.signature(function)
    arguments = _arguments(context, step.name, frozenset(signature.parameters))
    given = _first_reading(arguments)
    return Bound(
        call=function,
        target=context.target_fixture,
        parameters=frozenset(signature.parameters),
        fixtures=tuple(name for name in get_required_args(function) if name not in given),
        yields=inspect.isgeneratorfunction(function),
        # Values that nobody can change are read once; others are made anew for each scenario.
        arguments=given.copy if all(map(_shareable, given.values())) else arguments,
    )


def _arguments(
    context: StepFunctionContext, text: str, parameters: frozenset[str]
) -> Callable[[], dict[str, Any]]:
    def read() -> dict[str, Any]:
        parsed = context.parser.parse_arguments(text) or {}
        reserved = sorted(parsed.keys() & STEP_ARGUMENTS_RESERVED_NAMES)
        if reserved:
            raise BindingError(
                f"{place(context.step_func)} names an argument {reserved[0]}, which is reserved"
            )
        return {
            name: context.converters[name](value) if name in context.converters else value
            for name, value in parsed.items()
            if name in parameters
        }

    return read


def _first_reading(arguments: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    try:
        return arguments()
    except BindingError:
        raise
    except Exception as error:  # a converter is anyone's code
        raise BindingError(
            f"its arguments cannot be read: {type(error).__name__}: {error}"
        ) from error


def _shareable(value: object) -> bool:
    if isinstance(value, tuple):
        return all(map(_shareable, value))
    return isinstance(value, _SHAREABLE)
