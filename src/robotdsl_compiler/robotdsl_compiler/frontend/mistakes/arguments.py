"""Mistakes between parentheses: in lists of arguments, in values and in tuples."""

from __future__ import annotations

from robotdsl_compiler.frontend.fault import Fault, Note
from robotdsl_compiler.frontend.lexemes import Kind
from robotdsl_compiler.frontend.literals import NAMESPACES, UNIT_SUFFIXES, is_unit
from robotdsl_compiler.frontend.mistakes.place import VALUES, Place, Rule, described, insert, label, replace
from robotdsl_compiler.model.vocabulary import REFERENCE_NAMESPACES
from robotdsl_compiler.support.suggest import listing

_YES, _NO = ("true", "yes", "on"), ("false", "no", "off")
_NUMBER_WORDS = ("inf", "infinity", "nan", "pi", "tau")
_NOTHING = ("null", "none", "nil")


def wrong_closer(place: Place) -> Fault | None:
    """A brace, or the end of the file, where a parenthesis is open."""
    found = place.found
    if place.inside != "(" or not (found.text in ("{", "}") or found.kind is Kind.END):
        return None
    if found.text == "{" and place.takes_value:
        return None
    opener = place.open[-1]
    return place.fault(
        f"expected {place.expected_closer}, found {described(found)}",
        label=f"expected {place.expected_closer}",
        related=(label(opener, f"this `{opener.text}` is not closed"),),
    )


# Where a parameter could stand ----------------------------------------------------------------------------------------


def unnamed_value(place: Place) -> Fault | None:
    if place.inside != "(" or place.in_tuple or "NAME" not in place.accepts:
        return None
    if place.found.kind not in VALUES and place.found.text != "(":
        return None
    before = place.before()
    if before is not None and before.kind is place.found.kind is Kind.NUMBER and place.found.text[0] in "+-":
        return place.fault("values are not calculated", help="write the result as one number")
    return place.fault(
        f"expected a parameter, found {described(place.found)}",
        label="a value without a name",
        help="arguments are always named: `name = value`",
    )


def stray_comma(place: Place) -> Fault | None:
    if not place.inside or place.found.text != ",":
        return None
    if place.before() == place.open[-1]:
        message = "nothing stands before this comma"
    elif (before := place.before()) is not None and before.text == ",":
        message = "one comma is enough"
    else:
        return None
    what = "arguments" if place.inside == "(" else "statements"
    help = f"{what} are separated by commas, white space or both"
    return place.fault(message, help=help, edits=(replace(place.found, ""),))


def nameless_equal(place: Place) -> Fault | None:
    if place.inside != "(" or place.in_tuple or place.found.text != "=" or "NAME" not in place.accepts:
        return None
    return place.fault("no parameter stands before this `=`", help="an argument is `name = value`")


# After a parameter's name ---------------------------------------------------------------------------------------------


def other_equal(place: Place) -> Fault | None:
    before = place.before()
    if "EQUAL" not in place.accepts or place.found.text != ":" or before is None:
        return None
    end = place.found.end + (place.after().text == "=" and place.after().start == place.found.end)
    edit = Note(place.found.start, end, "=" if before.end < place.found.start else " =")
    return place.fault("expected `=`, found `:`", label="expected `=`", edits=(edit,))


def unit(place: Place) -> Fault | None:
    """A number with its unit beside it: ``distance_m = 2 m``."""
    name, value = place.before(), place.before(2)
    if "EQUAL" not in place.accepts or name is None or value is None:
        return None
    if value.kind is not Kind.NUMBER or not is_unit(name.text):
        return None
    return Fault(
        "unexpected_token",
        f"`{name.text}` is read as a parameter, and has no value",
        name.start,
        name.end,
        help=(f"leave a unit out: the parameter's name says it, ending with {UNIT_SUFFIXES}",),
        edits=(Note(value.end, name.end, ""),),
    )


def missing_equal(place: Place) -> Fault | None:
    name = place.before()
    if "EQUAL" not in place.accepts or name is None:
        return None
    if place.found.kind not in VALUES and place.found.text not in ("(", "true", "false"):
        return None
    return place.fault(
        f"no `=` stands between `{name.text}` and its value",
        label="expected `=`",
        edits=(insert(name.end, " ="),),
    )


def unclosed_arguments(place: Place) -> Fault | None:
    """A statement that begins on a new line while the arguments of the one before it are still open."""
    name, last = place.before(), place.before(2)
    if "EQUAL" not in place.accepts or name is None or last is None:
        return None
    found, after = place.found, place.after()
    # A number after the parenthesis makes it a tuple's, and the `=` before it is missing.
    opens = found.text == "{" or (found.text == "(" and after.kind is not Kind.NUMBER)
    begins = opens or (found.kind is Kind.NAME and after.text == "(")
    if not begins or "\n" not in place.text[last.end : name.start]:
        return None
    return place.fault(
        f"expected `)`, found another statement, `{name.text}`",
        at=name,
        label="expected `)` before this",
        related=(label(place.open[-1], "this `(` is not closed"),),
        edits=(insert(last.start if last.text == "," else last.end, ")"),),
    )


