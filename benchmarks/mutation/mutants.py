"""The mutants of a module: mutmut's mutations, each as one edit of the source.

mutmut itself passes over decorated functions and over what a module says outside its functions.
Here those are most of the payouts and of the caches, so they are mutated as well.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from pathlib import Path

import libcst as cst
from libcst.metadata import CodeRange, MetadataWrapper, PositionProvider
from msgspec import Struct
from mutmut.mutation.file_mutation import NEVER_MUTATE_FUNCTION_NAMES, MutationVisitor
from mutmut.mutation.mutators import mutation_operators
from mutmut.mutation.pragma_handling import IgnoredCode


class Mutant(Struct, frozen=True):
    """One edit. It is named by its function and a running number, as mutmut names its own."""

    name: str
    file: str
    """Relative to the root."""
    function: str
    """Qualified name of the outermost function or method around it; "" outside of any."""
    start: int
    end: int
    """Characters of the source that are replaced."""
    text: str
    """What replaces them."""
    line: int
    lines: tuple[int, int]
    """The lines of the statement it is in: whoever runs one of these runs the mutant."""
    at_definition: bool
    """Evaluated when the module is imported: outside of functions, or a default of a parameter."""


class _Visitor(MutationVisitor):
    def __init__(self, messages: frozenset[int]) -> None:
        super().__init__(mutation_operators, IgnoredCode(set(), set(), set()))
        self._messages = messages

    def _skip_node_and_children(self, node: cst.CSTNode) -> bool:
        if isinstance(node, cst.FunctionDef):
            return node.name.value in NEVER_MUTATE_FUNCTION_NAMES
        return id(node) in self._messages or super()._skip_node_and_children(node)


def _is_text(node: cst.CSTNode) -> bool:
    return isinstance(node, cst.FormattedString) or (
        isinstance(node, cst.SimpleString) and " " in node.value
    )


class _Messages(cst.CSTVisitor):
    """The texts of errors: strings with a blank, or with a value filled in, in a ``raise``. How an
    error is worded is for people, and no test should hold it fast word by word."""

    def __init__(self) -> None:
        self.found: set[int] = set()
        self._raising = 0

    def on_visit(self, node: cst.CSTNode) -> bool:
        self._raising += isinstance(node, cst.Raise)
        if self._raising and _is_text(node):
            self.found.add(id(node))
        return True

    def on_leave(self, original_node: cst.CSTNode) -> None:
        self._raising -= isinstance(original_node, cst.Raise)


def mutants_of(root: Path, file: str) -> Iterator[Mutant]:
    """All mutants of one module, in the order of its source. A few are not valid Python."""
    source = (root / file).read_text(encoding="utf-8")
    wrapper = MetadataWrapper(cst.parse_module(source))
    messages = _Messages()
    wrapper.module.visit(messages)
    visitor = _Visitor(frozenset(messages.found))
    wrapper.visit(visitor)
    places = wrapper.resolve(PositionProvider)
    starts = _line_starts(source)
    functions, statements = _outline(ast.parse(source))
    numbers: dict[str, int] = {}
    for found in visitor.mutations:
        if _unsays(found.original_node, found.mutated_node, messages.found):
            continue
        place = places[found.original_node]
        start = starts[place.start.line - 1] + place.start.column
        end = starts[place.end.line - 1] + place.end.column
        if isinstance(found.original_node, cst.Match):
            # A block has its indentation from its surroundings, so the whole module is written.
            whole = wrapper.module.deep_replace(found.original_node, found.mutated_node)
            assert isinstance(whole, cst.Module)
            start, end, text = 0, len(source), whole.code
        else:
            text = wrapper.module.code_for_node(_bare(found.original_node, found.mutated_node))
        line = place.start.line
        around = next((one for one in functions if one.first <= line <= one.last), None)
        name = around.name if around else ""
        module = file.removesuffix(".py").replace("/", ".")
        numbers[name] = numbers.get(name, 0) + 1
        yield Mutant(
            name=f"{module}:{name or '<module>'}#{numbers[name]}",
            file=file,
            function=name,
            start=start,
            end=end,
            text=text,
            line=line,
            lines=_statement(statements, place),
            at_definition=around is None or line < around.body,
        )


def _unsays(original: cst.CSTNode, changed: cst.CSTNode, messages: set[int]) -> bool:
    """Whether the mutation does no more than replace an error's text by None."""
    if not (isinstance(original, cst.Call) and isinstance(changed, cst.Call)):
        return False
    if len(original.args) != len(changed.args):
        return False
    pairs = zip(original.args, changed.args, strict=True)
    return any(was is not now and id(was.value) in messages for was, now in pairs)


def mutated(source: str, mutant: Mutant) -> str:
    """`source` with the edit made."""
    return source[: mutant.start] + mutant.text + source[mutant.end :]


def _bare(original: cst.CSTNode, changed: cst.CSTNode) -> cst.CSTNode:
    """Without the parentheses around it: a node's place in the source is told without them."""
    if getattr(original, "lpar", ()) and getattr(changed, "lpar", None) is original.lpar:
        return changed.with_changes(lpar=(), rpar=())
    return changed


class _Function(Struct, frozen=True):
    name: str
    first: int
    body: int
    last: int


def _outline(tree: ast.Module) -> tuple[list[_Function], list[tuple[int, int]]]:
    functions: list[_Function] = []
    for node in tree.body:
        inside = node.body if isinstance(node, ast.ClassDef) else [node]
        prefix = f"{node.name}." if isinstance(node, ast.ClassDef) else ""
        for part in inside:
            if isinstance(part, ast.FunctionDef):
                first = min([part.lineno, *(d.lineno for d in part.decorator_list)])
                functions.append(
                    _Function(prefix + part.name, first, part.body[0].lineno, part.end_lineno or 0)
                )
    statements: list[tuple[int, int]] = []
    for one in ast.walk(tree):
        if isinstance(one, ast.stmt):
            body = getattr(one, "body", None)
            if isinstance(body, list) and body and body[0].lineno > one.lineno:
                statements.append((one.lineno, body[0].lineno - 1))
            statements.append((one.lineno, one.end_lineno or one.lineno))
    return functions, statements


def _statement(statements: Sequence[tuple[int, int]], place: CodeRange) -> tuple[int, int]:
    around = [one for one in statements if one[0] <= place.start.line and place.end.line <= one[1]]
    return min(around, key=lambda one: one[1] - one[0])


def _line_starts(source: str) -> list[int]:
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    return starts
