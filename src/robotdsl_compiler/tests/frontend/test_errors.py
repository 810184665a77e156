"""Every mistake that the front end recognises, crossed with the places in programs where it can be made.

``[`` and ``]`` (the white ones, ⟦ and ⟧) stand about the primary span; code, line, column and message are asserted.
"""

from typing import NamedTuple

import pytest
from robotdsl_compiler.frontend.parser import parse
from robotdsl_compiler.frontend.syntax import Form
from robotdsl_compiler.support.diagnostic import Diagnostics
from robotdsl_compiler.support.source import Source
from robotdsl_compiler.support.terminal import render_all


class Mistake(NamedTuple):
    text: str
    code: str
    message: str


HALF = "this escape is one half of a surrogate pair without the other half"

# A mistake within the parentheses of a statement.
IN_ARGUMENTS = [
    Mistake("max⟦:⟧ 1", "unexpected_character", "expected `=`, found `:`"),
    Mistake("max ⟦:⟧= 1", "unexpected_character", "expected `=`, found `:`"),
    Mistake("max ⟦1⟧", "unexpected_token", "no `=` stands between `max` and its value"),
    Mistake('ref ⟦"x"⟧', "unexpected_token", "no `=` stands between `ref` and its value"),
    Mistake("pose⟦(⟧1, 2)", "unexpected_token", "no `=` stands between `pose` and its value"),
    Mistake("on ⟦true⟧", "unexpected_token", "no `=` stands between `on` and its value"),
    Mistake("max⟦,⟧ min = 1", "unexpected_token", "parameter `max` has no value"),
    Mistake("max ⟦min⟧ = 1", "unexpected_token", "parameter `max` has no value"),
    Mistake("max =⟦,⟧ min = 1", "unexpected_token", "parameter `max` has no value"),
    Mistake("max =⟦=⟧ 1", "unexpected_token", "expected a value, found `=`"),
    Mistake("⟦=⟧ 1", "unexpected_token", "no parameter stands before this `=`"),
    Mistake("⟦1⟧", "unexpected_token", "expected a parameter, found the number `1`"),
    Mistake('a = 1, ⟦"x"⟧', "unexpected_token", 'expected a parameter, found the string `"x"`'),
    Mistake("⟦@core/x⟧", "unexpected_token", "expected a parameter, found the reference `@core/x`"),
    Mistake("⟦(⟧1, 2)", "unexpected_token", "expected a parameter, found `(`"),
    Mistake("a = 1,⟦,⟧ b = 2", "unexpected_token", "one comma is enough"),
    Mistake("a = 1⟦;⟧ b = 2", "unexpected_character", "`;` has no meaning here"),
    Mistake("a = 1, ⟦a⟧ = 2", "duplicate_parameter", "parameter `a` is given twice"),
    Mistake('a = (1, 2) b = "x", c = 1 ⟦a⟧ = 2', "duplicate_parameter", "parameter `a` is given twice"),
    Mistake("a = ⟦laser⟧", "unexpected_token", "expected a value, found `laser`"),
    Mistake('a = ⟦laser⟧"', "unexpected_token", "expected a value, found `laser`"),
    Mistake("a = ⟦True⟧", "unexpected_token", "expected a value, found `True`"),
    Mistake("a = ⟦off⟧", "unexpected_token", "expected a value, found `off`"),
    Mistake("a = ⟦null⟧", "unexpected_token", "expected a value, found `null`"),
    Mistake("a = ⟦inf⟧", "unexpected_token", "expected a value, found `inf`"),
    Mistake("a = ⟦trueish⟧", "unexpected_token", "expected a value, found `trueish`"),
    Mistake("a = ⟦sin⟧(1)", "unexpected_token", "expected a value, found `sin`"),
    Mistake("a = ⟦core⟧/x", "unexpected_token", "expected a value, found `core`"),
    Mistake("a = ⟦[⟧1, 2]", "unexpected_character", "expected a value, found `[`"),
    Mistake("a = ⟦{⟧1, 2}", "unexpected_token", "expected a value, found `{`"),
    Mistake("a = ⟦'⟧x'", "unexpected_character", "`'` does not begin a string"),
    Mistake("a = ⟦“⟧x”", "unexpected_character", "`“` does not begin a string"),
    Mistake("a = ⟦`⟧x`", "unexpected_character", "``` does not begin a string"),
    Mistake('a = ⟦"x)⟧', "invalid", "this string has no closing quote"),
    Mistake('a = "⟦\\q⟧"', "invalid", "`\\q` is not an escape"),
    Mistake('a = "é⟦\\\'⟧"', "invalid", "`\\'` is not an escape"),
    Mistake('a = "⟦\\u12⟧g"', "invalid", "a `\\u` escape has four hexadecimal digits"),
    Mistake('a = "⟦\\u⟧"', "invalid", "a `\\u` escape has four hexadecimal digits"),
    Mistake('a = "⟦\\ud800⟧"', "invalid", HALF),
    Mistake('a = "⟦\\uD83E⟧ \\uDD16"', "invalid", HALF),
    Mistake('a = "x⟦\\udd16⟧"', "invalid", HALF),
    Mistake('a = "⟦\\ud83e⟧\\ud83e\\udd16"', "invalid", HALF),
    Mistake('a = "x⟦\t⟧y"', "invalid", "a tab stands in a string"),
    Mistake('a = "x⟦\x00⟧y"', "invalid", "the control character U+0000 stands in a string"),
    Mistake('a = "x⟦\x1b⟧y\\q"', "invalid", "the control character U+001B stands in a string"),
    Mistake("a = ⟦2m⟧", "invalid", "`2m` is not a number"),
    Mistake("a = 2 ⟦m⟧", "unexpected_token", "`m` is read as a parameter, and has no value"),
    Mistake("a = ⟦1.2.3⟧", "invalid", "`1.2.3` is not a number"),
    Mistake("a = ⟦1_000⟧", "invalid", "`1_000` is not a number"),
    Mistake("a = ⟦0x1F⟧", "invalid", "`0x1F` is not a number"),
    Mistake("a = ⟦1e⟧", "invalid", "`1e` is not a number"),
    Mistake("a = ⟦1e+⟧", "invalid", "`1e+` is not a number"),
    Mistake("a = ⟦2wheels⟧", "invalid", "`2wheels` is not a number"),
    Mistake("a = ⟦1e999⟧", "number_out_of_range", "`1e999` is out of range"),
    Mistake("a = ⟦-1e309⟧", "number_out_of_range", "`-1e309` is out of range"),
    Mistake("a = ⟦1e-400⟧", "number_out_of_range", "`1e-400` is out of range"),
    Mistake(f"a = ⟦{'9' * 400}⟧", "number_out_of_range", f"`{'9' * 29}...` is out of range"),
    Mistake("a = 2 ⟦*⟧ 3", "unexpected_character", "values are not calculated"),
    Mistake("a = 2⟦-3⟧", "unexpected_token", "values are not calculated"),
    Mistake("a = 2 ⟦3⟧", "unexpected_token", "expected a parameter, found the number `3`"),
    Mistake("a = ⟦−⟧2", "unexpected_character", "the character U+2212 (minus sign) is not `-`"),
    Mistake("a = ⟦-⟧ 2", "unexpected_character", "expected a value, found `-`"),
    Mistake("a = ⟦@cor⟧/x", "unknown_reference_namespace", "there is no namespace `@cor`"),
    Mistake("a = ⟦@eval⟧/x", "unknown_reference_namespace", "there is no namespace `@eval`"),
    Mistake("a = ⟦@core⟧", "invalid", "`@core` is not a complete reference"),
    Mistake("a = ⟦@core.x⟧", "invalid", "`@core.x` is not a complete reference"),
    Mistake("a = ⟦@core / x⟧", "invalid", "`@core` is not a complete reference"),
    Mistake("a = ⟦@/x⟧", "invalid", "`@/x` is not a complete reference"),
    Mistake("a = ⟦@⟧", "invalid", "`@` is not a complete reference"),
    Mistake("a = @core/x⟦/⟧y", "unexpected_character", "expected `,` or `)`, found `/`"),
    Mistake('a = "x"⟦b⟧ = 1', "unexpected_token", "nothing separates `b` from the value before it"),
    Mistake("a = (1, 2)⟦b⟧ = 1", "unexpected_token", "nothing separates `b` from the value before it"),
    Mistake("a = @core/x,⟦,⟧", "unexpected_token", "one comma is enough"),
    Mistake("⟦a.b⟧ = 1", "unexpected_character", "`a.b` is not a name"),
    Mistake("⟦max-speed⟧ = 1", "unexpected_character", "`max-speed` is not a name"),
    Mistake(
        "gr⟦ö⟧sse = 1",
        "unexpected_character",
        "the character U+00F6 (latin small letter o with diaeresis) cannot stand in a name",
    ),
    Mistake("a = (⟦)⟧", "unexpected_token", "this tuple is empty"),
    Mistake("a = (1⟦)⟧", "unexpected_token", "a tuple has two or more numbers"),
    Mistake("a = (1,⟦)⟧", "unexpected_token", "a tuple has two or more numbers"),
    Mistake("a = (1,⟦,⟧ 2)", "unexpected_token", "one comma is enough"),
    Mistake("a = (⟦,⟧ 1, 2)", "unexpected_token", "nothing stands before this comma"),
    Mistake("a = (1, ⟦pi⟧)", "unexpected_token", "expected a number, found `pi`"),
    Mistake('a = (1, ⟦"2"⟧)', "unexpected_token", 'expected a number, found the string `"2"`'),
    Mistake("a = (⟦(⟧1, 2), (3, 4))", "unexpected_token", "expected a number, found `(`"),
    Mistake("a = (1, 2 ⟦b⟧ = 3)", "unexpected_token", "expected a number or `)`, found the parameter `b`"),
    Mistake("a = (1⟦-2⟧)", "unexpected_token", "nothing separates `1` from `-2`"),
    Mistake("a = (1, 2⟦;⟧ 3)", "unexpected_character", "`;` has no meaning here"),
    Mistake("⟦#⟧ a = 1", "unexpected_character", "`#` does not begin a comment"),
    Mistake("a = 1 ⟦/*⟧ b = 2", "unexpected_eof", "this comment is never closed"),
    Mistake("a = 1 /* x */ ⟦*/⟧", "unexpected_character", "this `*/` does not close a comment"),
    Mistake("a = 1⟦\u3000⟧", "unexpected_character", "the character U+3000 (ideographic space) is not a space"),
    Mistake("a⟦＝⟧1", "unexpected_character", "the character U+FF1D (fullwidth equals sign) is not `=`"),
    Mistake("a = 1⟦\u200b⟧", "unexpected_character", "the character U+200B (zero width space) cannot stand here"),
    Mistake("a = 1⟦\x0c⟧", "unexpected_character", "the control character U+000C cannot stand here"),
    Mistake("a = 1 ⟦→⟧", "unexpected_character", "the character U+2192 (rightwards arrow) cannot stand here"),
    Mistake("a = 1 ⟦?⟧", "unexpected_character", "expected `,` or `)`, found `?`"),
    Mistake("a = 1 ⟦}⟧", "unexpected_token", "expected `)`, found `}`"),
    Mistake("a = (1, 2 ⟦}⟧", "unexpected_token", "expected `)`, found `}`"),
    Mistake("a = (1 ⟦}⟧", "unexpected_token", "expected another number, found `}`"),
    Mistake("a = ⟦}⟧", "unexpected_token", "expected a value, found `}`"),
    Mistake('a = "box, b = "⟦", c = 1)⟧', "invalid", "this string has no closing quote"),
    Mistake("a = 1 ⟦{⟧", "unexpected_token", "expected `)`, found `{`"),
]
ARGUMENTS = {
    "core": [
        "Robot r {\n    Lidar front(◊)\n}\n",
        'Robot r {\n    intent "é 🤖"\n    Base b(ref = "日本")\n    /* 日本 */ Lidar front(\n  z = 0, // é\n  ◊)\n}\n',
    ],
    "world": [
        "World w { physics(◊) }",
        "World w {\n\tGoal g(z = (1, 2, 3),\t◊) }",
        "World w {\n  Scenario s(◊) {\n  }\n}",
        "World w {\n  Scenario s() {\n    Obstacle a(z = true) Obstacle b(◊)\n  }\n}",
    ],
    "task": [
        "Task t(◊) { Stop() }",
        "Task t {\n Sequence {\n  Retry(◊) {\n Stop()\n }\n }\n}\n",
        "Task t { Wait(z = 1 ◊) }",
    ],
    "eval": ["Evaluate e {\n    Check_vel(◊)\n}", "Evaluate e { Check_vel(z = @core/x) Check_acc(\n◊\n) }"],
}

