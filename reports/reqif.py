"""The trace as ReqIF 1.2: clauses and scenarios as requirements, linked, for requirement tools.

Two specifications: the law by section, and the scenarios by feature file. A relation leads from a
scenario to each clause that it stands for. The attributes have the names that tools look for
(``ReqIF.ForeignID``, ``ReqIF.Name``, ``ReqIF.Text``).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from hashlib import sha256
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from reports.html.visible import visible
from reports.trace import Trace

NAMESPACE = "http://www.omg.org/spec/ReqIF/20110401/reqif.xsd"
_TEXT = "text"
_CLAUSE, _SCENARIO, _HEADING, _RELATION, _SPECIFICATION = (
    "type-clause",
    "type-scenario",
    "type-heading",
    "type-relation",
    "type-specification",
)
_BASE = ("ReqIF.ForeignID", "ReqIF.Name", "ReqIF.Text")
_FIELDS = {
    _CLAUSE: (*_BASE, "CERTAINTY", "VERDICT", "DEVICES", "REQUIRED"),
    _SCENARIO: (*_BASE, "VERDICT", "DEVICES", "SOURCE", "RECORD", "RECORD_SHA256", "WIRE_LOG"),
    _HEADING: ("ReqIF.ForeignID", "ReqIF.ChapterName"),
    _SPECIFICATION: ("ReqIF.Name",),
}


def as_reqif(traced: Trace) -> str:
    """The document; the same trace gives the same text."""
    changed = _time(traced.ended)
    root = Element("REQ-IF", {"xmlns": NAMESPACE})
    header = SubElement(
        SubElement(root, "THE-HEADER"), "REQ-IF-HEADER", {"IDENTIFIER": _id("header", traced.run)}
    )
    for name, value in (
        ("COMMENT", f"Run {traced.run}: {traced.overall}"),
        ("CREATION-TIME", changed),
        ("REQ-IF-TOOL-ID", "Burncard"),
        ("REQ-IF-VERSION", "1.0"),
        ("SOURCE-TOOL-ID", "Burncard"),
        ("TITLE", "Clauses, scenarios and verdicts"),
    ):
        SubElement(header, name).text = visible(value)
    content = SubElement(SubElement(root, "CORE-CONTENT"), "REQ-IF-CONTENT")
    _types(content, changed)
    objects = SubElement(content, "SPEC-OBJECTS")
    law: dict[str, list[str]] = {}
    for clause in traced.clauses:
        law.setdefault(clause.section or "other", []).append(_id("clause", clause.id))
        _object(
            objects,
            _id("clause", clause.id),
            _CLAUSE,
            changed,
            {
                "ReqIF.ForeignID": foreign(clause.id),
                "ReqIF.Name": clause.cite,
                "ReqIF.Text": clause.gist,
                "CERTAINTY": clause.certainty,
                "VERDICT": clause.verdict,
                "DEVICES": ", ".join(
                    f"{role}: {verdict}" for role, (verdict, _) in clause.devices.items()
                ),
                "REQUIRED": "yes" if clause.required else "no",
            },
        )
    files: dict[str, list[str]] = {}
    for one in traced.scenarios:
        files.setdefault(one.file or "other", []).append(_id("scenario", one.id))
        _object(
            objects,
            _id("scenario", one.id),
            _SCENARIO,
            changed,
            {
                "ReqIF.ForeignID": one.id,
                "ReqIF.Name": one.name,
                "ReqIF.Text": one.rule or one.name,
                "VERDICT": one.verdict + (f": {one.reason}" if one.reason else ""),
                "DEVICES": ", ".join(one.devices),
                "SOURCE": f"{one.file}:{one.line}",
                "RECORD": one.evidence.record,
                "RECORD_SHA256": one.evidence.record_sha256,
                "WIRE_LOG": one.evidence.wire,
            },
        )
    for kind, groups in (("section", law), ("file", files)):
        for name in groups:
            title = f"§ {name}" if kind == "section" else name
            _object(
                objects,
                _id(kind, name),
                _HEADING,
                changed,
                {"ReqIF.ForeignID": foreign(name), "ReqIF.ChapterName": title},
            )
    relations = SubElement(content, "SPEC-RELATIONS")
    for one in traced.scenarios:
        for clause_id in one.clauses:
            _relation(relations, _id("scenario", one.id), _id("clause", clause_id), changed)
    specifications = SubElement(content, "SPECIFICATIONS")
    _specification(specifications, "law", "The law", "section", law, changed)
    _specification(specifications, "scenarios", "The scenarios", "file", files, changed)
    indent(root, " ")
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + tostring(root, "unicode") + "\n"


def foreign(name: str) -> str:
    """A clause as an id that requirement tools take: no blanks, brackets or tildes."""
    return re.sub(r"[^A-Za-z0-9._-]+", "-", name).strip("-")


def _types(content: Element, changed: str) -> None:
    datatypes = SubElement(content, "DATATYPES")
    SubElement(
        datatypes,
        "DATATYPE-DEFINITION-STRING",
        {"IDENTIFIER": _TEXT, "LAST-CHANGE": changed, "LONG-NAME": "Text", "MAX-LENGTH": "100000"},
    )
    types = SubElement(content, "SPEC-TYPES")
    for kind, long_name, element in (
        (_CLAUSE, "CLAUSE", "SPEC-OBJECT-TYPE"),
        (_SCENARIO, "SCENARIO", "SPEC-OBJECT-TYPE"),
        (_HEADING, "SECTION", "SPEC-OBJECT-TYPE"),
        (_RELATION, "Verifies", "SPEC-RELATION-TYPE"),
        (_SPECIFICATION, "Document", "SPECIFICATION-TYPE"),
    ):
        made = SubElement(
            types,
            element,
            {"IDENTIFIER": kind, "LAST-CHANGE": changed, "LONG-NAME": long_name},
        )
        fields = _FIELDS.get(kind, ())
        attributes = SubElement(made, "SPEC-ATTRIBUTES") if fields else made
        for name in fields:
            definition = SubElement(
                attributes,
                "ATTRIBUTE-DEFINITION-STRING",
                {
                    "IDENTIFIER": _attribute(kind, name),
                    "LAST-CHANGE": changed,
                    "LONG-NAME": name,
                },
            )
            reference = SubElement(SubElement(definition, "TYPE"), "DATATYPE-DEFINITION-STRING-REF")
            reference.text = _TEXT


def _object(
    objects: Element, name: str, kind: str, changed: str, values: Mapping[str, str]
) -> None:
    made = SubElement(objects, "SPEC-OBJECT", {"IDENTIFIER": name, "LAST-CHANGE": changed})
    _values(made, kind, values)
    SubElement(SubElement(made, "TYPE"), "SPEC-OBJECT-TYPE-REF").text = kind


def _values(made: Element, kind: str, values: Mapping[str, str]) -> None:
    under = SubElement(made, "VALUES")
    for key, value in values.items():
        if not value:
            continue
        one = SubElement(under, "ATTRIBUTE-VALUE-STRING", {"THE-VALUE": visible(value)})
        reference = SubElement(SubElement(one, "DEFINITION"), "ATTRIBUTE-DEFINITION-STRING-REF")
        reference.text = _attribute(kind, key)


def _relation(relations: Element, source: str, target: str, changed: str) -> None:
    made = SubElement(
        relations,
        "SPEC-RELATION",
        {"IDENTIFIER": _id("relation", f"{source} {target}"), "LAST-CHANGE": changed},
    )
    SubElement(SubElement(made, "TARGET"), "SPEC-OBJECT-REF").text = target
    SubElement(SubElement(made, "SOURCE"), "SPEC-OBJECT-REF").text = source
    SubElement(SubElement(made, "TYPE"), "SPEC-RELATION-TYPE-REF").text = _RELATION


def _specification(
    specifications: Element,
    name: str,
    title: str,
    kind: str,
    groups: Mapping[str, Iterable[str]],
    changed: str,
) -> None:
    made = SubElement(
        specifications,
        "SPECIFICATION",
        {"IDENTIFIER": _id("specification", name), "LAST-CHANGE": changed, "LONG-NAME": title},
    )
    SubElement(SubElement(made, "TYPE"), "SPECIFICATION-TYPE-REF").text = _SPECIFICATION
    _values(made, _SPECIFICATION, {"ReqIF.Name": title})
    children = SubElement(made, "CHILDREN")
    for group, members in groups.items():
        heading = _place(children, _id(kind, group), name, changed)
        below = SubElement(heading, "CHILDREN")
        for member in members:
            _place(below, member, name, changed)


def _place(children: Element, target: str, specification: str, changed: str) -> Element:
    made = SubElement(
        children,
        "SPEC-HIERARCHY",
        {"IDENTIFIER": _id("place", f"{specification} {target}"), "LAST-CHANGE": changed},
    )
    SubElement(SubElement(made, "OBJECT"), "SPEC-OBJECT-REF").text = target
    return made


def _attribute(kind: str, name: str) -> str:
    return f"{kind}-{name}"


def _id(kind: str, name: str) -> str:
    """An xsd:ID of any name."""
    return f"{kind}-{sha256(name.encode()).hexdigest()[:24]}"


def _time(text: str) -> str:
    try:
        at = datetime.fromisoformat(text).astimezone(UTC)
    except ValueError:
        at = datetime.fromtimestamp(0, UTC)
    return at.isoformat(timespec="seconds")
