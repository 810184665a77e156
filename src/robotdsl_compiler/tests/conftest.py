"""A small library of parts and programs around it, made for each test that asks for them."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from robotdsl_compiler.analysis import analyze
from robotdsl_compiler.driver import document
from robotdsl_compiler.frontend.parser import parse
from robotdsl_compiler.frontend.syntax import Form
from robotdsl_compiler.library.loader import load_libraries
from robotdsl_compiler.lowering import lower
from robotdsl_compiler.model.facts import Facts
from robotdsl_compiler.model.program import Program
from robotdsl_compiler.support.diagnostic import Diagnostic, Diagnostics
from robotdsl_compiler.support.source import Source

# The same examples on every machine, however busy it is: what hypothesis finds by chance elsewhere becomes an example.
settings.register_profile("repeatable", derandomize=True, deadline=None)
settings.load_profile("repeatable")

Fields = dict[str, Any]


def box_inertia(mass: float, x: float, y: float, z: float) -> dict[str, float]:
    """Of a uniform box about its centre."""
    xx, yy, zz = (mass * (a * a + b * b) / 12 for a, b in ((y, z), (x, z), (x, y)))
    return {"ixx": xx, "iyy": yy, "izz": zz, "ixy": 0, "ixz": 0, "iyz": 0}


def part(
    id: str, category: str, mass: float, size: tuple[float, float, float], center_x: float = 0.0, **fields: Any
) -> Fields:
    return {
        "schema_version": 1,
        "id": id,
        "category": category,
        "description": f"a {category}",
        "inertial": {
            "mass": mass, "origin_xyz": [center_x, 0, 0], "inertia": box_inertia(mass, *size), "source": "measured",
        },
        **fields,
    }  # fmt: skip


def box(x: float, y: float, z: float) -> Fields:
    return {"type": "box", "size": [x, y, z], "origin_xyz": [0, 0, 0]}


def connector(pos: tuple[float, float, float], dir: tuple[float, float, float], joint: str | None = None) -> Fields:
    stated: Fields = {"pos": list(pos), "dir": list(dir)}
    return stated if joint is None else {**stated, "joint": {"type": joint, "axis": list(dir)}}


def sensor(id: str, type: str, **fields: Any) -> Fields:
    return part(
        id, "sensor", 0.05, (0.04, 0.04, 0.04),
        collision=box(0.04, 0.04, 0.04), connectors={"base": connector((0, 0, -0.02), (0, 0, -1))},
        profiles={type: {}}, **fields,
    )  # fmt: skip


LEFT, RIGHT = (0, 1, 0), (0, -1, 0)
TOPS = {f"top_{i}": connector((0.1 - 0.05 * i, 0, 0.05), (0, 0, 1)) for i in range(5)}
DUO_MOUNTS = {"left_wheel": "left", "right_wheel": "right"}
QUAD = {
    f"{end}_{side}_wheel": connector((x, y, 0), (0, math.copysign(1, y), 0))
    for end, x in (("front", 0.12), ("rear", -0.12))
    for side, y in (("left", 0.13), ("right", -0.13))
}
CONE = {"min_m": 0.02, "max_m": 1.5, "field_of_view_rad": 0.3, "rate_hz": 20}

PARTS: tuple[Fields, ...] = (
    part(
        "duo", "chassis", 3.0, (0.3, 0.2, 0.08), center_x=-0.05, collision=box(0.3, 0.2, 0.08),
        connectors={
            "left": connector((0, 0.12, 0), LEFT), "right": connector((0, -0.12, 0), RIGHT),
            "under": connector((-0.12, 0, -0.04), (0, 0, -1)), "nose": connector((0.15, 0, 0), (1, 0, 0)), **TOPS,
        },
        profiles={"Diff_two_caster": {"mounts": DUO_MOUNTS}},
    ),
    part(
        "skid_duo", "chassis", 3.0, (0.3, 0.2, 0.08), collision=box(0.3, 0.2, 0.08),
        connectors={"left": connector((0, 0.12, 0), LEFT), "right": connector((0, -0.12, 0), RIGHT), **TOPS},
        contacts=[{"xyz": [-0.12, 0, -0.04], "radius": 0.01}, {"xyz": [0.12, 0, -0.04], "radius": 0.01}],
        profiles={"Diff_two_caster": {"mounts": DUO_MOUNTS}},
    ),
    part(
        "quad", "chassis", 6.0, (0.34, 0.22, 0.08), collision=box(0.34, 0.22, 0.08),
        connectors={**QUAD, **TOPS}, profiles={"Diff_drive": {"mounts": {name: name for name in QUAD}}},
    ),
    part(
        "lopsided_duo", "chassis", 3.0, (0.3, 0.2, 0.08), center_x=-0.05, collision=box(0.3, 0.2, 0.08),
        connectors={
            "left": connector((0, 0.18, 0), LEFT), "right": connector((0, -0.06, 0), RIGHT),
            "under": connector((-0.12, 0, -0.04), (0, 0, -1)), **TOPS,
        },
        profiles={"Diff_two_caster": {"mounts": DUO_MOUNTS}},
    ),
    part(
        "aside_duo", "chassis", 3.0, (0.3, 0.2, 0.08), center_x=-0.05, collision=box(0.3, 0.2, 0.08),
        connectors={
            "left": connector((0, 0.3, 0), LEFT), "right": connector((0, 0.06, 0), RIGHT),
            "under": connector((-0.12, -0.3, -0.04), (0, 0, -1)), **TOPS,
        },
        profiles={"Diff_two_caster": {"mounts": DUO_MOUNTS}},
    ),
    part(
        "swivel_duo", "chassis", 3.0, (0.3, 0.2, 0.08), center_x=-0.05, collision=box(0.3, 0.2, 0.08),
        connectors={
            "left": connector((0, 0.12, 0), LEFT), "right": connector((0, -0.12, 0), RIGHT),
            "under": connector((-0.12, 0, -0.04), (0, 0, -1)), "mast": connector((0, 0, 0.05), (0, 0, 1), "revolute"),
            **TOPS,
        },
        profiles={"Diff_two_caster": {"mounts": DUO_MOUNTS}},
    ),
    part(
        "wheel", "wheel", 0.2, (0.1, 0.02, 0.1), wheel={"radius": 0.05, "width": 0.02},
        connectors={"hub": connector((0, -0.01, 0), RIGHT, "continuous")}, profiles={"Standard": {}},
    ),
    part(
        "stiff_wheel", "wheel", 0.2, (0.1, 0.02, 0.1), wheel={"radius": 0.05, "width": 0.02},
        connectors={"hub": connector((0, -0.01, 0), RIGHT)}, profiles={"Standard": {}},
    ),
    part(
        "caster", "wheel", 0.0005, (0.02, 0.02, 0.02), wheel={"radius": 0.005, "width": 0.01},
        connectors={"stem": connector((0, 0, 0.005), (0, 0, 1))}, profiles={"Caster": {}},
    ),
    part(
        "motor", "motor", 0.15, (0.03, 0.03, 0.03), collision=box(0.03, 0.03, 0.03),
        motor={"stall_torque": 1.2, "no_load_speed": 12.0},
        connectors={"body": connector((0, -0.015, 0), RIGHT), "shaft": connector((0, 0.015, 0), LEFT)},
        profiles={"Motor": {"mounts": {"base": "body", "shaft": "shaft"}}},
    ),
    sensor("laser", "Lidar"),
    sensor(
        "exact_laser", "Lidar",
        sensor={"samples": 90, "horizontal_fov_rad": 3.1, "range_min_m": 0.1, "range_max_m": 8.0, "rate_hz": 5.0,
                "noise_stddev": 0.01},
    ),
    sensor("spinner", "Lidar3D"),
    sensor("camera", "Camera"),
    sensor("noisy_camera", "Camera", sensor={"range_min_m": 0.3, "noise_stddev": 0.02}),
    sensor("depth", "DepthCamera"),
    sensor("rgbd", "RGBD"),
    sensor("imu", "IMU"),
    sensor("sonar", "Ultrasonic"),
    sensor("eye", "Range", range=CONE),
    sensor("bumper", "Bumper"),
    part(
        "wedge", "attachment", 0.3, (0.1, 0.1, 0.05),
        hull={"vertices": [[-0.05, -0.05, 0], [0.05, -0.05, 0], [0.05, 0.05, 0], [-0.05, 0.05, 0], [0, 0, 0.08]]},
        connectors={"base": connector((0, 0, 0), (0, 0, -1))}, profiles={"Attachment": {}},
    ),
    part(
        "ghost", "attachment", 0.3, (0.1, 0.1, 0.05),
        connectors={"base": connector((0, 0, 0), (0, 0, -1))}, profiles={"Attachment": {}},
    ),
    part(
        "turret", "attachment", 0.3, (0.1, 0.1, 0.05), collision=box(0.1, 0.1, 0.05),
        connectors={"base": connector((0, 0, -0.025), (0, 0, -1), "revolute")}, profiles={"Attachment": {}},
    ),
)  # fmt: skip

POSTER_MESH, MESH = {"file": "it.dae"}, {"file": "it.glb", "rpy": [math.pi / 2, 0, 0]}
# A bench of two boxes with a gap under its top, a bollard on its side, a picture that is only shown, a wedge to drive.
OBJECTS: tuple[Fields, ...] = (
    {
        "id": "bench", "description": "a bench", "visual": MESH, "provenance": {"license": "none"},
        "collision": [
            {"type": "box", "size": [0.1, 0.4, 0.4], "xyz": [-0.5, 0, 0.2]},
            {"type": "box", "size": [0.1, 0.4, 0.4], "xyz": [0.5, 0, 0.2]},
        ],
    },
    {
        "id": "bollard", "description": "a bollard that lies", "visual": MESH,
        "collision": [
            {"type": "cylinder", "radius": 0.1, "height": 0.8, "xyz": [0, 0, 0.1], "rpy": [0, math.pi / 2, 0]},
            {"type": "sphere", "radius": 0.12, "xyz": [0.4, 0, 0.12]},
        ],
    },
    {"id": "poster", "description": "a picture", "visual": POSTER_MESH, "collision": []},
    {
        "id": "wedge", "description": "a way up", "visual": MESH,
        "collision": [{"type": "box", "size": [1, 0.6, 0.02], "rpy": [0, -0.2, 0]}],
    },
)  # fmt: skip
ENVIRONMENTS: tuple[Fields, ...] = (
    {
        "id": "den", "description": "a small room", "ground_plane": True,
        "entities": [
            {"type": "Obstacle", "name": "north", "shape": {"type": "box", "size": [4, 0.1, 1]},
             "pose": [1, 1.5, 0.5, 0, 0, 0, 1]},
            {"type": "Obstacle", "name": "seat", "ref": "bench", "pose": [2, 0.8, 0, 0, 0, 0, 1]},
            {"type": "Marker", "name": "spot", "ref": "poster", "pose": [2, -0.5, 0, 0, 0, 1, 0]},
        ],
    },
    {
        "id": "yard", "description": "no floor of its own", "ground_plane": False,
        "entities": [
            {"type": "Obstacle", "name": "post", "shape": {"type": "cylinder", "radius": 0.1, "height": 1},
             "pose": [-2, 0, 0.5, 0, 0, 0, 1]},
        ],
    },
)  # fmt: skip


def furnish(library: Path, objects: tuple[Fields, ...], environments: tuple[Fields, ...]) -> Fields:
    """Write objects and environments into a library; the lists of its manifest."""
    for kind, entries in (("object", objects), ("environment", environments)):
        for each in entries:
            folder = library / f"{kind}s" / each["id"]
            folder.mkdir(parents=True, exist_ok=True)
            (folder / f"{kind}.yaml").write_text(json.dumps({"schema_version": 1, **each}), encoding="utf-8")
            if "visual" in each:
                (folder / each["visual"]["file"]).write_bytes(b"mesh")
    return {"objects": [each["id"] for each in objects], "environments": [each["id"] for each in environments]}


DUO = """\
    Diff_two_caster base(ref = "duo")
    Standard left_wheel(ref = "wheel", mount = "left_wheel")
    Standard right_wheel(ref = "wheel", mount = "right_wheel")
    Caster caster(ref = "caster", mount = "under")
