"""Elements of an XML document and their text. Attributes keep the order in which they are written."""

from __future__ import annotations

from dataclasses import dataclass

_ESCAPES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\n": "&#10;", "\r": "&#13;", "\t": "&#9;"}
_ESCAPE_TABLE = str.maketrans(_ESCAPES)


@dataclass(frozen=True, slots=True)
class Element:
    """One element: a ``tag``, ``(name, text)`` attributes, and child elements or a text."""

    tag: str
    attributes: tuple[tuple[str, str], ...] = ()
    children: tuple[Element, ...] = ()
    text: str = ""

    def lines(self, indent: int = 0) -> list[str]:
        pad = "  " * indent
        attributes = "".join(f' {name}="{value.translate(_ESCAPE_TABLE)}"' for name, value in self.attributes)
        if self.text and not self.children:
            return [f"{pad}<{self.tag}{attributes}>{self.text.translate(_ESCAPE_TABLE)}</{self.tag}>"]
        if not self.children:
            return [f"{pad}<{self.tag}{attributes}/>"]
        inner = [line for child in self.children for line in child.lines(indent + 1)]
        return [f"{pad}<{self.tag}{attributes}>", *inner, f"{pad}</{self.tag}>"]


def document(root: Element, *, declaration: bool = False) -> bytes:
    """The UTF-8 text of ``root``, with a final newline."""
    head = ['<?xml version="1.0" encoding="UTF-8"?>'] if declaration else []
    return ("\n".join([*head, *root.lines()]) + "\n").encode("utf-8")
