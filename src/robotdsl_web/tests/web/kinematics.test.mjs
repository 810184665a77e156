/** What a motion becomes, on bases small enough to work out by hand. The runtime's tests hold the rest. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { controls, drivable, reach, surfaceMotions, turnsAsItDrives } from "../../robotdsl_web/web/kinematics.js";

const wheel = (actuator, rest) => ({ actuator, radius: 0.1, max_speed: null, ...rest });
const values = (drive, ...motion) => Object.fromEntries(controls(drive, ...motion).map((c) => [c.actuator, c.value]));
const near = (found, wanted) => {
  assert.deepEqual(Object.keys(found), Object.keys(wanted));
  for (const key in wanted) assert.ok(Math.abs(found[key] - wanted[key]) < 1e-12, `${key}: ${found[key]}`);
};

const PAIR = { kinematics: "differential", wheels: [wheel("l", { y: 0.2 }), wheel("r", { y: -0.2 })] };

test("two wheels", () => {
  near(values(PAIR, 0.5, 0, 0), { l: 5, r: 5 });
  near(values(PAIR, 0, 0, 1), { l: -2, r: 2 });
});

test("a wheel beyond its motor slows both, on the same circle", () => {
  const slow = { ...PAIR, wheels: [PAIR.wheels[0], { ...PAIR.wheels[1], max_speed: 3.5 }] };
  near(values(slow, 0.5, 0, 1), { l: 1.5, r: 3.5 });
});

test("a holonomic wheel turns at its row times the motion", () => {
  const drive = { kinematics: "holonomic", wheels: [wheel("a", { row: [10, -10, -3] }), wheel("b", { row: [10, 10, 3] })] };
  near(values(drive, 0.1, 0.2, 0.5), { a: -2.5, b: 4.5 });
});

// The kingpins stand 0.3 ahead of the axle and 0.1 to its sides, the driven wheels on the axle.
const CAR = {
  kinematics: "steering", axle_x: -0.1, min_turning_radius: 0.4,
  wheels: [wheel("l", { x: -0.1, y: 0.1, offset: 0 }), wheel("r", { x: -0.1, y: -0.1, offset: 0 })],
  kingpins: [
    { actuator: "sl", x: 0.2, y: 0.1, limit: 0.8, sign: 1 }, { actuator: "sr", x: 0.2, y: -0.1, limit: 0.8, sign: -1 },
  ],
};

test("a car's wheels take their own circles", () => {
  near(values(CAR, 0.5, 0, 0.5), { l: 4.5, r: 5.5, sl: Math.atan2(0.3, 0.9), sr: -Math.atan2(0.3, 1.1) });
  near(values(CAR, -0.5, 0, -0.5), { l: -4.5, r: -5.5, sl: Math.atan2(0.3, 0.9), sr: -Math.atan2(0.3, 1.1) });
});

test("a car turns no tighter than its smallest circle, and keeps its steering at a standstill", () => {
  near(values(CAR, 0.4, 0, 99), values(CAR, 0.4, 0, 1));
  near(values(CAR, 0, 0, 1), { l: 0, r: 0 });
  assert.ok(turnsAsItDrives(CAR));
});

test("a steered and driven wheel beside its kingpin rolls by where it stands", () => {
  const tricycle = {
    kinematics: "steering", axle_x: 0, min_turning_radius: 0.2,
    wheels: [wheel("f", { x: 0.3, y: 0, offset: 0.05 })], kingpins: [{ actuator: "s", x: 0.3, y: 0, limit: 1.5, sign: 1 }],
  };
  near(values(tricycle, 0.4, 0, 1), { f: (0.5 - 0.05) / 0.1, s: Math.atan2(0.3, 0.4) });
});

test("belts move against the base, and as one where a motor bounds them", () => {
  const level = [1, 0, 0, 0, 1, 0, 0, 0, 1];
  const belts = [0.2, -0.2].map((y) => ({ center: [0.1, y, 0], turn: level, max_speed: 0.35 }));
  assert.deepEqual(surfaceMotions(belts.slice(0, 1), 0.3, 0)[0].map((n) => n + 0), [-0.3, 0, 0, 0, 0, 0]);
  // The right belt would run at 0.7: everything is halved.
  const [left, right] = surfaceMotions(belts, 0.5, 1);
  assert.ok(Math.abs(left[0] - (-0.25 + 0.1)) < 1e-12 && Math.abs(right[0] - (-0.25 - 0.1)) < 1e-12);
  assert.deepEqual([left[1], left[5]], [-0.05, -0.5]);
});

test("how far the motors reach", () => {
  assert.deepEqual(reach(PAIR), { v: null, left: 0, w: null });
  const slow = { ...PAIR, wheels: PAIR.wheels.map((one) => ({ ...one, max_speed: 6 })) };
  near(reach(slow), { v: 0.6000000000000001, left: 0, w: 3 });
  assert.deepEqual(reach({ kinematics: "tracks", separation: 0.4, belts: [{ max_speed: 0.5 }, { max_speed: null }] }), {
    v: 0.5, left: 0, w: 2.5,
  });
});

test("bases that nothing drives are told nothing", () => {
  for (const kinematics of ["stand", "gait", "policy"]) {
    assert.equal(drivable({ kinematics }), false);
    assert.deepEqual(controls({ kinematics }, 1, 0, 0), []);
    assert.deepEqual(reach({ kinematics }), { v: 0, left: 0, w: 0 });
  }
  assert.ok(["differential", "steering", "holonomic", "tracks"].every((kinematics) => drivable({ kinematics })));
});
