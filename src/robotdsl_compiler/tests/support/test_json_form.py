import json

from robotdsl_compiler.support.catalogue import Level
from robotdsl_compiler.support.diagnostic import Diagnostics, Edit, Label, Phase
from robotdsl_compiler.support.json_form import diagnostic_value, in_order
from robotdsl_compiler.support.numbers import json_text
from robotdsl_compiler.support.source import Source

CORE = Source("demo.core", "\ufeffRobot r {\n    Lidar é(x = 1, x = 2)\n}\n".encode())
WORLD = Source("demo.world", b"World w {}\n")


def test_every_field_of_a_finding():
    start = CORE.data.index(b"x = 2")
    first = CORE.data.index(b"x = 1")
    found = Diagnostics().report(
        "syntax.duplicate_parameter",
        Phase.PARSE,
        "parameter `x` is given twice",
        CORE.span(start, start + 1),
        label="given again here",
        related=[Label(CORE.span(first, first + 1), "first given here")],
        help="leave one out",
        notes=("a note",),
        edits=[Edit(CORE.span(start, start + 5), "")],
    )
    value = diagnostic_value(found)
    assert value == {
        "code": "syntax.duplicate_parameter",
        "level": "error",
        "message": "parameter `x` is given twice",
        "phase": "parse",
        "failure_domain": "application",
        "disposition": {"base": "blocking", "effective": "blocking"},
        "primary": {
            "span": {
                "source": "demo.core",
                "start": {"byte_offset": 33, "line": 2, "column": 20},
                "end": {"byte_offset": 34, "line": 2, "column": 21},
            },
            "label": "given again here",
        },
        "related": [
            {
                "span": {
                    "source": "demo.core",
                    "start": {"byte_offset": 26, "line": 2, "column": 13},
                    "end": {"byte_offset": 27, "line": 2, "column": 14},
                },
                "label": "first given here",
            }
        ],
        "edits": [
            {
                "applicability": "machine_applicable",
                "span": {
                    "source": "demo.core",
                    "start": {"byte_offset": 33, "line": 2, "column": 20},
                    "end": {"byte_offset": 38, "line": 2, "column": 25},
                },
                "replacement": "",
            }
        ],
        "help": ["leave one out"],
        "notes": ["a note"],
    }
    assert json.loads(json_text(value)) == value


def test_a_finding_without_a_place_and_with_another_disposition():
    diagnostics = Diagnostics(warnings_as_errors=True)
    value = diagnostic_value(diagnostics.report("target.blind_navigation", Phase.TARGET_BINDING, "blind"))
    assert list(value) == ["code", "level", "message", "phase", "failure_domain", "disposition", "primary"]
    assert value["primary"] is None
    assert value["level"] == "warning"
    assert value["disposition"] == {
        "base": "non_blocking",
        "effective": "blocking",
        "reason": "warnings are errors (--warnings-as-errors)",
    }
    left_out = Diagnostics().report(
        "library.wrong_type", Phase.LIBRARY_LOAD, "bad", level=Level.WARNING, reason="the part is left out"
    )
    assert diagnostic_value(left_out)["disposition"] == {
        "base": "blocking",
        "effective": "non_blocking",
        "reason": "the part is left out",
    }
    assert diagnostic_value(left_out)["failure_domain"] == "library"


def test_the_order_does_not_depend_on_the_order_of_reporting():
    library = Source("a/library.yaml", b"name: x\n")
    other = Source("b/library.yaml", b"name: x\n")
    reports = [
        ("invocation.no_output", Phase.TARGET_RESOLUTION, None),
        ("name.chassis_missing", Phase.NAME_RESOLUTION, None),
        ("name.duplicate", Phase.NAME_RESOLUTION, CORE.span(3, 8)),
        ("type.not_positive", Phase.TYPE_CHECK, CORE.span(3, 8)),
        ("name.unknown_part", Phase.NAME_RESOLUTION, CORE.span(3, 9)),
        ("name.unknown_part", Phase.NAME_RESOLUTION, CORE.span(9, 10)),
        ("name.duplicate", Phase.NAME_RESOLUTION, WORLD.span(0, 5)),
        ("library.wrong_type", Phase.LIBRARY_LOAD, library.span(0, 1)),
        ("library.wrong_type", Phase.LIBRARY_LOAD, other.span(0, 1)),
    ]
    for order in (reports, reports[::-1], reports[4:] + reports[:4]):
        diagnostics = Diagnostics()
        for code, phase, span in order:
            diagnostics.report(code, phase, "m", span)
        found = in_order(diagnostics, [CORE, WORLD])
        assert [(d.code.name, d.primary and d.primary.span) for d in found] == [(c, s) for c, _, s in reports]
