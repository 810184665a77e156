"""``python -m robotdsl_compiler.cli``."""

import sys

from robotdsl_compiler.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
