"""Reading typed fields out of the spanned tree, each fault reported where it stands.

After a fault a getter answers with a stand-in of the right type, so that the rest of the file is still read and
everything wrong with it is said in one go. Whoever builds a record from the answers drops it when the file's findings
have grown meanwhile (``File.sound_since``).
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from robotdsl_compiler.library.findings import Findings
from robotdsl_compiler.library.yaml_spans import Entry, Items, Node, Nothing, Place, Refused, Scalar, span_of
from robotdsl_compiler.library.yaml_spans import Mapping as Tree
from robotdsl_compiler.model.geometry import Pose, Vec3, norm, unit
from robotdsl_compiler.support.diagnostic import Label
from robotdsl_compiler.support.source import Source, Span
from robotdsl_compiler.support.suggest import did_you_mean, listing
from robotdsl_compiler.support.value import value

# How far from 1 the length of a direction may be: three decimals of each component, as datasheets give them. It is
# then brought to length 1, so that nothing downstream sees the rounding.
UNIT_TOLERANCE = 1e-3

# The sizes of number that every output can hold (a text that reads back finite, a float32 that is not zero).
SMALLEST, LARGEST = 1e-100, 1e30

_IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_LOOSE_NUMBER = re.compile(r"[-+]?(\.[0-9]+|[0-9]+\.?[0-9]*)([eE][-+]?[0-9]+)?|[-+]?\.(inf|nan)", re.IGNORECASE)
_TIGHT_FIELD, _TIGHT_ITEM = re.compile(r"\w+:\S"), re.compile(r"-[^\s-]")
_LOOSE_WORD = re.compile(r"~|y|n|yes|no|on|off|true|false|null", re.IGNORECASE)


@value
class Number:
    """What a number must be: ``above`` and ``below`` exclude their bound, ``least`` and ``most`` include it."""

    required: bool = True
    above: float | None = None
    least: float | None = None
    below: float | None = None
    most: float | None = None
    whole: bool = False

    def fault(self, value: float) -> str | None:
        """What ``value`` must be and is not."""
        if self.whole and value != int(value):
            return "a whole number"
        if self.above is not None and not value > self.above:
            return f"above {self.above:g}"
        if self.least is not None and not value >= self.least:
            return f"at least {self.least:g}"
        if self.below is not None and not value < self.below:
            return f"below {self.below:g}"
        if self.most is not None and not value <= self.most:
            return f"at most {self.most:g}"
        return None


_ANY = Number()


class File:
    """One library file that is being read: its source and what was found wrong with it."""

    def __init__(self, source: Source, findings: Findings) -> None:
        self.source = source
        self.findings = findings

    def span(self, place: Node | Entry | Place) -> Span:
        return span_of(self.source, place)

    def report(
        self,
        code: str,
        message: str,
        place: Node | Entry | Place,
        *,
        label: str = "",
        related: Iterable[tuple[Node | Entry | Place, str]] = (),
        help: str | Iterable[str] = (),
    ) -> None:
        labels = [Label(self.span(where), text) for where, text in related]
        self.findings.report(code, message, self.span(place), label=label, related=labels, help=help)

    def wrong_type(self, path: str, node: Node, wanted: str) -> None:
        """Report a value of another type than ``wanted``, with the way to write what was probably meant."""
        if isinstance(node, Refused):
            return
        self.report(
            "library.wrong_type",
            f"`{path}` must be {wanted}, not {describe(node)}",
            node,
            help=_spelling(node) or _spacing(node, wanted),
        )

    def sound_since(self, count: int) -> bool:
        """Whether nothing was found wrong since there were ``count`` findings."""
        return len(self.findings) == count

    # Values --------------------------------------------------------------------------------------------------------

    def text(self, path: str, node: Node) -> str:
        if not isinstance(node, Scalar) or not isinstance(node.value, str):
            self.wrong_type(path, node, "a string")
            return ""
        if not node.value.strip():
            self.report("library.invalid_value", f"`{path}` must not be empty", node)
        return node.value

    def number(self, path: str, node: Node, rule: Number) -> float:
        if not isinstance(node, Scalar) or isinstance(node.value, bool) or not isinstance(node.value, int | float):
            self.wrong_type(path, node, "a number")
            return 1.0
        value = float(node.value)
        fault = rule.fault(value)
        if fault is None and value != 0.0 and not SMALLEST <= abs(value) <= LARGEST:
            fault = f"0 or between {SMALLEST:g} and {LARGEST:g} in size"
        if fault is not None:
            self.report("library.invalid_value", f"`{path}` must be {fault}, not {node.value:g}", node)
            return 1.0
        return int(value) if rule.whole else value

    def numbers(self, path: str, node: Node, count: int, rule: Number, names: str) -> tuple[float, ...]:
        """A list of ``count`` numbers that each obey ``rule``; ``names`` shows them in messages."""
        if not isinstance(node, Items) or len(node.values) != count:
            found = f"a list of {len(node.values)}" if isinstance(node, Items) else None
            wanted = f"a list of {count} numbers {names}"
            if found:
                self.report("library.wrong_type", f"`{path}` must be {wanted}, not {found}", node)
            else:
                self.wrong_type(path, node, wanted)
            return (0.0,) * count
        return tuple(self.number(f"{path}[{i}]", value, rule) for i, value in enumerate(node.values))

    def vector(self, path: str, node: Node, rule: Number = _ANY) -> Vec3:
        x, y, z = self.numbers(path, node, 3, rule, "[x, y, z]")
        return (x, y, z)

    def direction(self, path: str, node: Node) -> Vec3:
        """A unit vector, brought to exactly length 1."""
        before = len(self.findings)
        value = self.vector(path, node)
        if not self.sound_since(before):
            return (1.0, 0.0, 0.0)
        length = norm(value)
        if abs(length - 1.0) > UNIT_TOLERANCE:
            written = ", ".join(f"{c:.6g}" for c in unit(value)) if length > 0.0 and math.isfinite(length) else ""
            self.report(
                "library.not_unit_vector",
                f"`{path}` must have length 1, not {length:.4g}",
                node,
                help=f"the same direction at length 1 is [{written}]" if written else (),
            )
            return (1.0, 0.0, 0.0)
        return unit(value)

    def pose(self, path: str, node: Node) -> Pose:
        """A list ``[x, y, z, qx, qy, qz, qw]``, its quaternion brought to exactly length 1."""
        before = len(self.findings)
        numbers = self.numbers(path, node, 7, Number(), "[x, y, z, qx, qy, qz, qw]")
        if not self.sound_since(before):
            return Pose()
        length = math.hypot(*numbers[3:])
        if abs(length - 1.0) > UNIT_TOLERANCE:
            self.report(
                "library.not_unit_vector",
                f"the rotation (qx, qy, qz, qw) of `{path}` must have length 1, not {length:.4g}",
                node,
                help="no rotation is 0, 0, 0, 1",
            )
            return Pose()
        return Pose.from_numbers(numbers)

    def boolean(self, path: str, node: Node) -> bool:
        if isinstance(node, Scalar) and isinstance(node.value, bool):
            return node.value
        self.wrong_type(path, node, "true or false")
        return False

    def items(self, path: str, node: Node, wanted: str) -> tuple[Node, ...]:
        if isinstance(node, Items):
            return node.values
        self.wrong_type(path, node, wanted)
        return ()

    def choice(self, path: str, node: Node, choices: Iterable[str]) -> str:
        names = list(choices)
        value = self.text(path, node)
        if value and value not in names:
            self.report(
                "library.invalid_value",
                f"`{path}` must be {listing(names)}, not `{value}`",
                node,
                help=did_you_mean(value, names),
            )
            return names[0]
        return value or names[0]

    def names(self, path: str, node: Node, wanted: str) -> Iterator[Entry]:
        """The entries of a mapping from names of the file's own choice."""
        if not isinstance(node, Tree):
            self.wrong_type(path, node, wanted)
            return
        yield from node.entries.values()

    def is_identifier(self, entry: Entry, what: str) -> bool:
        """Whether a key can be used as a name in a program; reported where it cannot."""
        if _IDENTIFIER.fullmatch(entry.key):
            return True
        self.report(
            "library.invalid_key",
            f"`{entry.key}` is no name for {what}",
            entry,
            help="a name is letters, digits and underscores, and does not begin with a digit",
        )
        return False