"""
QUAD_ROBOT = """\
    Diff_drive base(ref = "quad")
    Standard fl(ref = "wheel", mount = "front_left_wheel")
    Standard fr(ref = "wheel", mount = "front_right_wheel")
    Standard rl(ref = "wheel", mount = "rear_left_wheel")
    Standard rr(ref = "wheel", mount = "rear_right_wheel")
"""
LASER = '    Lidar laser(ref = "laser", mount = "top_0")\n'
WORLD = """\
World hall {
    spawn(robot = @core/bot, pose = (0, 0, 0.01, 0, 0, 0, 1))
    Scenario room(ref = "empty", ground_plane = true) {
        Obstacle crate(type = "box", pos = (1.2, 0, 0.25, 0, 0, 0, 1), size = (0.3, 0.3, 0.5))
        Marker flag(type = "cylinder", pos = (2.5, 0, 0.01, 0, 0, 0, 1), size = (0.3, 0.3, 0.02))
    }
    Goal there(pose = (2.5, 0, 0, 0, 0, 0, 1))
}
"""
TASK = "Task fetch(timeout_s = 90) { Navigate(goal = @world/there) Stop() }\n"


@dataclass(frozen=True)
class Workshop:
    """A folder with a library of the parts above and a program beside it."""

    folder: Path

    @property
    def library(self) -> Path:
        return self.folder / "parts"

    def stock(self, *extra: Fields) -> None:
        """Write the library, with ``extra`` parts in it."""
        parts = {each["id"]: each for each in (*PARTS, *extra)}
        for id, fields in parts.items():
            folder = self.library / "parts" / id
            folder.mkdir(parents=True, exist_ok=True)
            (folder / "component.yaml").write_text(json.dumps(fields), encoding="utf-8")
        listed = furnish(self.library, OBJECTS, ENVIRONMENTS)
        manifest = json.dumps({"name": "test", "parts": list(parts), **listed})
        (self.library / "library.yaml").write_text(manifest, encoding="utf-8")

    def program(
        self, core: str = DUO + LASER, world: str = WORLD, task: str = TASK, eval: str | None = None, name: str = "p"
    ) -> tuple[str, ...]:
        """Write a program and give its files' names; ``core`` is the body of a robot called bot."""
        texts = {"core": f"Robot bot {{\n{core}}}\n", "world": world, "task": task, "eval": eval}
        folder = self.folder / "program"
        folder.mkdir(exist_ok=True)
        files = []
        for form, text in texts.items():
            if text is not None:
                (folder / f"{name}.{form}").write_text(text, encoding="utf-8")
                files.append(str(folder / f"{name}.{form}"))
        return tuple(files)


