"""``python -m robotdsl_compiler.cli``."""

import sys

try:
    # An interrupt while the modules load is told as a later one is.
    from robotdsl_compiler.cli.main import main

    code = main()
except KeyboardInterrupt:
    print("interrupted", file=sys.stderr)
    code = 130
sys.exit(code)