# A mistake between the statements of a body. "{a}" is what its statements are called, "{s}" one of them.
IN_BODIES = [
    Mistake("{s},⟦,⟧ {s}", "unexpected_token", "one comma is enough"),
    Mistake("{s}, ⟦)⟧", "unexpected_token", "this `)` closes nothing"),
    Mistake("{s}⟦;⟧ {s}", "unexpected_character", "`;` has no meaning here"),
    Mistake("{s} ⟦)⟧", "unexpected_token", "this `)` closes nothing"),
    Mistake("{s} ⟦(⟧a = 1)", "unexpected_token", "expected {a} or `}}`, found `(`"),
    Mistake("{s} ⟦=⟧ 3", "unexpected_token", "expected {a} or `}}`, found `=`"),
    Mistake("{s} ⟦3⟧", "unexpected_token", "expected {a} or `}}`, found the number `3`"),
    Mistake("{s} ⟦@core/x⟧", "unexpected_token", "expected {a} or `}}`, found the reference `@core/x`"),
    Mistake("⟦#⟧ a comment", "unexpected_character", "`#` does not begin a comment"),
    Mistake("{s} ⟦/*⟧ {s}", "unexpected_eof", "this comment is never closed"),
    Mistake("{s} ⟦*/⟧ {s}", "unexpected_character", "this `*/` does not close a comment"),
    Mistake("{s} ⟦\xa0⟧", "unexpected_character", "the character U+00A0 (no-break space) is not a space"),
    Mistake(
        "{s} ⟦\ufeff⟧", "unexpected_character", "the character U+FEFF (zero width no-break space) cannot stand here"
    ),
    Mistake("{s} ⟦\x00⟧", "unexpected_character", "the control character U+0000 cannot stand here"),
    Mistake("{s} ⟦$⟧", "unexpected_character", "expected {a} or `}}`, found `$`"),
    Mistake(
        "{s} ⟦é⟧",
        "unexpected_character",
        "the character U+00E9 (latin small letter e with acute) cannot stand in a name",
    ),
    Mistake("{s} ⟦'⟧x'", "unexpected_character", "`'` does not begin a string"),
    Mistake('{s} ⟦"x⟧', "invalid", "this string has no closing quote"),
    Mistake("{s} ⟦2x⟧", "invalid", "`2x` is not a number"),
]
BODIES = {
    "core": [("a component", "Base b(x = 1)", "Robot r {\n    ◊\n}\n"),
             ("a component", "Base b(x = 1)", 'Robot r {\n\tintent "é"\n\tBase a()\n\t/* 🤖 */ ◊\n}\n')],
    "world": [("a statement", "physics(x = 1)", "World w {\n  ◊\n}"),
              ("an entity", "Box b(x = 1)", "World w {\n  Scenario s() {\n    ◊\n  }\n}")],
    "task": [("a task node", "Stop()", "Task t {\n    ◊\n}"),
             ("a task node", "Wait(x = 1)", "Task t(x = 1) { Sequence { Stop() }\n A { B(x = 1) {\n    ◊\n}}}")],
    "eval": [("a check", "Check_vel(x = 1)", "Evaluate e {\n    ◊\n}"),
             ("a check", "Check_vel(x = 1)", "Evaluate e { Check_acc() ◊\n}")],
}  # fmt: skip