@pytest.fixture
def workshop(tmp_path: Path) -> Workshop:
    made = Workshop(tmp_path)
    made.stock()
    return made


@pytest.fixture(scope="session")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The library alone, for tests that do not change it."""
    made = Workshop(tmp_path_factory.mktemp("shelf"))
    made.stock()
    return made.library


@pytest.fixture(scope="session")
def obeys_the_schema() -> Callable[[str], None]:
    """Fails where a document's text breaks the published schema of ``robotdsl.compile``, saying where."""
    jsonschema = pytest.importorskip("jsonschema", reason="jsonschema, of requirements/test.txt, is not installed")
    file = Path(document.__file__).with_name("robotdsl.compile.schema.json")
    schema = json.loads(file.read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)

    def check(text: str) -> None:
        faults = [f"{error.json_path}: {error.message}" for error in validator.iter_errors(json.loads(text))]
        assert faults == []

    return check


@pytest.fixture(scope="session")
def texts() -> Mapping[str, str]:
    """Bodies to build programs of."""
    skid = DUO.replace('"duo"', '"skid_duo"').replace('    Caster caster(ref = "caster", mount = "under")\n', "")
    return {"duo": DUO, "skid": skid, "quad": QUAD_ROBOT, "laser": LASER, "world": WORLD, "task": TASK}


