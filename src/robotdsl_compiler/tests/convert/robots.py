"""Small URDFs of the tests' own, and what they come to worked out another way."""

from __future__ import annotations

import math
from typing import Any
from xml.etree import ElementTree

import numpy as np

Array = np.ndarray[Any, np.dtype[np.float64]]

# A two-wheel base under a footprint: a mast that is fixed to it twice over and turned, inertials that are turned, a
# mesh, a lidar that Gazebo describes, an IMU without a mass, a ball that is fixed and a turret that could turn.
SCOUT = """\
<?xml version="1.0"?>
<robot name="scout">
  <material name="grey"><color rgba="0.5 0.5 0.5 1"/></material>
  <link name="base_footprint"/>
  <joint name="up" type="fixed">
    <parent link="base_footprint"/><child link="base_link"/><origin xyz="0 0 0.05"/>
  </joint>
  <link name="base_link">
    <inertial>
      <origin xyz="-0.02 0.003 0.03" rpy="0.1 -0.2 0.3"/><mass value="3.5"/>
      <inertia ixx="0.020" ixy="0.001" ixz="-0.0005" iyy="0.030" iyz="0.0002" izz="0.040"/>
    </inertial>
    <visual><geometry>
      <mesh filename="package://scout_description/meshes/base.stl" scale="0.001 0.001 0.001"/>
    </geometry></visual>
    <collision><origin xyz="0 0 0.04"/><geometry><box size="0.30 0.20 0.08"/></geometry></collision>
  </link>
  <link name="left_wheel_link">
    <inertial><mass value="0.2"/><inertia ixx="0.00015" iyy="0.00015" izz="0.00025" ixy="0" ixz="0" iyz="0"/></inertial>
    <visual><geometry><cylinder radius="0.05" length="0.03"/></geometry></visual>
    <collision><geometry><cylinder radius="0.05" length="0.03"/></geometry></collision>
  </link>
  <joint name="left_wheel_joint" type="continuous">
    <parent link="base_link"/><child link="left_wheel_link"/>
    <origin xyz="0 0.12 0" rpy="-1.5707963267948966 0 0"/><axis xyz="0 0 1"/>
    <limit effort="2" velocity="20"/><dynamics damping="0.1"/>
  </joint>
  <link name="right_wheel_link">
    <inertial><mass value="0.2"/><inertia ixx="0.00015" iyy="0.00015" izz="0.00025" ixy="0" ixz="0" iyz="0"/></inertial>
    <collision><geometry><cylinder radius="0.05" length="0.03"/></geometry></collision>
  </link>
  <joint name="right_wheel_joint" type="continuous">
    <parent link="base_link"/><child link="right_wheel_link"/>
    <origin xyz="0 -0.12 0" rpy="-1.5707963267948966 0 0"/><axis xyz="0 0 1"/>
  </joint>
  <link name="caster_link">
    <inertial><mass value="0.1"/><inertia ixx="0.00001" iyy="0.00001" izz="0.00001" ixy="0" ixz="0" iyz="0"/></inertial>
    <collision><geometry><sphere radius="0.02"/></geometry></collision>
  </link>
  <joint name="caster_joint" type="fixed">
    <parent link="base_link"/><child link="caster_link"/><origin xyz="-0.12 0 -0.03"/>
  </joint>
  <link name="mast">
    <inertial>
      <origin xyz="0 0 0.1" rpy="0 0.5 0"/><mass value="0.4"/>
      <inertia ixx="0.002" iyy="0.002" izz="0.0001" ixy="0" ixz="0" iyz="0"/>
    </inertial>
  </link>
  <joint name="mast_joint" type="fixed">
    <parent link="base_link"/><child link="mast"/><origin xyz="-0.05 0.02 0.08" rpy="0 0 0.7"/>
  </joint>
  <link name="head">
    <inertial>
      <origin xyz="0.01 0 0"/><mass value="0.15"/>
      <inertia ixx="0.0001" iyy="0.0002" izz="0.0002" ixy="0" ixz="0.00001" iyz="0"/>
    </inertial>
  </link>
  <joint name="head_joint" type="revolute">
    <parent link="mast"/><child link="head"/><origin xyz="0 0 0.2" rpy="0.3 0 0"/><axis xyz="0 0 1"/>
    <limit lower="-1" upper="1" effort="1" velocity="1"/>
  </joint>
  <link name="base_scan">
    <inertial><mass value="0.12"/><inertia ixx="0.0001" iyy="0.0001" izz="0.0001" ixy="0" ixz="0" iyz="0"/></inertial>
    <collision><geometry><cylinder radius="0.035" length="0.04"/></geometry></collision>
  </link>
  <joint name="scan_joint" type="fixed">
    <parent link="base_link"/><child link="base_scan"/><origin xyz="0.08 0 0.10"/>
  </joint>
  <gazebo reference="base_scan">
    <sensor type="ray" name="laser">
      <update_rate>8</update_rate>
      <ray>
        <scan><horizontal><samples>180</samples><min_angle>-1.5</min_angle><max_angle>1.5</max_angle></horizontal></scan>
        <range><min>0.12</min><max>6</max></range>
        <noise><stddev>0.02</stddev></noise>
      </ray>
      <plugin name="scan" filename="libscan.so"/>
    </sensor>
    <material>Gazebo/Grey</material>
  </gazebo>
  <link name="imu_link"/>
  <joint name="imu_joint" type="fixed">
    <parent link="base_link"/><child link="imu_link"/><origin xyz="0.01 0 0.03" rpy="0 0 1.5707963267948966"/>
  </joint>
  <transmission name="left"/>
</robot>
"""


