"""Where the package finds its data, in a source tree and installed."""

from __future__ import annotations

import importlib.util
import shutil
from pathlib import Path
from types import ModuleType

import pytest
from robotdsl_compiler.library.loader import load_libraries
from robotdsl_compiler.support.diagnostic import Diagnostics

from robotdsl_libraries import library


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


def test_a_library_whose_every_file_is_a_link_loads(tmp_path: Path) -> None:
    """As ``colcon build --symlink-install`` lays it out: folders of its own, files linked to their sources."""
    source = library("example")
    for file in sorted(source.rglob("*")):
        if file.is_file():
            linked = tmp_path / "example" / file.relative_to(source)
            linked.parent.mkdir(parents=True, exist_ok=True)
            linked.symlink_to(file)
    diagnostics = Diagnostics()
    linked_count = load_libraries([tmp_path / "example"], diagnostics).read_all()
    assert [d.message for d in diagnostics] == []
    assert linked_count == load_libraries([source], Diagnostics()).read_all() > 0