class Fields:
    """The fields of one mapping, against the names that the format knows there.

    ``path`` is how messages name the mapping (``inertial``; empty for the whole file), ``anchor`` where a missing
    field is reported: the key that the mapping belongs to, or the start of the file.
    """

    def __init__(self, file: File, path: str, tree: Tree, anchor: Node | Entry | Place, known: Iterable[str]) -> None:
        self.file = file
        self.path = path
        self.anchor = anchor
        self._entries = tree.entries
        names = list(known)
        for entry in tree.entries.values():
            if entry.key not in names:
                where = f" in `{path}`" if path else ""
                file.report(
                    "library.unknown_field",
                    f"unknown field `{entry.key}`{where}",
                    entry,
                    help=did_you_mean(entry.key, names) or f"the fields here are {listing(names, 'and')}",
                )

    def path_of(self, name: str) -> str:
        return f"{self.path}.{name}" if self.path else name

    def optional(self, name: str) -> Entry | None:
        return self._entries.get(name)

    def required(self, name: str) -> Entry | None:
        """The entry, or ``None`` after it was reported missing."""
        entry = self._entries.get(name)
        if entry is None:
            label = f"`{name}` is missing in {'this mapping' if self.path else 'this file'}"
            self.file.report("library.missing_field", f"`{self.path_of(name)}` is missing", self.anchor, label=label)
        return entry

    def text(self, name: str) -> str:
        entry = self.required(name)
        return "" if entry is None else self.file.text(self.path_of(name), entry.value)

    def optional_text(self, name: str) -> str | None:
        entry = self.optional(name)
        return None if entry is None else self.file.text(self.path_of(name), entry.value)

    def number(self, name: str, rule: Number) -> float:
        entry = self.required(name)
        return 1.0 if entry is None else self.file.number(self.path_of(name), entry.value, rule)

    def vector(self, name: str, rule: Number = _ANY) -> Vec3:
        entry = self.required(name)
        return (0.0, 0.0, 0.0) if entry is None else self.file.vector(self.path_of(name), entry.value, rule)

    def optional_vector(self, name: str) -> Vec3 | None:
        entry = self.optional(name)
        return None if entry is None else self.file.vector(self.path_of(name), entry.value)

    def optional_boolean(self, name: str) -> bool | None:
        entry = self.optional(name)
        return None if entry is None else self.file.boolean(self.path_of(name), entry.value)

    def direction(self, name: str) -> Vec3:
        entry = self.required(name)
        return (1.0, 0.0, 0.0) if entry is None else self.file.direction(self.path_of(name), entry.value)

    def optional_direction(self, name: str) -> Vec3 | None:
        entry = self.optional(name)
        return None if entry is None else self.file.direction(self.path_of(name), entry.value)

    def choice(self, name: str, choices: Iterable[str]) -> str:
        entry = self.required(name)
        return "" if entry is None else self.file.choice(self.path_of(name), entry.value, choices)

    def record(self, rules: Mapping[str, Number]) -> dict[str, float]:
        """The numbers of a mapping that holds nothing else, those that are stated."""
        values: dict[str, float] = {}
        for name, rule in rules.items():
            entry = self.required(name) if rule.required else self.optional(name)
            if entry is not None:
                values[name] = self.file.number(self.path_of(name), entry.value, rule)
        return values


