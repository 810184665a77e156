"""Reads XML into elements that know where they stand. Hardened: no document types, and so no entities of a file's own
or from outside; bounded in size and depth.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from xml.parsers import expat

from robotdsl_compiler.support.diagnostic import Diagnostics, Phase
from robotdsl_compiler.support.source import Source, Span

MOST_BYTES = 64 * 1024 * 1024
MOST_DEPTH = 64
MALFORMED = "syntax.invalid"


@dataclass(slots=True)
class Element:
    """One element. ``span`` covers its opening tag."""

    tag: str
    attributes: dict[str, str]
    span: Span
    children: list[Element] = field(default_factory=list)
    text: str = ""

    @property
    def line(self) -> int:
        return self.span.source.position(self.span.start)[0]

    def all(self, tag: str) -> list[Element]:
        return [child for child in self.children if child.tag == tag]

    def first(self, tag: str) -> Element | None:
        return next((child for child in self.children if child.tag == tag), None)

    def find(self, path: str) -> Element | None:
        """The first element down a path of tags, ``scan/horizontal``."""
        here: Element | None = self
        for tag in path.split("/"):
            here = None if here is None else here.first(tag)
        return here

    def walk(self) -> Iterator[Element]:
        """The element and everything in it, in the order of the file."""
        yield self
        for child in self.children:
            yield from child.walk()


class _Refused(Exception):
    def __init__(self, message: str, at: int) -> None:
        super().__init__(message)
        self.message = message
        self.at = at


def read_markup(source: Source, diagnostics: Diagnostics) -> Element | None:
    """The root element; ``None`` after reporting what is malformed or refused, where it stands."""
    if len(source.data) > MOST_BYTES:
        diagnostics.report(MALFORMED, Phase.PARSE, f"{source.name} is larger than {MOST_BYTES // 1024 // 1024} MiB")
        return None
    reader = _Reader(source)
    try:
        return reader.read()
    except expat.ExpatError as error:
        at = min(max(reader.parser.ErrorByteIndex, 0), len(source.data))
        message = f"the file is no well-formed XML: {expat.ErrorString(error.code)}"
    except _Refused as refused:
        message, at = refused.message, refused.at
    diagnostics.report(MALFORMED, Phase.PARSE, message, source.span(at, min(at + 1, len(source.data))))
    return None


class _Reader:
    def __init__(self, source: Source) -> None:
        self.source = source
        self.root: Element | None = None
        self.open: list[Element] = []
        self.parser = parser = expat.ParserCreate()
        parser.buffer_text = True
        parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_NEVER)
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._characters
        parser.StartDoctypeDeclHandler = self._doctype

    def read(self) -> Element:
        self.parser.Parse(self.source.data, True)
        assert self.root is not None
        return self.root

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        at = self.parser.CurrentByteIndex
        if len(self.open) >= MOST_DEPTH:
            raise _Refused(f"elements are nested more than {MOST_DEPTH} deep", at)
        element = Element(tag, attributes, self.source.span(at, _tag_end(self.source.data, at)))
        if self.open:
            self.open[-1].children.append(element)
        else:
            self.root = element
        self.open.append(element)

    def _end(self, tag: str) -> None:
        del tag
        self.open.pop()

    def _characters(self, text: str) -> None:
        if self.open:
            self.open[-1].text += text

    def _doctype(self, *_: object) -> None:
        raise _Refused("a document type is declared, which is not read: no entities are expanded",
                       self.parser.CurrentByteIndex)  # fmt: skip


def _tag_end(data: bytes, start: int) -> int:
    """The byte behind the tag that begins at ``start``; what is quoted in it may hold a ``>``."""
    quote, at = 0, start
    while at < len(data):
        byte = data[at]
        if quote:
            quote = 0 if byte == quote else quote
        elif byte in b"\"'":
            quote = byte
        elif byte == ord(">"):
            return at + 1
        at += 1
    return at
