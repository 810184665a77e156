"""Keys and a gamepad as motions, and the command that drives or measures."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import mujoco
import pytest
from handmade_bases import TRACKED, TRACKED_DRIVE, TRICYCLE_DRIVE
from robotdsl_mujoco_sim.driving import Driver
from robotdsl_mujoco_sim.teleop.command import main
from robotdsl_mujoco_sim.teleop.gamepad import DEAD_ZONE, Gamepad
from robotdsl_mujoco_sim.teleop.keys import SPEED_MPS, START_AGAIN, STEPS, TURN_RADPS, Keys, hand_limits, help_lines
from robotdsl_mujoco_sim.teleop.window import Hand
from robotdsl_runtime.kinematics.drive import drive_of

UP, DOWN, LEFT, RIGHT, SPACE = 265, 264, 263, 262, 32
LIMITS = (1.0, 0.5, 2.0)


class TestKeys:
    @pytest.mark.parametrize(
        ("keys", "motion"),
        [
            ((), (0.0, 0.0, 0.0)),
            ((UP,), (1.0 / STEPS, 0.0, 0.0)),
            ((UP, UP, ord("W"), DOWN), (2.0 / STEPS, 0.0, 0.0)),
            ((ord("S"),), (-1.0 / STEPS, 0.0, 0.0)),
            ((LEFT, ord("A"), RIGHT, ord("D"), ord("D")), (0.0, 0.0, -2.0 / STEPS)),
            ((ord("Q"), ord("Q"), ord("E")), (0.0, 0.5 / STEPS, 0.0)),
            ((UP,) * (STEPS + 3), (1.0, 0.0, 0.0)),
            ((UP, LEFT, ord("Q"), SPACE), (0.0, 0.0, 0.0)),
        ],
    )
    def test_presses_add_up(self, keys: tuple[int, ...], motion: tuple[float, float, float]) -> None:
        hand = Keys(LIMITS)
        assert all(hand.press(key) for key in keys)
        assert hand.motion == pytest.approx(motion)

    def test_another_key_is_none_of_ours(self) -> None:
        hand = Keys(LIMITS)
        assert not hand.press(ord("H"))
        assert hand.motion == (0.0, 0.0, 0.0)

    def test_a_base_is_driven_by_hand_no_faster_than_it_can(self) -> None:
        # Nothing bounds the tracks but what a person drives at.
        assert hand_limits(drive_of(TRACKED_DRIVE)) == (SPEED_MPS, 0.0, TURN_RADPS)
        slow = {**TRICYCLE_DRIVE, "wheels": [{**TRICYCLE_DRIVE["wheels"][0], "max_speed": 4.0}]}
        v, left, w = hand_limits(drive_of(slow))
        assert (v, left) == pytest.approx((0.2, 0.0))
        # The wheel at its most round the tightest circle, 0.25 m ahead of the axle.
        assert w == pytest.approx(0.2 / (0.25**2 + 0.16052**2) ** 0.5, rel=1e-3)

    def test_the_help_tells_what_a_base_can_do(self) -> None:
        tracks, tricycle, stand = (
            " ".join(f"{keys} {meaning}" for keys, meaning in help_lines(drive_of(document)))
            for document in (TRACKED_DRIVE, TRICYCLE_DRIVE, {"kinematics": "stand"})
        )
        assert "Q, E" not in tracks and "up to 1.00 m/s" in tracks and "it turns only" not in tracks
        assert "it turns only as it drives" in tricycle
        assert stand == "no keys nothing drives this base: it stands"


def pad(left_x: float = 0.0, left_y: float = 0.0, right_x: float = 0.0, at: int | None = 2) -> Any:
    """A stand-in for GLFW with a gamepad at one place; its axes point right and down."""
    return SimpleNamespace(
        JOYSTICK_LAST=15, GAMEPAD_AXIS_LEFT_X=0, GAMEPAD_AXIS_LEFT_Y=1, GAMEPAD_AXIS_RIGHT_X=2,
        joystick_is_gamepad=lambda joystick: joystick == at,
        get_gamepad_state=lambda joystick: SimpleNamespace(axes=[left_x, left_y, right_x, 0.0]),
    )  # fmt: skip


class TestGamepad:
    @pytest.mark.parametrize(
        ("sticks", "motion"),
        [
            ({"left_y": -1.0}, (1.0, 0.0, 0.0)),
            ({"left_y": 1.0, "left_x": -1.0}, (-1.0, 0.5, 0.0)),
            ({"right_x": 1.0}, (0.0, 0.0, -2.0)),
            ({"left_y": -(DEAD_ZONE + 1.0) / 2.0}, (0.5, 0.0, 0.0)),
        ],
    )
    def test_sticks(self, sticks: dict[str, float], motion: tuple[float, float, float]) -> None:
        assert Gamepad(LIMITS, pad(**sticks)).motion() == pytest.approx(motion)

    def test_sticks_that_are_let_go_ask_for_nothing(self) -> None:
        assert Gamepad(LIMITS, pad(left_y=-DEAD_ZONE, right_x=0.1)).motion() is None

    def test_no_gamepad_asks_for_nothing(self) -> None:
        assert Gamepad(LIMITS, pad(left_y=-1.0, at=None)).motion() is None

    def test_the_left_stick_turns_a_base_that_does_not_move_sideways(self) -> None:
        gamepad = Gamepad((1.0, 0.0, 2.0), pad(left_y=-1.0, left_x=1.0))
        assert gamepad.motion() == pytest.approx((1.0, 0.0, -2.0))


def test_whichever_was_moved_last_drives() -> None:
    sticks = {"left_y": 0.0}
    glfw = pad()
    glfw.get_gamepad_state = lambda joystick: SimpleNamespace(axes=[0.0, sticks["left_y"], 0.0, 0.0])
    driver = Driver(mujoco.MjModel.from_xml_string(TRACKED), TRACKED_DRIVE)
    hand = Hand(driver, glfw)
    hand.pressed(UP)
    assert hand.motion() == pytest.approx((SPEED_MPS / STEPS, 0.0, 0.0))
    sticks["left_y"] = 1.0
    assert hand.motion() == pytest.approx((-SPEED_MPS, 0.0, 0.0))
    # Let go, the base stands, and does not fall back to what the keys had asked for.
    sticks["left_y"] = 0.0
    assert hand.motion() == (0.0, 0.0, 0.0)
    hand.pressed(UP)
    assert hand.motion() == pytest.approx((SPEED_MPS / STEPS, 0.0, 0.0))
    hand.pressed(START_AGAIN)
    assert hand.start_again


class TestCommand:
    def test_a_motion_is_told_and_measured(
        self, output: Callable[..., Path], capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main([str(output(entities=())), "--command", "0.3", "0", "-0.5"]) == 0
        said = capsys.readouterr().out
        told, measured = (
            [float(number) for number in re.findall(r"-?\d+\.\d+", line)] for line in said.splitlines()[1:3]
        )
        assert told == [0.3, 0.0, -0.5]
        assert measured == pytest.approx(told, rel=0.03, abs=0.01)
        assert "turned -5" in said

    def test_what_the_base_is_not_able_to_is_told_too(
        self, output: Callable[..., Path], capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main([str(output(entities=())), "--command", "1e300", "0.2", "0", "--seconds", "0.1"]) == 0
        told, able, measured = (line.split() for line in capsys.readouterr().out.splitlines()[1:4])
        assert told == ["told", "1.00e+300", "0.2000", "0.0000"]
        assert able[0] == "able" and 0.0 < float(able[1]) < 10.0 and able[2:] == ["0.0000", "0.0000"]
        assert measured[0] == "measured"

    def test_no_display_is_said_and_what_works_without(
        self,
        output: Callable[..., Path],
        capsys: pytest.CaptureFixture[str],
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        monkeypatch.setattr("sys.platform", "linux")
        monkeypatch.delenv("DISPLAY", raising=False)
        monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
        assert main([str(output())]) == 2
        assert capsys.readouterr().err == (
            "error: there is no display (neither DISPLAY nor WAYLAND_DISPLAY is set)\n"
            "--command V VLEFT W tells it one motion and measures it without a window\n"
        )

    def test_a_folder_without_a_model(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert main([str(tmp_path)]) == 2
        assert capsys.readouterr().err == f"error: drive.json is missing from {tmp_path}\n"

    @pytest.mark.parametrize(
        ("words", "message"),
        [
            (("--command", "1", "2", "nan"), "a finite number is needed, not 'nan'"),
            (("--seconds", "0"), "a time above 0"),
            (("--seconds", "x"), "a finite number is needed, not 'x'"),
        ],
    )
    def test_arguments_that_are_none(
        self, tmp_path: Path, words: tuple[str, ...], message: str, capsys: pytest.CaptureFixture[str]
    ) -> None:
        with pytest.raises(SystemExit) as stop:
            main([str(tmp_path), *words])
        assert stop.value.code == 2
        assert message in capsys.readouterr().err
