"""Where the package finds its data, in a source tree and installed."""

from __future__ import annotations

import importlib.util
import shutil
from pathlib import Path
from types import ModuleType

import pytest


def installed(package: Path, prefix: Path, data: bool) -> ModuleType:
    """The module as an installation below ``prefix`` has it."""
    folder = prefix / "lib" / "python3" / "site-packages" / "robotdsl_libraries"
    folder.mkdir(parents=True)
    shutil.copy(package / "robotdsl_libraries" / "locations.py", folder)
    if data:
        for name in ("libraries", "programs"):
            shutil.copytree(package / name, prefix / "share" / "robotdsl_libraries" / name)
    spec = importlib.util.spec_from_file_location("installed_locations", folder / "locations.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_source_tree_holds_its_own(package: Path) -> None:
    from robotdsl_libraries import library, program, share

    assert share() == package
    assert (library("example") / "library.yaml").is_file()
    assert [path.name for path in program("demo")] == ["demo.core", "demo.world", "demo.task", "demo.eval"]
    assert [path.name for path in program("minimal")] == ["minimal.core", "minimal.world", "minimal.task"]


def test_an_installation_has_it_below_share(package: Path, tmp_path: Path) -> None:
    module = installed(package, tmp_path, data=True)
    assert module.share() == tmp_path / "share" / "robotdsl_libraries"
    assert (module.library("example") / "parts" / "lidar_360" / "lidar_360.glb").is_file()


def test_an_installation_without_its_data_says_so(package: Path, tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="without its libraries and programs"):
        installed(package, tmp_path, data=False).share()
