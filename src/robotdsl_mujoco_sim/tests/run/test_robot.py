"""The embedded robot: its motions in real physics, and what it believes of them."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from pathlib import Path

import pytest
from handmade_output import LIDAR, Entity
from robotdsl_mujoco_sim.run.loading import LoadedOutput, load_output
from robotdsl_mujoco_sim.run.robot import EmbeddedRobot
from robotdsl_mujoco_sim.run.schedule import Periodic
from robotdsl_mujoco_sim.simulation import Simulation
from robotdsl_runtime.geometry import Pose2
from robotdsl_runtime.task.mission import planar
from robotdsl_runtime.task.robot import Action
from robotdsl_runtime.task.status import Status

Writer = Callable[..., Path]

# Four walls 3 m from each other about (1, 0), so that a scan tells the pose.
ROOM = (
    Entity("east", (0.1, 3.0, 0.6), (2.5, 0.0, 0.3)),
    Entity("west", (0.1, 3.0, 0.6), (-0.5, 0.0, 0.3)),
    Entity("north", (3.0, 0.1, 0.6), (1.0, 1.5, 0.3)),
    Entity("south", (3.0, 0.1, 0.6), (1.0, -1.5, 0.3)),
)


class Driver:
    """The run loop without its task."""

    def __init__(self, loaded: LoadedOutput) -> None:
        self.simulation: Simulation = loaded.simulation
        self.robot = EmbeddedRobot.of(loaded)
        self.simulation.advance(0.5)
        self.robot.begin()
        self.steering = True

    def drive(self, seconds: float, until: Callable[[], bool] = lambda: False) -> None:
        robot, simulation = self.robot, self.simulation
        start = simulation.steps
        look, steer = Periodic(100, start), Periodic(50, start)
        end = start + round(seconds * 1000)
        while simulation.steps < end and not until():
            now = simulation.steps
            if now > start:
                robot.sense(0.02)
            if look.falls_on(now):
                robot.look()
            if steer.falls_on(now) and self.steering:
                robot.steer()
            robot.actuate()
            simulation.step(20)

    def finish(self, action: Action, limit: float = 60.0) -> None:
        self.drive(limit, lambda: action.poll().status is not Status.RUNNING)

    def truth(self) -> Pose2:
        return planar(self.simulation.pose())

    def speed(self) -> tuple[float, float]:
        twist = self.simulation.twist()
        return twist.linear[0], twist.angular[2]


def error(one: Pose2, other: Pose2) -> float:
    return math.hypot(one[0] - other[0], one[1] - other[1])


class TestMotions:
    def test_navigate_round_the_box(self, output: Writer) -> None:
        driver = Driver(load_output(output(), 0))
        action = driver.robot.navigate((2.5, 0.0, 0.0))
        driver.finish(action)
        assert action.poll().status is Status.SUCCESS
        x, y, yaw = driver.truth()
        assert math.hypot(x - 2.5, y) < 0.15 and abs(yaw) < 0.15
        # Round the box and not through it.
        assert driver.robot.distance() > 2.55

    @pytest.mark.parametrize("angle", [math.pi / 2, -math.pi, 5.0])
    def test_spin(self, output: Writer, angle: float) -> None:
        driver = Driver(load_output(output(entities=()), 0))
        action = driver.robot.spin(angle)
        turned = [0.0, driver.truth()[2]]

        def count() -> bool:
            yaw = driver.truth()[2]
            turned[0] += math.remainder(yaw - turned[1], 2 * math.pi)
            turned[1] = yaw
            return action.poll().status is not Status.RUNNING

        driver.drive(30.0, count)
        assert action.poll().status is Status.SUCCESS
        assert turned[0] == pytest.approx(angle, abs=0.06)
        assert error(driver.truth(), (0.0, 0.0, 0.0)) < 0.02

    @pytest.mark.parametrize(("distance", "speed"), [(0.6, 0.3), (-0.4, 0.15), (0.5, None)])
    def test_drive_straight(self, output: Writer, distance: float, speed: float | None) -> None:
        driver = Driver(load_output(output(entities=()), 0))
        action = driver.robot.drive(distance, 0.0, speed)
        start = driver.simulation.time
        driver.finish(action)
        assert action.poll().status is Status.SUCCESS
        x, y, _ = driver.truth()
        assert x == pytest.approx(distance, abs=0.02) and abs(y) < 0.01
        if speed is not None:
            assert driver.simulation.time - start > abs(distance) / speed

    def test_a_goal_without_a_way_fails_with_its_reason(self, output: Writer) -> None:
        driver = Driver(load_output(output(), 0))
        action = driver.robot.navigate((1.2, 0.0, 0.0))
        driver.finish(action)
        state = action.poll()
        assert state.status is Status.FAILURE
        assert state.message.startswith("no_path: ")
        assert error(driver.truth(), (0.0, 0.0, 0.0)) < 0.02

    def test_something_in_the_way_of_a_straight_drive(self, output: Writer) -> None:
        driver = Driver(load_output(output(entities=(Entity("box", (0.3, 0.3, 0.5), (0.6, 0.0, 0.25)),)), 0))
        action = driver.robot.drive(1.0, 0.0, 0.3)
        driver.finish(action)
        state = action.poll()
        assert state.status is Status.FAILURE
        assert state.message.startswith("blocked: ")
        assert driver.truth()[0] < 0.3

    def test_a_cancelled_motion_stops_at_once(self, output: Writer) -> None:
        driver = Driver(load_output(output(entities=()), 0))
        action = driver.robot.navigate((2.5, 0.0, 0.0))
        driver.drive(2.0)
        assert driver.speed()[0] > 0.3
        seen = [action.stopped]
        action.cancel()
        driver.robot.stop()
        seen.append(action.stopped)
        driver.drive(1.0, lambda: action.stopped)
        seen.append(action.stopped)
        assert seen == [False, False, True]
        assert driver.simulation.time < 3.0
        assert abs(driver.speed()[0]) < 0.03
        x = driver.truth()[0]
        driver.drive(1.0)
        assert driver.truth()[0] == pytest.approx(x, abs=0.005)

    def test_and_the_next_one_starts_gently(self, output: Writer) -> None:
        driver = Driver(load_output(output(entities=()), 0))
        action = driver.robot.navigate((2.5, 0.0, 0.0))
        driver.drive(2.0)
        action.cancel()
        driver.robot.stop()
        driver.drive(0.2)
        again = driver.robot.navigate((2.5, 0.0, 0.0))
        # Within 0.1 s a base of 1 m/s² gains 0.1 m/s.
        driver.drive(0.1)
        assert driver.speed()[0] < 0.15
        driver.finish(again)
        assert again.poll().status is Status.SUCCESS

    def test_another_motion_takes_over(self, output: Writer) -> None:
        driver = Driver(load_output(output(entities=()), 0))
        first = driver.robot.navigate((2.5, 0.0, 0.0))
        driver.drive(1.0)
        second = driver.robot.spin(1.0)
        assert first.poll().status is Status.FAILURE
        assert first.poll().message == "another motion took over"
        assert first.stopped and not second.stopped
        driver.finish(second)
        assert second.poll().status is Status.SUCCESS

    def test_a_new_goal_for_the_same_navigator(self, output: Writer) -> None:
        driver = Driver(load_output(output(entities=()), 0))
        first = driver.robot.navigate((2.0, 1.0, 0.0))
        driver.drive(1.0)
        second = driver.robot.navigate((1.0, -1.0, 0.0))
        driver.finish(second)
        assert first.poll().message == "another motion took over"
        assert second.poll().status is Status.SUCCESS
        assert error(driver.truth(), (1.0, -1.0, 0.0)) < 0.15

    def test_a_motion_that_nobody_carries_on_goes_stale(self, output: Writer) -> None:
        driver = Driver(load_output(output(entities=()), 0))
        driver.robot.navigate((2.5, 0.0, 0.0))
        driver.drive(2.0)
        driver.steering = False
        driver.drive(0.4)
        assert driver.speed()[0] > 0.3
        # Half a second after the last command it is over, and the nose has stopped nodding soon after.
        driver.drive(0.6)
        assert abs(driver.speed()[0]) < 0.03

    def test_stop_leaves_a_motion_in_progress_to_its_own(self, output: Writer) -> None:
        driver = Driver(load_output(output(entities=()), 0))
        action = driver.robot.drive(0.5, 0.0, 0.2)
        driver.drive(0.5)
        driver.robot.stop()
        assert driver.simulation.data.ctrl.tolist() == [0.0, 0.0]
        driver.finish(action)
        assert action.poll().status is Status.SUCCESS


class TestBelief:
    def test_starts_at_the_spawn_pose(self, output: Writer) -> None:
        half = math.sqrt(0.5)
        driver = Driver(load_output(output(spawn=(0.5, -0.7, 0.05, 0.0, 0.0, half, half)), 0))
        assert driver.robot.pose() == pytest.approx((0.5, -0.7, math.pi / 2))
        assert driver.robot.distance() == 0.0

    def test_is_not_the_truth(self, output: Writer) -> None:
        driver = Driver(load_output(output(entities=(), localization="odometry"), 0))
        # Carried aside while it stands: its wheels know nothing of it.
        driver.simulation.data.qpos[1] += 0.5
        driver.drive(1.0)
        assert driver.truth()[1] == pytest.approx(0.5, abs=0.01)
        assert driver.robot.pose() == pytest.approx((0.0, 0.0, 0.0), abs=1e-3)

    def test_odometry_follows_the_wheels(self, output: Writer) -> None:
        driver = Driver(load_output(output(entities=(), localization="odometry"), 0))
        driver.finish(driver.robot.navigate((1.5, 1.0, 1.0)))
        assert error(driver.robot.pose(), driver.truth()) < 0.05
        assert driver.robot.distance() == pytest.approx(math.hypot(1.5, 1.0), rel=0.1)

    def test_a_scan_corrects_what_the_wheels_get_wrong(self, output: Writer) -> None:
        """With wheels stated 5% larger than they are, odometry alone is off by 5% of the way."""
        errors = {}
        for localization in ("scan", "odometry"):
            out = output(localization, entities=ROOM, localization=localization, sensors=(LIDAR,))
            drive = json.loads((out / "drive.json").read_text())
            for wheel in drive["wheels"]:
                wheel["radius"] *= 1.05
            (out / "drive.json").write_text(json.dumps(drive))
            driver = Driver(load_output(out, 0))
            action = driver.robot.drive(1.6, 0.0, 0.4)
            driver.finish(action)
            errors[localization] = error(driver.robot.pose(), driver.truth())
        assert errors["odometry"] > 0.06
        assert errors["scan"] < 0.045


class TestAxleOffTheOrigin:
    """A base turns about its axle. Where that is not base_footprint's origin, the origin swings round it."""

    @pytest.mark.parametrize("axle_x", [-0.05, 0.05])
    def test_odometry_knows_where_the_origin_swings(self, output: Writer, axle_x: float) -> None:
        driver = Driver(load_output(output(entities=(), localization="odometry", axle_x=axle_x), 0))
        driver.finish(driver.robot.spin(2.0))
        # The origin itself has moved by a chord about the axle.
        assert error(driver.truth(), (0.0, 0.0, 0.0)) == pytest.approx(2.0 * 0.05 * math.sin(1.0), abs=0.01)
        assert driver.robot.pose() == pytest.approx(driver.truth(), abs=0.01)
        # The path is the axle's: a turn in place adds nothing to it.
        assert driver.robot.distance() < 0.01
        driver.finish(driver.robot.drive(0.5, 0.0, 0.3))
        driver.finish(driver.robot.spin(-3.0))
        assert driver.robot.pose() == pytest.approx(driver.truth(), abs=0.015)
        assert driver.robot.distance() == pytest.approx(0.5, abs=0.02)

    def test_with_scans_too(self, output: Writer) -> None:
        driver = Driver(load_output(output(entities=ROOM, axle_x=-0.05), 0))
        for angle in (2.0, -3.0, 1.5):
            driver.finish(driver.robot.spin(angle))
            assert error(driver.robot.pose(), driver.truth()) < 0.02

    def test_the_origin_ends_on_the_goal(self, output: Writer) -> None:
        driver = Driver(load_output(output(axle_x=-0.05, localization="odometry"), 0))
        action = driver.robot.navigate((2.3, 0.2, math.pi / 2))
        driver.finish(action)
        assert action.poll().status is Status.SUCCESS
        x, y, yaw = driver.truth()
        assert math.hypot(x - 2.3, y - 0.2) < 0.15 and abs(yaw - math.pi / 2) < 0.15
        assert error(driver.robot.pose(), driver.truth()) < 0.02
