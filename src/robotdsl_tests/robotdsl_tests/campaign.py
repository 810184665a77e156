"""``./robotdsl campaign``: drive through seeded random worlds and count how it went."""

import sys

from robotdsl_tests.campaigns.random_worlds import main

if __name__ == "__main__":
    sys.exit(main())
