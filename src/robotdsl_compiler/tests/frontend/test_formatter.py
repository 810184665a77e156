from dataclasses import replace
from textwrap import dedent

import pytest
from robotdsl_compiler.frontend.formatter import WIDTH, format_document, format_source
from robotdsl_compiler.frontend.parser import parse
from robotdsl_compiler.frontend.syntax import Form
from robotdsl_compiler.support.diagnostic import Diagnostics
from robotdsl_compiler.support.source import Source


def formatted(text, form="task"):
    source = Source(f"demo.{form}", text if isinstance(text, bytes) else text.encode())
    once = format_source(source, Form(form))
    assert once is not None
    assert format_source(Source("again", once.encode()), Form(form)) == once
    assert all(line == line.rstrip(" ") for line in once.splitlines() if not line.startswith("/*"))
    return once


def check(text, expected, form="task"):
    assert formatted(dedent(text), form) == dedent(expected).lstrip("\n")


def test_layout_of_each_form():
    check(
        'Robot r{intent"x" Base b(ref="b"glue=(1,2 3,))\n}'.replace('"b"glue', '"b" glue'),
        """
        Robot r {
            intent "x"
            Base b(ref = "b", glue = (1, 2, 3))
        }
        """,
        "core",
    )
    check(
        "World w{physics(g=(0 0 1))Scenario s(a=true){Box b(x=@core/r)}Scenario e(){}Scenario n()}",
        """
        World w {
            physics(g = (0, 0, 1))
            Scenario s(a = true) {
                Box b(x = @core/r)
            }
            Scenario e() {}
            Scenario n()
        }
        """,
        "world",
    )
    check(
        "Task t(timeout_s=1){Sequence{Stop()Retry(count=2){Stop()}Fallback{}}}",
        """
        Task t(timeout_s = 1) {
            Sequence {
                Stop()
                Retry(count = 2) {
                    Stop()
                }
                Fallback {}
            }
        }
        """,
    )
    check("Evaluate e{}", "Evaluate e {}\n", "eval")


def test_commas_between_statements_go():
    check(
        """
        Robot r {
            intent "x", // a
            A a(), /* b */ B b()
            , // c
            C c(),
        }
        """,
        """
        Robot r {
            intent "x"  // a
            A a()  /* b */
            B b()
            // c
            C c()
        }
        """,
        "core",
    )


def test_at_most_one_blank_line_between_statements_and_none_at_the_ends():
    check(
        """


        Task t {


            Stop()
            Stop()



            Stop()

            // a
            // b


            // c
            Stop()


        }


        """,
        """
        Task t {
            Stop()
            Stop()

            Stop()

            // a
            // b

            // c
            Stop()
        }
        """,
    )


def test_literals_keep_their_text():
    check(
        'Evaluate e { C(a = +1.50, b = 1E3, c = "\\u00e9\\/é", d = .5, e = (1., -0)) }',
        """
        Evaluate e {
            C(a = +1.50, b = 1E3, c = "\\u00e9\\/é", d = .5, e = (1., -0))
        }
        """,
        "eval",
    )


def test_arguments_beyond_the_width_go_one_to_a_line():
    head = 'World w {\n    Box b(a = "'
    fits = WIDTH - len('    Box b(a = "", b = 1)')
    one_line = f'{head}{"x" * fits}", b = 1)\n}}\n'
    assert formatted(one_line, "world") == one_line
    assert formatted(f'{head}{"x" * (fits + 1)}", b = 1)\n}}\n', "world") == (
        f'World w {{\n    Box b(\n        a = "{"x" * (fits + 1)}",\n        b = 1,\n    )\n}}\n'
    )


def test_the_brace_counts_for_the_width():
    fits = WIDTH - len('    Box b(a = "") {')
    text = f'World w {{\n    Box b(a = "{"x" * fits}") {{\n        C c()\n    }}\n}}\n'
    assert formatted(text, "world") == text
    assert "(\n" in formatted(text.replace("x", "xx", 1), "world")
    text = text.replace(" {\n        C c()\n    }", " {}")
    assert "(\n" in formatted(text.replace("x", "xx", 1), "world")


