"""``python -m robotdsl_tests VERB ...``: the verbs of ``./robotdsl`` that measure and test this workspace."""

import sys
from importlib import import_module

VERBS = {
    "test": "robotdsl_tests.check",
    "bench": "robotdsl_tests.bench",
    "motion": "robotdsl_tests.motion.command",
    "campaign": "robotdsl_tests.campaigns.random_worlds",
}

try:
    # An interrupt while the modules load is told as a later one is.
    code = import_module(VERBS[sys.argv[1]]).main(sys.argv[2:])
except KeyboardInterrupt:
    print("interrupted", file=sys.stderr)
    code = 130
sys.exit(code)