def wheel(name: str, x: float, y: float, mass: float = 0.5, radius: float = 0.08, type: str = "continuous") -> str:
    """A wheel whose own y axis is its axle."""
    return f"""
  <link name="{name}">
    <inertial>
      <mass value="{mass}"/><inertia ixx="0.001" iyy="0.0016" izz="0.001" ixy="0" ixz="0" iyz="0"/>
    </inertial>
    <collision>
      <origin rpy="1.5707963267948966 0 0"/><geometry><cylinder radius="{radius}" length="0.05"/></geometry>
    </collision>
  </link>
  <joint name="{name}_joint" type="{type}">
    <parent link="base_link"/><child link="{name}"/><origin xyz="{x} {y} 0"/><axis xyz="0 1 0"/>
  </joint>"""


BODY = """
  <link name="base_link">
    <inertial><mass value="12"/><inertia ixx="0.2" iyy="0.4" izz="0.5" ixy="0" ixz="0" iyz="0"/></inertial>
    <collision><origin xyz="0 0 0.05"/><geometry><box size="0.5 0.3 0.12"/></geometry></collision>
    <collision><origin xyz="0.1 0 0.15"/><geometry><cylinder radius="0.1" length="0.1"/></geometry></collision>
  </link>"""
FOUR = (("fl", 0.12, 0.2), ("fr", 0.12, -0.2), ("rl", -0.12, 0.2), ("rr", -0.12, -0.2))
LASER = """
  <link name="laser">
    <inertial><mass value="0.2"/><inertia ixx="0.0002" iyy="0.0002" izz="0.0002" ixy="0" ixz="0" iyz="0"/></inertial>
    <collision><geometry><box size="0.08 0.08 0.06"/></geometry></collision>
  </link>
  <joint name="laser_joint" type="fixed">
    <parent link="base_link"/><child link="laser"/><origin xyz="0.1 0 0.25"/>
  </joint>"""


def robot(*pieces: str, name: str = "rover") -> str:
    return f'<?xml version="1.0"?>\n<robot name="{name}">{"".join(pieces)}\n</robot>\n'


ROVER = robot(BODY, *(wheel(*w) for w in FOUR), LASER)