def parameter_without_value(place: Place) -> Fault | None:
    name = place.before()
    if "EQUAL" not in place.accepts or name is None:
        return None
    if place.found.kind is not Kind.NAME and place.found.text not in (",", ")"):
        return None
    return place.fault(
        f"parameter `{name.text}` has no value",
        label="expected `=`",
        related=(label(name, "this parameter"),),
        help=f"an argument is `{name.text} = value`",
    )


# Where a value could stand --------------------------------------------------------------------------------------------


def bare_word(place: Place) -> Fault | None:
    found, after = place.found, place.after()
    if not place.takes_value or found.kind is not Kind.NAME:
        return None
    word = found.text.casefold()
    message = f"expected a value, found `{found.text}`"
    if word in _YES or word in _NO:
        meant = "true" if word in _YES else "false"
        return place.fault(message, help="the truth values are `true` and `false`", edits=(replace(found, meant),))
    if word in _NOTHING:
        return place.fault(message, help="leave an argument without a value out")
    if word in _NUMBER_WORDS:
        return place.fault(message, help="write a number in digits")
    if found.text in NAMESPACES and after.text == "/" and after.start == found.end:
        return place.fault(message, help="a reference begins with `@`", edits=(insert(found.start, "@"),))
    if after.kind is Kind.OPEN_STRING and after.start == found.end:
        return place.fault(
            message,
            help='a string begins with `"` as well',
            edits=(insert(found.start, '"'),),
            label="no opening quote",
        )
    if after.text == "(":
        return place.fault(message, help="values are not calculated: write the result")
    parameter = place.before(2)
    namespaces = REFERENCE_NAMESPACES.get(parameter.text, ()) if parameter is not None else ()
    if namespaces:
        forms = [f"@{namespace}/{found.text}" for namespace in namespaces]
        return place.fault(
            message,
            help=f"a reference says where its name is declared: {listing(forms)}",
            edits=(replace(found, forms[0]),) if len(forms) == 1 else (),
        )
    return place.fault(message, help='a string stands in `"`', edits=(replace(found, f'"{found.text}"'),))


def missing_value(place: Place) -> Fault | None:
    name = place.before(2)
    if not place.takes_value or place.found.text not in (",", ")") or name is None:
        return None
    return place.fault(
        f"parameter `{name.text}` has no value", label="expected a value", related=(label(name, "this parameter"),)
    )


def doubled_equal(place: Place) -> Fault | None:
    if not place.takes_value or place.found.text != "=":
        return None
    return place.fault("expected a value, found `=`", help="one `=` is enough", edits=(replace(place.found, ""),))


def other_brackets(place: Place) -> Fault | None:
    if not place.takes_value or place.found.text not in ("[", "{", "<"):
        return None
    return place.fault(
        f"expected a value, found `{place.found.text}`", help="a tuple stands in parentheses: `(1, 2, 3)`"
    )


# Within a tuple -------------------------------------------------------------------------------------------------------


def short_tuple(place: Place) -> Fault | None:
    if not place.in_tuple or place.found.text != ")":
        return None
    opener = place.open[-1]
    inner = [t for t in place.tokens[: place.index] if t.start > opener.start and t.kind is Kind.NUMBER]
    if not inner:
        return place.fault("this tuple is empty", label="expected a number", related=(label(opener, "begins here"),))
    return place.fault(
        "a tuple has two or more numbers",
        label="expected another number",
        edits=(Note(opener.start, place.found.end, inner[0].text),),
    )


def only_numbers(place: Place) -> Fault | None:
    found = place.found
    if not place.in_tuple or not (found.kind in (*VALUES, Kind.NAME) or found.text == "("):
        return None
    if found.kind is Kind.NAME and place.after().text == "=":
        return place.fault(
            f"expected a number or `)`, found the parameter `{found.text}`",
            label="expected `)`",
            related=(label(place.open[-1], "this tuple is not closed"),),
        )
    return place.fault(f"expected a number, found {described(found)}", help="a tuple holds numbers and nothing else")


RULES: tuple[Rule, ...] = (
    unclosed_arguments,
    wrong_closer,
    short_tuple,
    only_numbers,
    unnamed_value,
    stray_comma,
    nameless_equal,
    other_equal,
    unit,
    missing_equal,
    parameter_without_value,
    bare_word,
    missing_value,
    doubled_equal,
    other_brackets,
)
