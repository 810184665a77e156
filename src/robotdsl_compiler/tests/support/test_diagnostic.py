import pytest
from robotdsl_compiler.support.catalogue import Level
from robotdsl_compiler.support.diagnostic import Diagnostics, Phase
from robotdsl_compiler.support.source import Source

SOURCE = Source("demo.core", b"Robot r {}\n")


def test_an_undeclared_code_is_a_bug():
    with pytest.raises(KeyError):
        Diagnostics().report("syntax.no_such_code", Phase.PARSE, "something")


def test_takes_level_and_disposition_from_the_catalogue():
    diagnostics = Diagnostics()
    error = diagnostics.report("syntax.invalid", Phase.PARSE, "bad", SOURCE.span(0, 5), help="do this")
    assert (error.level, error.blocking, error.reason, error.help) == (Level.ERROR, True, None, ("do this",))
    warning = diagnostics.report("target.blind_navigation", Phase.TARGET_BINDING, "blind")
    assert (warning.level, warning.blocking, warning.reason) == (Level.WARNING, False, None)
    assert list(diagnostics) == [error, warning]


def test_blocked_looks_at_one_phase_or_at_all():
    diagnostics = Diagnostics()
    assert not diagnostics.blocked()
    diagnostics.report("target.blind_navigation", Phase.TARGET_BINDING, "blind")
    assert not diagnostics.blocked()
    diagnostics.report("syntax.invalid", Phase.PARSE, "bad")
    assert diagnostics.blocked()
    assert diagnostics.blocked(Phase.PARSE)
    assert not diagnostics.blocked(Phase.TARGET_BINDING)


def test_a_report_may_override_level_and_disposition_for_a_reason():
    diagnostics = Diagnostics()
    found = diagnostics.report(
        "library.wrong_type", Phase.LIBRARY_LOAD, "bad", level=Level.WARNING, reason="the part is left out"
    )
    assert (found.level, found.blocking, found.reason) == (Level.WARNING, False, "the part is left out")
    found = diagnostics.report("library.wrong_type", Phase.LIBRARY_LOAD, "bad", blocking=False, reason="left out")
    assert (found.level, found.blocking) == (Level.ERROR, False)
    assert not diagnostics.blocked()


def test_an_override_without_a_reason_is_a_bug():
    with pytest.raises(ValueError, match="reason"):
        Diagnostics().report("library.wrong_type", Phase.LIBRARY_LOAD, "bad", level=Level.WARNING)


def test_no_reason_is_kept_where_nothing_differs():
    found = Diagnostics().report("syntax.invalid", Phase.PARSE, "bad", blocking=True, reason="no need")
    assert found.reason is None


def test_warnings_as_errors_blocks_and_says_why():
    diagnostics = Diagnostics(warnings_as_errors=True)
    found = diagnostics.report("target.blind_navigation", Phase.TARGET_BINDING, "blind")
    assert (found.level, found.blocking) == (Level.WARNING, True)
    assert found.reason is not None
    assert "--warnings-as-errors" in found.reason
    assert diagnostics.blocked(Phase.TARGET_BINDING)