# Mistakes that belong to one form, as whole files.
WHOLE = [
    ("core", Mistake("⟦⟧", "unexpected_eof", "this .core file declares nothing")),
    ("world", Mistake("// nothing\n\n⟦⟧", "unexpected_eof", "this .world file declares nothing")),
    ("core", Mistake("⟦World⟧ w {}", "unexpected_token", "a .core file declares a `Robot`, not a `World`")),
    ("eval", Mistake("⟦Task⟧ t {}", "unexpected_token", "a .eval file declares an `Evaluate`, not a `Task`")),
    ("task", Mistake("/* é */ ⟦task⟧ t {}", "unexpected_token", "expected `Task`, found `task`")),
    ("core", Mistake("⟦Robt⟧ r {}", "unexpected_token", "expected `Robot`, found `Robt`")),
    ("core", Mistake("⟦Robots⟧ r {}", "unexpected_token", "expected `Robot`, found `Robots`")),
    ("core", Mistake("⟦Lidar⟧ l()", "unexpected_token", "expected `Robot`, found `Lidar`")),
    ("core", Mistake('⟦"Robot"⟧ r {}', "unexpected_token", 'expected `Robot`, found the string `"Robot"`')),
    ("core", Mistake("⟦{⟧ }", "unexpected_token", "expected `Robot`, found `{`")),
    ("core", Mistake("⟦$⟧", "unexpected_character", "expected `Robot`, found `$`")),
    ("core", Mistake("Robot ⟦{⟧ }", "unexpected_token", "this `Robot` has no name")),
    ("task", Mistake("Task ⟦(⟧timeout_s = 1) { }", "unexpected_token", "this `Task` has no name")),
    ("core", Mistake('Robot ⟦"r"⟧ { }', "unexpected_token", 'expected a name, found the string `"r"`')),
    ("core", Mistake("Robot ⟦1r⟧ { }", "invalid", "`1r` is not a number")),
    ("core", Mistake("Robot ⟦my-robot⟧ { }", "unexpected_character", "`my-robot` is not a name")),
    ("core", Mistake("Robot⟦⟧", "unexpected_eof", "expected a name, found the end of the file")),
    ("core", Mistake("Robot r⟦⟧", "unexpected_eof", "expected `{`, found the end of the file")),
    ("task", Mistake("Task t⟦⟧", "unexpected_eof", "expected `(` or `{`, found the end of the file")),
    ("core", Mistake("Robot r⟦(⟧a = 1) { }", "unexpected_token", "a `Robot` takes no arguments")),
    ("world", Mistake("World r⟦(⟧) { }", "unexpected_token", "a `World` takes no arguments")),
    ("core", Mistake("Robot r ⟦Lidar⟧ l() }", "unexpected_token", "expected `{`, found `Lidar`")),
    ("core", Mistake("Robot r⟦;⟧", "unexpected_character", "expected `{`, found `;`")),
    ("core", Mistake("Robot r {}\n⟦Robot⟧ s {}", "unexpected_token", "a file holds one declaration")),
    ("core", Mistake("Robot r {} ⟦World⟧ w {}", "unexpected_token", "a file holds one declaration")),
    ("core", Mistake("Robot r {} ⟦}⟧", "unexpected_token", "this `}` closes nothing")),
    ("core", Mistake("Robot r {} ⟦Lidar⟧ l()", "unexpected_token", "expected the end of the file, found `Lidar`")),
    ("core", Mistake("Robot r {} ⟦$⟧", "unexpected_character", "expected the end of the file, found `$`")),
    ("core", Mistake("Robot r { Lidar l(⟦?⟧) }", "unexpected_character", "expected a parameter or `)`, found `?`")),
    ("core", Mistake("Robot r {}⟦;⟧", "unexpected_character", "`;` has no meaning here")),
    ("core", Mistake("Robot r {\n  Lidar l(a = 1)\n⟦⟧", "unexpected_eof", "expected `}`, found the end of the file")),
    ("core", Mistake("Robot r {\n  Lidar l(a = 1⟦⟧", "unexpected_eof", "expected `)`, found the end of the file")),
    ("core", Mistake("Robot r {\n Lidar l(a = (1, 2\n⟦⟧", "unexpected_eof", "expected `)`, found the end of the file")),
    ("core", Mistake("Robot r {\n  Lidar l(a =⟦⟧", "unexpected_eof", "expected a value, found the end of the file")),
    ("core", Mistake("Robot r {\n  Lidar l⟦⟧", "unexpected_eof", "expected `(`, found the end of the file")),
    ("task", Mistake("Task t {\n  Stop⟦⟧", "unexpected_eof", "expected `(` or `{`, found the end of the file")),
    ("core", Mistake('Robot r {\n Lidar l(ref = "a"\n ⟦Lidar⟧ m(ref = "b")\n}', "unexpected_token",
                     "expected `)`, found another statement, `Lidar`")),
    ("core", Mistake("Robot r {\n Lidar l(a = 1,\n ⟦Lidar⟧ m()\n}", "unexpected_token",
                     "expected `)`, found another statement, `Lidar`")),
    ("task", Mistake("Task t {\n Stop(\n ⟦Wait⟧(duration_s = 2)\n}", "unexpected_token",
                     "expected `)`, found another statement, `Wait`")),
    ("task", Mistake("Task t {\n Retry(count = 2\n ⟦Sequence⟧ { Stop() }\n}", "unexpected_token",
                     "expected `)`, found another statement, `Sequence`")),
    ("task", Mistake("Task t { Navigate(goal = ⟦dock⟧) }", "unexpected_token", "expected a value, found `dock`")),
    ("core", Mistake("Robot r { Lidar l(⟦,⟧ a = 1) }", "unexpected_token", "nothing stands before this comma")),
    ("core", Mistake("Robot r { Lidar⟦(⟧a = 1) }", "unexpected_token", "this `Lidar` has no name")),
    ("core", Mistake("Robot r { Lidar ⟦}⟧", "unexpected_token", "expected a name, found `}`")),
    ("world", Mistake("World w { Scenario s() { Box⟦(⟧) } }", "unexpected_token", "this `Box` has no name")),
    ("core", Mistake("Robot r { Lidar l ⟦}⟧", "unexpected_token", "expected `(` after `l`, found `}`")),
    ("core", Mistake("Robot r { Lidar l ⟦Lidar⟧ m() }", "unexpected_token", "expected `(` after `l`, found `Lidar`")),
    ("core", Mistake("Robot r { Lidar l⟦)⟧ }", "unexpected_token", "expected `(` after `l`, found `)`")),
    ("world", Mistake("World w { Scenario s ⟦{⟧ } }", "unexpected_token", "expected `(` after `s`, found `{`")),
    ("core", Mistake("Robot r { Lidar l() ⟦{⟧ } }", "unexpected_token", "a component has no body")),
    ("eval", Mistake("Evaluate e { Check() ⟦{⟧ } }", "unexpected_token", "a check has no body")),
    ("world", Mistake("World w { physics() ⟦{⟧ } }", "unexpected_token", "a statement without a name has no body")),
    ("world", Mistake("World w { Scenario s() { Box b() ⟦{⟧ } } }", "unexpected_token", "an entity has no body")),
    ("task", Mistake("Task t { A { } ⟦{⟧ } }", "unexpected_token", "expected a task node or `}`, found `{`")),
    ("core", Mistake("Robot r { mass ⟦=⟧ 3 }", "unexpected_token", "expected a name, found `=`")),
    ("task", Mistake("Task t { timeout_s ⟦=⟧ 3 }", "unexpected_token", "expected `(` or `{`, found `=`")),
    ("world", Mistake("World w { gravity⟦:⟧ 3 }", "unexpected_character", "expected a name or `(`, found `:`")),
    ("core", Mistake('Robot r { ⟦"why"⟧ }', "unexpected_token", 'expected a component, found the string `"why"`')),
    ("core", Mistake('Robot r { intent⟦:⟧ "why" }', "unexpected_character", "expected a string, found `:`")),
    ("core", Mistake('Robot r { intent ⟦=⟧ "why" }', "unexpected_token", "expected a string, found `=`")),
    ("core", Mistake("Robot r { intent ⟦why⟧ }", "unexpected_token", "expected a string, found `why`")),
    ("core", Mistake('Robot r { A b() ⟦intent⟧ "x" }', "unexpected_token", "`intent` stands before every component")),
    ("core", Mistake('Robot r { intent "x" ⟦intent⟧ "y" }', "unexpected_token", "a robot has one `intent`")),
    ("core", Mistake('Robot r { intent "x",⟦,⟧ }', "unexpected_token", "one comma is enough")),
    ("core", Mistake("Robot r {⟦,⟧ A a() }", "unexpected_token", "nothing stands before this comma")),
    ("task", Mistake("Task t { Stop ⟦}⟧", "unexpected_token", "expected `(` or `{` after `Stop`, found `}`")),
    ("task", Mistake("Task t { Stop ⟦Wait⟧(a = 1) }", "unexpected_token",
                     "expected `(` or `{` after `Stop`, found `Wait`")),
    ("task", Mistake("Task t { Sequence ⟦main⟧ { Stop() } }", "unexpected_token", "task nodes have no names")),
    ("task", Mistake("Task t { Wait ⟦a⟧(x = 1) }", "unexpected_token", "task nodes have no names")),
    ("eval", Mistake("Evaluate e { Check_vel ⟦fast⟧(max = 1) }", "unexpected_token", "checks have no names")),
    ("eval", Mistake("Evaluate e { Check_a ⟦{⟧ } }", "unexpected_token", "expected `(` after `Check_a`, found `{`")),
    ("core", Mistake("/* a /* b */ ⟦c⟧ */ Robot r {}", "unexpected_token", "expected `Robot`, found `c`")),
    ("core", Mistake("⟦/*⟧ Robot r {}", "unexpected_eof", "this comment is never closed")),
    ("core", Mistake("⟦/⟧ Robot r {}", "unexpected_character", "expected `Robot`, found `/`")),
]  # fmt: skip


