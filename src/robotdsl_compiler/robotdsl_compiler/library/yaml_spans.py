"""YAML read as JSON, every key and value with its place in the file.

Of YAML the libraries use what JSON has: mappings with string keys, lists, strings, numbers, ``true``, ``false`` and
``null``. Plain words are strings (``yes``, ``on``, ``~`` too), ``1e-3`` is a number, an empty value is nothing and not
null. Anchors, aliases, tags, merge keys and further documents are refused where they stand.

The tree is built from the parser's events, without recursion and without the constructors of PyYAML, so no file can
make it call code, overflow the stack or grow by references.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import yaml

from robotdsl_compiler.library.findings import Findings
from robotdsl_compiler.support.diagnostic import Label
from robotdsl_compiler.support.source import Source, Span

# The C parser where PyYAML was built with it: about twenty times faster, with the same events and marks.
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

# Deeper than any library file needs, and shallow enough for every consumer of the tree.
MAX_DEPTH = 64

_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?")
_WORDS: dict[str, bool | None] = {"true": True, "false": False, "null": None}
_WORD_AT = re.compile(r"[^\s,\[\]{}]+")


class Scalar(NamedTuple):
    """A string, number, boolean or null; ``start`` and ``end`` count characters of the file's text."""

    value: str | int | float | bool | None
    start: int
    end: int


class Nothing(NamedTuple):
    """Where a value could stand and none does: ``key:`` and the end of the line."""

    start: int
    end: int


class Refused(NamedTuple):
    """A value that was reported already; readers pass over it in silence."""

    start: int
    end: int


class Items(NamedTuple):
    """A list."""

    values: tuple[Node, ...]
    start: int
    end: int


class Entry(NamedTuple):
    """A key of a mapping (``start`` and ``end`` are the key's) with its value."""

    key: str
    start: int
    end: int
    value: Node


class Mapping(NamedTuple):
    entries: dict[str, Entry]
    start: int
    end: int


Node = Scalar | Nothing | Refused | Items | Mapping


class Place(NamedTuple):
    """A range of characters, for whatever has a ``start`` and an ``end``."""

    start: int
    end: int


def span_of(source: Source, place: Node | Entry | Place) -> Span:
    """The span of a node, a key or a place, without the blank space after a block scalar."""
    end = place.start + len(source.text[place.start : place.end].rstrip())
    return source.span(source.byte_of(place.start), source.byte_of(end))


class _Frame:
    """A mapping or list that is still open. Of a mapping, ``key`` is the key that waits for its value."""

    __slots__ = ("entries", "flow", "items", "key", "skip", "start")

    def __init__(self, start: int, flow: bool, mapping: bool) -> None:
        self.start = start
        self.flow = flow
        self.items: list[Node] = []
        self.entries: dict[str, Entry] | None = {} if mapping else None
        self.key: Entry | None = None
        # The key that waits was refused: its value is read and dropped.
        self.skip = False

    def close(self, end: int) -> Items | Mapping:
        if not self.flow:
            # The parser ends a block where the next token begins; people see it end with its last value.
            end = self.start
            if self.entries:
                end = max(max(e.end, e.value.end) for e in self.entries.values())
            elif self.items:
                end = self.items[-1].end
        if self.entries is not None:
            return Mapping(self.entries, self.start, end)
        return Items(tuple(self.items), self.start, end)


def read_yaml(source: Source, findings: Findings) -> Node | None:
    """The tree of ``source``. What is wrong goes to ``findings``; ``None`` when there is no tree at all (bytes that
    are not UTF-8, a syntax error, too deep a nesting).
    """
    try:
        text = source.text
    except UnicodeDecodeError as error:
        at = source.start + error.start
        findings.report(
            "environment.source_unreadable",
            f"{source.name} is not UTF-8 text",
            source.span(at, at + 1),
            label=f"the byte 0x{source.data[at]:02x} does not belong here",
        )
        return None
    try:
        return _Builder(source, findings).build(iter(_LOADER(text).get_event, None))
    except yaml.YAMLError as error:
        # Only a fault needs it, and reading sound files is what starting up is made of.
        from robotdsl_compiler.library.yaml_faults import report_syntax

        report_syntax(source, findings, error)
        return None