def test_a_tuple_beyond_the_width_is_filled():
    numbers = ", ".join(str(10**9 + i) for i in range(12))
    check(
        f"Evaluate e {{ C(a = ({numbers})) }}",
        """
        Evaluate e {
            C(
                a = (
                    1000000000, 1000000001, 1000000002, 1000000003, 1000000004, 1000000005, 1000000006,
                    1000000007, 1000000008, 1000000009, 1000000010, 1000000011,
                ),
            )
        }
        """,
        "eval",
    )


def test_comments_stay_where_they_belong():
    check(
        """
        // licence

        /* two
           lines */
        World /* a */ demo /* b */ { // brace
          physics(g = (0, 0, -9.81)) // g
            spawn(a = 1)   /* x */ // y

            Scenario room(ref = "empty", /* gp */ ground_plane = true) /* c */ {
                // lead
                Marker flag(type = "cylinder" /* t1 */ , pos = (2.5, 0, /* in */ 0.01), // end
                // dangling
                )
                Box e() Box f(/* only */)
                // last
            }
            Scenario none(ref = "x") { /* c */ }
            Scenario none2(ref = "x") // c
            { // d

            // e
            }
        } // after
        // end
        """,
        """
        // licence

        /* two
           lines */
        /* a */
        World demo {  /* b */  // brace
            physics(g = (0, 0, -9.81))  // g
            spawn(a = 1)  /* x */  // y

            Scenario room(
                ref = "empty",  /* gp */
                ground_plane = true,
            ) {  /* c */
                // lead
                Marker flag(
                    type = "cylinder",  /* t1 */
                    /* in */
                    pos = (2.5, 0, 0.01),  // end
                    // dangling
                )
                Box e()
                Box f(
                    /* only */
                )
                // last
            }
            Scenario none(ref = "x") {  /* c */
            }
            Scenario none2(ref = "x") {  // c
                // d

                // e
            }
        }  // after
        // end
        """,
        "world",
    )


def test_comments_about_an_intent():
    check(
        """
        Robot r { /* a */
            // b
            intent /* c */ "x" // d
            // e
        }
        """,
        """
        Robot r {  /* a */
            // b
            /* c */
            intent "x"  // d
            // e
        }
        """,
        "core",
    )


def test_a_changed_value_is_written_anew():
    document = parse(Source("demo.eval", b'Evaluate e { C(a = 1.0, b = "x", c = 2.50) }'), Form.EVAL, Diagnostics())
    (check,) = document.declaration.body
    a, b, c = check.arguments
    changed = (
        replace(a, value=replace(a.value, value=0.5)),
        replace(b, value=replace(b.value, value='"é"')),
        replace(c, value=replace(c.value, span=b.value.span)),
    )
    declaration = replace(document.declaration, body=(replace(check, arguments=changed),))
    text = format_document(replace(document, declaration=declaration))
    assert text == 'Evaluate e {\n    C(a = 0.5, b = "\\"é\\"", c = 2.5)\n}\n'


def test_crlf_stays_crlf_and_a_byte_order_mark_goes():
    text = b"\xef\xbb\xbfTask t {\r\n// a \r\n/* b\r\nc */\r\n\r\nStop()\n}\r\n"
    assert formatted(text) == "Task t {\r\n    // a\r\n    /* b\r\nc */\r\n\r\n    Stop()\r\n}\r\n"


def test_a_syntax_error_is_reported():
    diagnostics = Diagnostics()
    source = Source("demo.task", b"Task t { Stop }")
    assert format_source(source, Form.TASK, diagnostics) is None
    assert [d.code.name for d in diagnostics] == ["syntax.unexpected_token"]
    assert format_source(source, Form.TASK) is None


@pytest.mark.parametrize("text", ["Task t {\n    Stop()\n}\n", "// a\nTask t {}  // b\n// c\n"])
def test_what_is_formatted_stays(text):
    assert formatted(text) == text


def test_format_document_is_that_of_its_source():
    source = Source("demo.task", b"Task t{/*x*/}")
    document = parse(source, Form.TASK, Diagnostics())
    assert format_document(document) == format_source(source, Form.TASK) == "Task t {  /*x*/\n}\n"