@pytest.fixture(scope="session")
def stocked() -> Callable[[str], Fields]:
    """A part of the library by its id."""
    return {each["id"]: each for each in PARTS}.__getitem__


@pytest.fixture(scope="session")
def box_part() -> Callable[..., Fields]:
    return part


@pytest.fixture
def furnished(tmp_path: Path) -> Callable[..., Path]:
    """Makes one more library of objects and environments."""

    def make(name: str, objects: tuple[Fields, ...] = (), environments: tuple[Fields, ...] = ()) -> Path:
        folder = tmp_path / name
        folder.mkdir()
        manifest = {"name": name, **furnish(folder, objects, environments)}
        (folder / "library.yaml").write_text(json.dumps(manifest), encoding="utf-8")
        return folder

    return make


@dataclass(frozen=True)
class Lowered:
    """What lowering made of a program and what it said."""

    program: Program | None
    diagnostics: tuple[Diagnostic, ...]

    @property
    def told(self) -> list[tuple[str, str, str]]:
        """Each diagnostic as its code, the text that it points at, and its message, in the order of the report."""
        return [(d.code.name, d.primary.span.text if d.primary else "", d.message) for d in self.diagnostics]


Lower = Callable[..., Lowered]


@pytest.fixture(scope="session")
def lower_texts(shelf: Path) -> Lower:
    """Lower a program of whole texts, ``core``, ``world``, ``task`` and ``eval``, with the parts of the shelf or of
    ``libraries``. A form that is not given is that of a sound small program; ``None`` leaves it out."""
    stocked = load_libraries([shelf], Diagnostics())

    def lower_them(
        core: str | None = f"Robot bot {{\n{DUO}{LASER}}}\n",
        world: str | None = WORLD,
        task: str | None = TASK,
        eval: str | None = None,
        libraries: list[Path] | None = None,
    ) -> Lowered:
        parts = stocked if libraries is None else load_libraries(libraries, Diagnostics())
        diagnostics = Diagnostics()
        documents = {}
        for form, text in ((Form.CORE, core), (Form.WORLD, world), (Form.TASK, task), (Form.EVAL, eval)):
            if text is not None:
                document = parse(Source(f"p.{form.value}", text.encode()), form, diagnostics)
                assert document is not None, [d.message for d in diagnostics]
                documents[form] = document
        return Lowered(lower(documents, parts, diagnostics), tuple(diagnostics))

    return lower_them