class _Builder:
    def __init__(self, source: Source, findings: Findings) -> None:
        self._source = source
        self._findings = findings
        self._frames: list[_Frame] = []
        self._root: Node | None = None

    def build(self, events: Iterator[Any]) -> Node | None:
        documents = 0
        for event in events:
            kind = type(event)
            if kind is yaml.ScalarEvent:
                if event.tag is not None or event.anchor is not None:
                    self._check_properties(event)
                self._add(self._scalar(event))
            elif kind is yaml.MappingStartEvent or kind is yaml.SequenceStartEvent:
                self._check_properties(event)
                start = event.start_mark.index
                if len(self._frames) >= MAX_DEPTH:
                    self._refuse(Place(start, start + 1), f"values nested more than {MAX_DEPTH} deep")
                    return None
                self._frames.append(_Frame(start, bool(event.flow_style), kind is yaml.MappingStartEvent))
            elif kind is yaml.MappingEndEvent or kind is yaml.SequenceEndEvent:
                self._add(self._frames.pop().close(event.end_mark.index))
            elif kind is yaml.AliasEvent:
                place = self._word(event.start_mark.index)
                self._refuse(place, "aliases", "write the value out where it is used")
                self._add(Refused(*place))
            elif kind is yaml.DocumentStartEvent:
                documents += 1
                if documents > 1:
                    self._refuse(self._word(event.start_mark.index), "more than one document in a file")
                    break
        return self._root if self._root is not None else Nothing(0, 0)

    def _scalar(self, event: Any) -> Scalar | Nothing | Refused:
        value, start, end = event.value, event.start_mark.index, event.end_mark.index
        if not event.implicit[0]:
            if event.style == '"' and not value.isascii() and any("\ud800" <= c <= "\udfff" for c in value):
                # Only PyYAML's own parser lets half a surrogate pair through.
                self._findings.report(
                    "library.yaml_syntax",
                    "the string holds half a surrogate pair, which is no character",
                    span_of(self._source, Place(start, end)),
                )
                return Refused(start, end)
            return Scalar(value, start, end)
        if not value:
            return Nothing(start, end)
        if value in _WORDS:
            return Scalar(_WORDS[value], start, end)
        number = _NUMBER.fullmatch(value)
        if number is None:
            return Scalar(value, start, end)
        as_float = float(value)
        if not math.isfinite(as_float):
            self._findings.report(
                "library.invalid_value",
                "the number is too large for double precision",
                span_of(self._source, Place(start, end)),
            )
            return Refused(start, end)
        whole = number.group(1) is None and number.group(2) is None
        return Scalar(int(value) if whole else as_float, start, end)

    def _add(self, node: Node) -> None:
        """Put a finished node where it belongs: the root, an item, a key, or the value of the key that waits."""
        if not self._frames:
            self._root = node
            return
        frame = self._frames[-1]
        if frame.entries is None:
            frame.items.append(node)
        elif frame.key is not None:
            key, start, end, _ = frame.key
            frame.entries[key] = Entry(key, start, end, node)
            frame.key = None
        elif frame.skip:
            frame.skip = False
        else:
            self._add_key(frame, frame.entries, node)

    def _add_key(self, frame: _Frame, entries: dict[str, Entry], node: Node) -> None:
        frame.skip = True
        if isinstance(node, Refused):
            return
        if not isinstance(node, Scalar) or not isinstance(node.value, str) or not node.value:
            self._findings.report(
                "library.invalid_key",
                "a key must be a string that is not empty",
                span_of(self._source, node),
                help=f'in quotes it is one: "{span_of(self._source, node).text}"' if isinstance(node, Scalar) else (),
            )
            return
        if node.value == "<<" and self._source.text[node.start] == "<":
            self._refuse(Place(node.start, node.end), "merge keys", "write the fields out where they are used")
            return
        first = entries.get(node.value)
        if first is not None:
            self._findings.report(
                "library.duplicate_key",
                f"the key `{node.value}` stands twice in one mapping",
                span_of(self._source, node),
                label="again here",
                related=(Label(span_of(self._source, first), "first here"),),
            )
            return
        frame.skip = False
        frame.key = Entry(node.value, node.start, node.end, Nothing(node.end, node.end))

    def _check_properties(self, event: Any) -> None:
        if event.anchor is not None:
            self._refuse(self._word(self._source.text.index("&", event.start_mark.index)), "anchors")
        if event.tag is not None:
            self._refuse(
                self._word(self._source.text.index("!", event.start_mark.index)),
                "tags",
                "quotes make a string; numbers, true, false and null are what they look like",
            )

    def _word(self, start: int) -> Place:
        """The run of characters from ``start`` up to white space or a flow sign."""
        word = _WORD_AT.match(self._source.text, start)
        return Place(start, word.end() if word else start)

    def _refuse(self, place: Place, what: str, help: str = "") -> None:
        self._findings.report(
            "library.unsupported",
            f"library files are read as JSON, without {what}",
            span_of(self._source, place),
            help=help or (),
        )