def cube_stl(side: float) -> bytes:
    """Two triangles that span a cube of a side about the origin, as a binary STL."""
    h = side / 2.0
    corners = [[-h, -h, -h], [h, h, h], [-h, h, -h], [h, -h, h], [h, h, -h], [-h, -h, h]]
    out = b"\0" * 80 + (2).to_bytes(4, "little")
    for k in (0, 3):
        out += np.array([[0, 0, 0], *corners[k : k + 3]], "<f4").tobytes() + b"\0\0"
    return out


# Worked out another way: matrices of numpy over ElementTree -----------------------------------------------------------


def _turn(rpy: list[float]) -> Array:
    r, p, y = rpy
    x = np.array([[1, 0, 0], [0, math.cos(r), -math.sin(r)], [0, math.sin(r), math.cos(r)]])
    q = np.array([[math.cos(p), 0, math.sin(p)], [0, 1, 0], [-math.sin(p), 0, math.cos(p)]])
    z = np.array([[math.cos(y), -math.sin(y), 0], [math.sin(y), math.cos(y), 0], [0, 0, 1]])
    return np.asarray(z @ q @ x)


def _frame(element: ElementTree.Element | None) -> Array:
    frame = np.eye(4)
    if element is not None:
        frame[:3, :3] = _turn([float(v) for v in element.get("rpy", "0 0 0").split()])
        frame[:3, 3] = [float(v) for v in element.get("xyz", "0 0 0").split()]
    return frame


def expected(text: str, base: str = "base_link") -> tuple[float, Array, Array]:
    """The mass, the centre of mass and the inertia about the origin of ``base``, along its axes, of a whole URDF."""
    root = ElementTree.fromstring(text)
    above = {j.find("child").get("link"): j for j in root.iter("joint") if j.find("child") is not None}

    def pose(link: str) -> Array:
        if link not in above:
            return np.eye(4)
        joint = above[link]
        return np.asarray(pose(joint.find("parent").get("link")) @ _frame(joint.find("origin")))

    inverse = np.linalg.inv(pose(base))
    mass, moment, inertia = 0.0, np.zeros(3), np.zeros((3, 3))
    for link in root.iter("link"):
        inertial = link.find("inertial")
        if inertial is None:
            continue
        m = float(inertial.find("mass").get("value"))
        i = {k: float(v) for k, v in inertial.find("inertia").attrib.items()}
        tensor = np.array(
            [[i["ixx"], i["ixy"], i["ixz"]], [i["ixy"], i["iyy"], i["iyz"]], [i["ixz"], i["iyz"], i["izz"]]]
        )
        frame = inverse @ pose(link.get("name", "")) @ _frame(inertial.find("origin"))
        r, c = frame[:3, :3], frame[:3, 3]
        mass += m
        moment += m * c
        inertia += r @ tensor @ r.T + m * (c @ c * np.eye(3) - np.outer(c, c))
    return mass, moment / mass, inertia


SWIVEL = """
  <link name="fork">
    <inertial><mass value="0.3"/><inertia ixx="0.0004" iyy="0.0004" izz="0.0002" ixy="0" ixz="0" iyz="0"/></inertial>
  </link>
  <joint name="swivel" type="continuous">
    <parent link="base_link"/><child link="fork"/><origin xyz="-0.2 0 0"/><axis xyz="0 0 1"/>
  </joint>
""" + wheel("roll", -0.03, 0, mass=0.2, radius=0.06).replace('parent link="base_link"', 'parent link="fork"').replace(
    'xyz="-0.03 0 0"', 'xyz="-0.03 0 -0.02"'
)
TRIKE = robot(BODY, wheel("l", 0.1, 0.2), wheel("r", 0.1, -0.2, mass=0.6), SWIVEL, LASER, name="trike")
FL = '<joint name="fl_joint" type="continuous">\n    <parent link="base_link"/><child link="fl"/>'


def without(piece: str, text: str = ROVER) -> str:
    assert piece in text
    return text.replace(piece, "", 1)


def swapped(old: str, new: str, text: str = ROVER) -> str:
    assert old in text
    return text.replace(old, new, 1)
