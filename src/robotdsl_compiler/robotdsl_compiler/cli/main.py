"""The entry of the command line: picks the verb, and turns what must not reach a person as a traceback into words.

Exit codes: 0 nothing blocked, 1 something did, 2 the command line was wrong, 70 a fault of the compiler itself, 130
interrupted, 141 nobody reads the output any more.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence
from importlib import import_module

from robotdsl_compiler.cli.arguments import PROGRAM, parse, parser

INTERNAL_ERROR, INTERRUPTED, BROKEN_PIPE = 70, 130, 141
BACKTRACE = "ROBOTDSL_BACKTRACE"


def main(argv: Sequence[str] | None = None) -> int:
    """Run the verb that ``argv`` (the process's own by default) names; the exit code."""
    _write_anything()
    # A verb is over soon and leaves few cycles behind; looking for them would take a tenth of its time.
    collecting = gc.isenabled()
    gc.disable()
    try:
        code = _run(sys.argv[1:] if argv is None else argv)
        sys.stdout.flush()
        return code
    except BrokenPipeError:
        # What is still buffered would raise again as the interpreter closes its streams.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return INTERRUPTED
    except Exception as error:
        return _fault(error)
    finally:
        if collecting:
            gc.enable()


def _write_anything() -> None:
    """Let text that the terminal's encoding lacks appear escaped instead of failing."""
    reconfigure = getattr(sys.stdout, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="backslashreplace")


def _run(argv: Sequence[str]) -> int:
    arguments = parse(argv)
    if arguments.version:
        from robotdsl_compiler.support.version import VERSION

        print(f"{PROGRAM} {VERSION}")
        return 0
    if arguments.verb is None:
        parser().print_usage(sys.stderr)
        return 2
    verb = import_module(f"robotdsl_compiler.cli.verbs.{arguments.verb}")
    code: int = verb.run(arguments)
    return code


def _fault(error: Exception) -> int:
    if os.environ.get(BACKTRACE):
        import traceback

        traceback.print_exception(error)
    else:
        print(f"note: {BACKTRACE}=1 shows where it happened", file=sys.stderr)
    print(
        f"internal error: {type(error).__name__}: {error}\n"
        f"This is a fault of the compiler, not of your program. Please report it with the program, the command and\n"
        f"what the command says with {BACKTRACE}=1.",
        file=sys.stderr,
    )
    return INTERNAL_ERROR
