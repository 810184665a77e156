"""``python -m robotdsl_web``."""

import sys

from robotdsl_web.command import main

if __name__ == "__main__":
    sys.exit(main())
