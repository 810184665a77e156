/** Keys, sticks and the command, by node's own test runner. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { Axes, Command, KEYS, motion } from "../../robotdsl_web/web/command.js";

const CALM = { v: 0.5, left: 0.5, w: 1.5 };
const LONG = 10;

test("a key drives its axis until it is let go", () => {
  const axes = new Axes();
  axes.press("KeyW");
  assert.equal(axes.after(LONG).ahead, 1);
  axes.release("KeyW");
  assert.equal(axes.after(LONG).ahead, 0);
});

test("every key moves one axis by one, and opposite keys cancel", () => {
  for (const [code, [axis, way]] of Object.entries(KEYS)) {
    const axes = new Axes();
    axes.press(code);
    assert.deepEqual(axes.after(LONG), { ahead: 0, left: 0, turn: 0, [axis]: way });
    const opposite = Object.keys(KEYS).find((other) => KEYS[other][0] === axis && KEYS[other][1] === -way);
    axes.press(opposite);
    assert.equal(axes.after(LONG)[axis], 0);
  }
});

test("two keys for the same axis and a stick do not go beyond full", () => {
  const axes = new Axes();
  axes.press("KeyW");
  axes.press("ArrowUp");
  axes.stick({ ahead: 0.7 });
  assert.equal(axes.after(LONG).ahead, 1);
});

test("axes come and go smoothly, a stop is at once", () => {
  const axes = new Axes();
  axes.press("KeyA");
  const [first, second] = [axes.after(0.06).turn, axes.after(0.06).turn];
  assert.ok(first > 0 && second > first && second < 1);
  axes.stop();
  assert.deepEqual(axes.after(0), { ahead: 0, left: 0, turn: 0 });
  assert.equal(axes.after(LONG).turn, 0);
});

test("letting go lets sticks go too", () => {
  const axes = new Axes();
  axes.stick({ left: -0.5 });
  assert.equal(axes.after(LONG).left, -0.5);
  axes.letGo();
  assert.equal(axes.after(LONG).left, 0);
});

test("a key that drives nothing is let pass", () => {
  const axes = new Axes();
  axes.press("KeyX");
  assert.deepEqual(axes.after(LONG), { ahead: 0, left: 0, turn: 0 });
});

test("axes become a share of the full motion", () => {
  const told = motion({ kinematics: "holonomic" }, CALM, { ahead: 1, left: -0.5, turn: 0.5 });
  assert.deepEqual(told, { v: 0.5, left: -0.25, w: 0.75 });
});

test("a car turns as its steering wheel says: with the speed, the other way in reverse, not on the spot", () => {
  const car = { kinematics: "steering", min_turning_radius: 0.5 };
  const turn = (ahead) => motion(car, CALM, { ahead, left: 0, turn: 1 }).w;
  assert.equal(turn(1), 1);
  assert.equal(turn(-1), -1);
  assert.equal(turn(0), 0);
});

test("a car that could turn tightly does not turn faster than the full turn", () => {
  const tight = { kinematics: "steering", min_turning_radius: 0.01 };
  assert.equal(motion(tight, CALM, { ahead: 1, left: 0, turn: -1 }).w, -1.5);
});

test("a car whose kingpins turn by a quarter turns on the spot", () => {
  const tricycle = { kinematics: "steering", min_turning_radius: 0 };
  assert.equal(motion(tricycle, CALM, { ahead: 0, left: 0, turn: 1 }).w, 1.5);
});

const STANDSTILL = { v: 0, left: 0, w: 0 };

test("a command holds for half a second and no longer", () => {
  const command = new Command();
  assert.deepEqual(command.at(0), STANDSTILL);
  assert.ok(command.tell(1, { v: 0.3, left: 0, w: 1 }));
  assert.deepEqual(command.at(1.5), { v: 0.3, left: 0, w: 1 });
  assert.deepEqual(command.at(1.501), STANDSTILL);
});

test("a command from before a reset of the clock is none", () => {
  const command = new Command();
  command.tell(8, { v: 0.3, left: 0, w: 0 });
  assert.deepEqual(command.at(0), STANDSTILL);
  command.tell(0, { v: 0.3, left: 0, w: 0 });
  command.forget();
  assert.deepEqual(command.at(0), STANDSTILL);
});

test("a command that is not finite is dropped, and the one before holds", () => {
  const command = new Command();
  command.tell(0, { v: 0.2, left: 0, w: 0 });
  for (const bad of [NaN, Infinity, undefined]) {
    assert.equal(command.tell(0.1, { v: bad, left: 0, w: 0 }), false);
    assert.equal(command.tell(0.1, { v: 0, left: 0, w: bad }), false);
  }
  assert.deepEqual(command.at(0.2), { v: 0.2, left: 0, w: 0 });
});
