"""The reference driver: a base motion becomes the commands of a model's actuators and the surfaces of its belts.

It works on any MuJoCo model of the ``mjcf`` and ``embedded`` targets with the ``drive.json`` beside it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import mujoco
import numpy as np
import numpy.typing as npt
from robotdsl_runtime.kinematics.actuation import Actuation, Belt, DriveError, DrivenWheel, Kingpin
from robotdsl_runtime.kinematics.drive import Drive, drive_of
from robotdsl_runtime.kinematics.tracks import BeltSurfaces

from robotdsl_mujoco_sim.documents import read_document
from robotdsl_mujoco_sim.engine import keep_warnings_off_the_disk, require_supported_mujoco
from robotdsl_mujoco_sim.errors import OutputError
from robotdsl_mujoco_sim.state import selector

SCENE, DRIVE = "scene.xml", "drive.json"
DRIVE_SCHEMA = "robotdsl.mjcf_drive"


class Driver:
    """Drives the base of ``model`` as a ``drive.json`` says.

    ``drive`` is its kinematics and ``root_body`` the id of its root body. Commands go to the data that are handed in;
    the surfaces of belts alone belong to the model itself, so they move in all of its data.
    """

    def __init__(self, model: mujoco.MjModel, drive_json: Mapping[str, Any]) -> None:
        """Raises ``OutputError`` when the document states no drive or names what the model lacks."""
        self.model = model
        self.root_body, self.root_qpos, self.root_dof = _root(model, drive_json)
        try:
            self.drive: Drive = drive_of(drive_json)
        except DriveError as error:
            raise OutputError(f"{DRIVE}: {error}") from None
        self.wheel_actuators = [_actuator(model, wheel) for wheel in self.drive.wheels]
        self.kingpin_actuators = [_actuator(model, pin) for pin in self.drive.kingpins]
        self._wheels = selector(self.wheel_actuators)
        self._kingpins = selector(self.kingpin_actuators)
        joints = [model.joint(pin.joint).qposadr[0] for pin in self.drive.kingpins]
        self._kingpin_qpos = selector([int(address) for address in joints])
        self._belts = (0.0, 0.0)
        self._geoms, self._surfaces = _surfaces(model, self.root_body, self.drive.belts)
        keyframe = drive_json.get("keyframe")
        self._keyframe = None if keyframe is None else named(model, mujoco.mjtObj.mjOBJ_KEY, keyframe, DRIVE)

    @classmethod
    def load(cls, output: Path) -> Driver:
        """The driver, with its model, of a folder that holds ``scene.xml`` and ``drive.json``.

        Raises ``OutputError`` when one of them is missing or damaged, ``MujocoVersionError`` on a MuJoCo that it does
        not run on.
        """
        document = read_document(output, DRIVE, DRIVE_SCHEMA)
        return cls(read_scene(output), document)

    def start(self, data: mujoco.MjData) -> None:
        """Put ``data`` where the robot starts, told to stand: its keyframe where the document names one."""
        if self._keyframe is None:
            mujoco.mj_resetData(self.model, data)
        else:
            mujoco.mj_resetDataKeyframe(self.model, data, self._keyframe)
        self.command_belts(0.0, 0.0)
        mujoco.mj_forward(self.model, data)

    def command(self, data: mujoco.MjData, v: float, v_left: float, w: float) -> bool:
        """Tell the base to move at ``v`` m/s ahead, ``v_left`` m/s to the left and ``w`` rad/s to the left, from the
        next step on and until it is told otherwise. ``False`` when the motion is not finite and was dropped.
        """
        if not (math.isfinite(v) and math.isfinite(v_left) and math.isfinite(w)):
            return False
        # What the kingpins were told last is what they hold.
        told = self.drive.command((v, v_left, w), data.ctrl[self._kingpins].tolist())
        if told.finite:
            self.actuate(data, told)
        return told.finite

    def actuate(self, data: mujoco.MjData, told: Actuation) -> None:
        """Hold the base's wheels, kingpins and belts to ``told``, each in the order of ``drive``."""
        ctrl = data.ctrl
        ctrl[self._wheels] = told.wheels
        ctrl[self._kingpins] = told.kingpins
        if self._surfaces is not None:
            self.command_belts(*told.belts)

    def command_belts(self, v: float, w: float) -> None:
        """Let the belts' surfaces carry the base at ``v`` m/s and ``w`` rad/s, slowed where a belt cannot follow."""
        if self._surfaces is not None:
            self._belts = self._surfaces.held(v, w)
            self.model.geom_surfacevel[self._geoms] = self._surfaces.motion(*self._belts)

    def measured(self, data: mujoco.MjData) -> Actuation:
        """What wheels, kingpins and belts do in ``data``; the belts, what their surfaces were given."""
        velocity: Sequence[float] = data.actuator_velocity[self._wheels].tolist()
        return Actuation(tuple(velocity), self.kingpin_angles(data), self._belts)

    def kingpin_angles(self, data: mujoco.MjData) -> tuple[float, ...]:
        """The angles of the kingpins' joints, rad, in the order of ``drive.kingpins``."""
        return tuple(data.qpos[self._kingpin_qpos].tolist())

    @property
    def belt_motion(self) -> tuple[float, float]:
        """The motion (m/s, rad/s) that the belts' surfaces were given, within what their motors reach."""
        return self._belts


