from __future__ import annotations

import struct

import numpy as np
from robotdsl_mujoco_sim.node.clouds import FLOAT32, UINT16, of_picture, of_points, of_rings

POINTS = np.array([[1.0, 2.0, 3.0], [-4.0, 5.5, 0.25]])


def test_points_alone() -> None:
    cloud = of_points(POINTS)
    assert (cloud.width, cloud.height, cloud.dense) == (2, 1, True)
    assert cloud.fields == (("x", 0, FLOAT32), ("y", 4, FLOAT32), ("z", 8, FLOAT32))
    assert struct.unpack_from("<fff", cloud.data, cloud.point_step) == (-4.0, 5.5, 0.25)
    assert len(cloud.data) == 2 * cloud.point_step


def test_no_points() -> None:
    cloud = of_points(np.empty((0, 3)))
    assert (cloud.width, cloud.height, cloud.data) == (0, 1, b"")


def test_points_of_rings() -> None:
    cloud = of_rings(POINTS, np.array([3, 15]))
    assert cloud.fields[3] == ("ring", 12, UINT16)
    assert struct.unpack_from("<fffH", cloud.data, cloud.point_step) == (-4.0, 5.5, 0.25, 15)


def test_points_of_a_picture_with_its_colours() -> None:
    points = np.zeros((2, 3, 3), dtype=np.float32)
    points[1, 2] = np.nan
    colours = np.zeros((2, 3, 3), dtype=np.uint8)
    colours[1, 0] = 0x12, 0x34, 0x56
    cloud = of_picture(points, colours)
    assert (cloud.width, cloud.height, cloud.dense) == (3, 2, False)
    assert cloud.fields[3] == ("rgb", 12, FLOAT32)
    assert struct.unpack_from("<I", cloud.data, 3 * cloud.point_step + 12) == (0x123456,)
    assert np.isnan(struct.unpack_from("<f", cloud.data, 5 * cloud.point_step)[0])
    assert of_picture(points, None).fields == cloud.fields[:3]
