"""The page's scripts, by their own tests under web/, which node runs."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from robotdsl_web.errors import PageError
from robotdsl_web.tools import find_node

WEB = Path(__file__).parent / "web"


@pytest.mark.parametrize("script", sorted(WEB.glob("*.test.mjs")), ids=lambda path: path.name)
def test_scripts(script: Path) -> None:
    try:
        node = find_node().program
    except PageError as error:
        pytest.skip(str(error))
    done = subprocess.run([str(node), "--test", str(script)], capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stdout