def program(template, text):
    """The text of a file and its primary span in characters."""
    marked = template.replace("◊", text)
    start, end = marked.index("⟦"), marked.index("⟧") - 1
    return marked.replace("⟦", "").replace("⟧", ""), start, end


def check(form, text, start, end, mistake, bom=b""):
    source = Source(f"demo.{form}", bom + text.encode())
    diagnostics = Diagnostics()
    assert parse(source, Form(form), diagnostics) is None, text
    (found,) = diagnostics
    span = found.primary.span
    before = text[:start]
    at = (before.count("\n") + 1, start - before.rfind("\n"))
    shown = render_all(diagnostics)
    assert (found.message, found.code.name) == (mistake.message, f"syntax.{mistake.code}"), shown
    assert (source.position(span.start), span.text) == (at, text[start:end]), shown
    assert f" --> demo.{form}:{at[0]}:{at[1]}\n" in shown
    assert found.blocking
    if found.edits:
        check_edits(source, Form(form), found)


def check_edits(source, form, found):
    """The edits mend the fault: what is wrong then, if anything, stands behind it."""
    data = source.data
    for edit in sorted(found.edits, key=lambda edit: -edit.span.start):
        assert source.start <= edit.span.start <= edit.span.end <= len(data)
        data = data[: edit.span.start] + edit.replacement.encode() + data[edit.span.end :]
    diagnostics = Diagnostics()
    parse(Source(source.name, data), form, diagnostics)
    for later in diagnostics:
        assert later.primary.span.start > found.primary.span.start, render_all([found, later])