def open_fields(file: File, path: str, node: Node, anchor: Node | Entry | Place, known: Iterable[str]) -> Fields | None:
    """The fields of ``node``, or ``None`` after it was reported not to be a mapping."""
    if isinstance(node, Tree):
        return Fields(file, path, node, anchor, known)
    file.wrong_type(path, node, "a mapping")
    return None


def record(file: File, entry: Entry, rules: dict[str, Number]) -> dict[str, Any] | None:
    """The numbers of a field that holds nothing else, or ``None`` after a fault."""
    before = len(file.findings)
    fields = open_fields(file, entry.key, entry.value, entry, rules)
    values = {} if fields is None else fields.record(rules)
    return values if file.sound_since(before) else None


def describe(node: Node) -> str:
    """How a message names a value: ``the string "yes"``, ``a list``, ``nothing``."""
    if isinstance(node, Tree):
        return "a mapping"
    if isinstance(node, Items):
        return "a list"
    if isinstance(node, Nothing | Refused):
        return "nothing"
    value = node.value
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        shown = value if len(value) <= 40 else f"{value[:37]}..."
        return f'the string "{shown}"'
    return f"the number {value:g}"


def _spelling(node: Node) -> str | tuple[str, ...]:
    """How to write the number, boolean or null that a string looks like."""
    if not isinstance(node, Scalar) or not isinstance(node.value, str):
        return ()
    if _LOOSE_NUMBER.fullmatch(node.value):
        return "a number is written as in JSON: finite, without quotes, with digits around the point, without a plus"
    if _LOOSE_WORD.fullmatch(node.value):
        return "only true and false are booleans and only null is null, in small letters and without quotes"
    return ()


def _spacing(node: Node, wanted: str) -> str | tuple[str, ...]:
    """The space that turns a string into the mapping or list that was meant: ``type:box``, ``-lidar``."""
    text = node.value if isinstance(node, Scalar) and isinstance(node.value, str) else ""
    if wanted.startswith("a mapping") and _TIGHT_FIELD.match(text):
        return "a space follows the colon: `key: value`"
    if wanted.startswith("a list") and _TIGHT_ITEM.match(text):
        return "a space follows the dash: `- item`"
    return ()


def plain(node: Node) -> object:
    """The value of a node as plain Python: dictionaries, lists, strings, numbers, booleans, ``None``."""
    if isinstance(node, Tree):
        return {key: plain(entry.value) for key, entry in node.entries.items()}
    if isinstance(node, Items):
        return [plain(value) for value in node.values]
    return node.value if isinstance(node, Scalar) else None
