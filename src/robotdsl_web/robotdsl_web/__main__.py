"""``python -m robotdsl_web``."""

import sys

try:
    # An interrupt while the modules load is told as a later one is.
    from robotdsl_web.command import main

    code = main()
except KeyboardInterrupt:
    print("interrupted", file=sys.stderr)
    code = 130
sys.exit(code)