@pytest.mark.parametrize("mistake", IN_ARGUMENTS, ids=lambda m: ascii(m.text[:40]))
def test_in_arguments(mistake):
    # A string left open is so up to the end of its line.
    text = mistake.text + ("\n" if mistake.text.endswith(")⟧") and mistake.code == "invalid" else "")
    for form, templates in ARGUMENTS.items():
        for template in templates:
            check(form, *program(template, text), mistake)


@pytest.mark.parametrize("mistake", IN_ARGUMENTS, ids=lambda m: ascii(m.text[:40]))
def test_in_arguments_behind_a_byte_order_mark_and_crlf(mistake):
    text, start, end = program("Evaluate e {\n    // é\n    Check(◊\n)}", mistake.text)
    start, end = start + 2, end + 2
    check("eval", text.replace("\n", "\r\n"), start, end, mistake, b"\xef\xbb\xbf")


@pytest.mark.parametrize("mistake", IN_BODIES, ids=lambda m: ascii(m.text))
def test_in_bodies(mistake):
    for form, bodies in BODIES.items():
        for kind, statement, template in bodies:
            text = mistake.text.replace("{s}", statement)
            check(form, *program(template, text), mistake._replace(message=mistake.message.format(a=kind)))


@pytest.mark.parametrize(("form", "mistake"), WHOLE, ids=[f"{f}-{m.text!a}" for f, m in WHOLE])
def test_whole_files(form, mistake):
    text, start, end = program("◊", mistake.text)
    check(form, text, start, end, mistake)