def drive(
    model: mujoco.MjModel, data: mujoco.MjData, drive_json: Mapping[str, Any], v: float, v_left: float, w: float
) -> None:
    """Tell the base to move: ``Driver(model, drive_json).command(data, v, v_left, w)``.

    It binds the document to the model anew each time; whoever tells often keeps a ``Driver``.
    """
    Driver(model, drive_json).command(data, v, v_left, w)


def read_scene(output: Path) -> mujoco.MjModel:
    """The model of ``scene.xml``; raises as ``Driver.load`` does."""
    require_supported_mujoco()
    keep_warnings_off_the_disk()
    scene = output / SCENE
    if not scene.is_file():
        raise OutputError(f"{SCENE} is missing from {output}")
    try:
        return mujoco.MjModel.from_xml_path(str(scene))
    except ValueError as error:
        raise OutputError(f"{SCENE} is not a model that MuJoCo reads: {' '.join(str(error).split())}") from None


def named(model: mujoco.MjModel, kind: mujoco.mjtObj, name: object, where: str) -> int:
    """The id of what the model holds under this name; ``OutputError`` that begins with ``where`` if nothing."""
    found = int(mujoco.mj_name2id(model, kind, str(name)))
    if found < 0:
        raise OutputError(f"{where}: {SCENE} holds no {kind.name.removeprefix('mjOBJ_').lower()} {name!r}")
    return found


def _root(model: mujoco.MjModel, drive_json: Mapping[str, Any]) -> tuple[int, int, int]:
    """The root body and where its free joint's position and velocity begin."""
    root = drive_json.get("root")
    if not isinstance(root, Mapping):
        raise OutputError(f"{DRIVE}: no root body and joint")
    body = named(model, mujoco.mjtObj.mjOBJ_BODY, root.get("body"), DRIVE)
    joint = named(model, mujoco.mjtObj.mjOBJ_JOINT, root.get("joint"), DRIVE)
    if int(model.jnt_type[joint]) != int(mujoco.mjtJoint.mjJNT_FREE) or model.jnt_bodyid[joint] != body:
        raise OutputError(f"{DRIVE}: {root.get('joint')!r} is not the free joint of {root.get('body')!r}")
    return body, int(model.jnt_qposadr[joint]), int(model.jnt_dofadr[joint])


def _actuator(model: mujoco.MjModel, turned: DrivenWheel | Kingpin) -> int:
    joint = named(model, mujoco.mjtObj.mjOBJ_JOINT, turned.joint, DRIVE)
    actuator = named(model, mujoco.mjtObj.mjOBJ_ACTUATOR, turned.actuator, DRIVE)
    if model.actuator_trnid[actuator, 0] != joint:
        raise OutputError(f"{DRIVE}: {turned.actuator!r} does not turn {turned.joint!r}")
    return actuator


def _surfaces(
    model: mujoco.MjModel, root: int, belts: Sequence[Belt]
) -> tuple[npt.NDArray[np.intp], BeltSurfaces | None]:
    """The geoms of the belts' bodies and how their surfaces move, from where they lie in the root body as it loads."""
    found: list[tuple[int, float | None]] = []
    for belt in belts:
        body = named(model, mujoco.mjtObj.mjOBJ_BODY, belt.body, DRIVE)
        first = int(model.body_geomadr[body])
        found += [(first + k, belt.max_speed) for k in range(int(model.body_geomnum[body]))]
    geoms = np.array([geom for geom, _ in found], dtype=np.intp)
    if not found:
        return geoms, None
    data = mujoco.MjData(model)
    mujoco.mj_kinematics(model, data)
    to_root = data.xmat[root].reshape(3, 3).T
    centers = (data.geom_xpos[geoms] - data.xpos[root]) @ to_root.T
    rotations = np.swapaxes(data.geom_xmat[geoms].reshape(-1, 3, 3), 1, 2) @ to_root.T
    # Without it MuJoCo skips the surfaces' velocities.
    model.flg_surfacevel = True
    return geoms, BeltSurfaces(centers, rotations, [limit for _, limit in found])