@pytest.fixture
def facts_of(lower_texts: Lower, shelf: Path, tmp_path: Path) -> Callable[..., Facts]:
    """The facts of a robot called bot with the body ``core``, of parts of the shelf and ``extra`` ones, in a sound
    program whose other forms may be given. ``walkers`` lie in the library of the extra parts."""

    def analyze_it(core: str, *extra: Fields, walkers: tuple[Fields, ...] = (), **forms: str) -> Facts:
        library = tmp_path / "extra"
        for fields in extra:
            folder = library / "parts" / fields["id"]
            folder.mkdir(parents=True, exist_ok=True)
            (folder / "component.yaml").write_text(json.dumps(fields), encoding="utf-8")
        for fields in walkers:
            folder = library / "walkers" / fields["id"]
            folder.mkdir(parents=True)
            (folder / "walker.yaml").write_text(json.dumps(fields), encoding="utf-8")
            (folder / fields["policy"]["file"]).write_bytes(b"onnx")
        library.mkdir(exist_ok=True)
        lists = {"parts": [fields["id"] for fields in extra], "walkers": [fields["id"] for fields in walkers]}
        listed = json.dumps({"name": "extra", **lists})
        (library / "library.yaml").write_text(listed, encoding="utf-8")
        libraries = [shelf, library] if extra else None
        lowered = lower_texts(core=f"Robot bot {{\n{core}\n}}", libraries=libraries, **forms)
        assert lowered.program is not None, lowered.told
        return analyze(lowered.program)

    return analyze_it
