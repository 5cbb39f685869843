"""Read feature files for what they cover: which scenario stands for which clause and devices.

It needs neither a bench nor pytest. `burncard law` asks it; what a scenario *does* is the plugin's.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from gherkin.errors import CompositeParserException, ParserException
from gherkin.parser import Parser
from msgspec import Struct

if TYPE_CHECKING:
    from gherkin import parser_types as tree

CLAUSE_TAG = "clause:"
DEVICE_TAG = "device:"


class FeatureFileError(ValueError):
    """A feature file that cannot be read. The text is one line: file, line, what is wrong."""


class Scenario(Struct, frozen=True):
    """A scenario, or the part of an outline whose Examples carry the same tags."""

    name: str
    feature: str
    rule: str
    """Name of the `Rule:` it stands under, or ""."""
    file: str
    line: int
    tags: tuple[str, ...]
    """Without the ``@``, of feature, rule, scenario and Examples, each once."""
    rows: int
    """How often it is played: the Examples rows with these tags; 1 without Examples."""

    @property
    def clauses(self) -> tuple[str, ...]:
        return _named(self.tags, CLAUSE_TAG)

    @property
    def devices(self) -> tuple[str, ...]:
        return _named(self.tags, DEVICE_TAG)


def _named(tags: Iterable[str], prefix: str) -> tuple[str, ...]:
    return tuple(named(tag, prefix) for tag in tags if tag.startswith(prefix))


def named(tag: str, prefix: str) -> str:
    """What a tag names. A tag ends at a blank, so an id's blank is written ``_``."""
    return tag.removeprefix(prefix).replace("_", " ")


def default_features() -> Path:
    """The folder of Burncard's own scenarios, in a checkout and in an installed package."""
    return Path(str(files("features")))


def read_scenarios(paths: Iterable[Path]) -> tuple[Scenario, ...]:
    """All scenarios of these files and folders (folders with what lies below them), in file order.

    Raises:
        FeatureFileError: a path is missing, or a file is no Gherkin.
    """
    return tuple(scenario for path in _feature_files(paths) for scenario in _read(path))


def scenarios_by_clause(paths: Iterable[Path]) -> dict[str, tuple[Scenario, ...]]:
    """Clause id to the scenarios that are tagged with it. Raises as `read_scenarios` does."""
    found: dict[str, list[Scenario]] = {}
    for scenario in read_scenarios(paths):
        for clause in scenario.clauses:
            found.setdefault(clause, []).append(scenario)
    return {clause: tuple(scenarios) for clause, scenarios in found.items()}


def _feature_files(paths: Iterable[Path]) -> Iterator[Path]:
    for path in paths:
        if path.is_dir():
            yield from sorted(path.rglob("*.feature"))
        elif path.exists():
            yield path
        else:
            raise FeatureFileError(f"{path}: no such file or folder")


def _read(path: Path) -> Iterator[Scenario]:
    try:
        document = Parser().parse(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise FeatureFileError(f"{path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise FeatureFileError(f"{path}: not UTF-8 text (byte {error.start})") from error
    except CompositeParserException as error:
        raise _unreadable(path, error.errors[0]) from error
    except ParserException as error:
        raise _unreadable(path, error) from error
    feature = document.get("feature")
    if feature is None:  # an empty file
        return
    for rule, scenario in _children(feature["children"]):
        yield from _scenarios(path, feature, rule, scenario)


def _children(
    children: Sequence[tree.Envelope], rule: tree.Rule | None = None
) -> Iterator[tuple[tree.Rule | None, tree.Scenario]]:
    for child in cast(Sequence[dict[str, Any]], children):
        if "scenario" in child:
            yield rule, child["scenario"]
        elif "rule" in child:
            yield from _children(child["rule"]["children"], child["rule"])


def _unreadable(path: Path, error: ParserException) -> FeatureFileError:
    # The parser's text opens with "(line:column): ", which is said here the usual way.
    why = str(error).partition("): ")[2]
    return FeatureFileError(f"{path}:{error.location['line']}: {why}")


def _scenarios(
    path: Path, feature: tree.Feature, rule: tree.Rule | None, scenario: tree.Scenario
) -> Iterator[Scenario]:
    outer = [*feature["tags"], *(rule["tags"] if rule else ()), *scenario["tags"]]
    rows: dict[tuple[str, ...], int] = {}
    for examples in scenario["examples"]:
        tags = _texts([*outer, *examples["tags"]])
        rows[tags] = rows.get(tags, 0) + len(examples.get("tableBody", ()))
    if not scenario["examples"]:
        rows[_texts(outer)] = 1
    for tags, count in rows.items():
        if count:
            yield Scenario(
                name=scenario["name"],
                feature=feature["name"],
                rule=rule["name"] if rule else "",
                file=str(path),
                line=scenario["location"]["line"],
                tags=tags,
                rows=count,
            )


def _texts(tags: Sequence[tree.Tag]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(tag["name"].removeprefix("@") for tag in tags))
