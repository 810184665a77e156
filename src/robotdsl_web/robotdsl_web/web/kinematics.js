/**
 * How a motion of the base becomes what the model is told, by the document that drive.json holds (schema
 * robotdsl.mjcf_drive). The same rules as the runtime's kinematics in Python; a test holds the two together.
 *
 * Motions are (v, left, w): metres per second ahead and to the left, radians per second turning to the left.
 */

/** Words for a base's kinematics, as a person reads them. */
export const KINDS = {
  differential: "differential drive",
  steering: "steering",
  holonomic: "holonomic",
  tracks: "tracks",
  stand: "stands",
  gait: "walks by a gait",
  policy: "walks by a policy",
};

// A turning radius (m) below this is none: the kingpins turn by a quarter, and the base can turn in place.
const NO_RADIUS = 1e-9;

/** `value` within plus and minus `limit`. */
const within = (value, limit) => Math.max(-limit, Math.min(limit, value));

/** Wheel speeds (rad/s) held within each wheel's max_speed by one common factor, which keeps the base on its path. */
function held(wheels, speeds) {
  let scale = 1;
  wheels.forEach((wheel, k) => {
    if (wheel.max_speed !== null && Math.abs(speeds[k]) * scale > wheel.max_speed) {
      scale = wheel.max_speed / Math.abs(speeds[k]);
    }
  });
  // Rounding in the common factor may leave one a hair outside.
  return wheels.map((wheel, k) => within(speeds[k] * scale, wheel.max_speed ?? Infinity));
}

function told(parts, values) {
  return parts.map((part, k) => ({ actuator: part.actuator, value: values[k] }));
}

function differential(drive, v, left, w) {
  const speeds = drive.wheels.map((wheel) => (v - w * wheel.y) / wheel.radius);
  return told(drive.wheels, held(drive.wheels, speeds));
}

function holonomic(drive, v, left, w) {
  const speeds = drive.wheels.map(({ row }) => row[0] * v + row[1] * left + row[2] * w);
  return told(drive.wheels, held(drive.wheels, speeds));
}

/**
 * A car turns about a point on its unsteered axle: the point (x, y) of it moves at (v - w y, w (x - axle_x)). A kingpin
 * there turns to that direction, and a wheel there rolls at that speed, less w times how far left of its kingpin along
 * the axle it stands. The turn is held to what the kingpins reach. At a standstill they keep their angles.
 */
function steering(drive, v, left, w) {
  if (turnsAsItDrives(drive)) w = within(w, Math.abs(v) / drive.min_turning_radius);
  if (v === 0 && w === 0) return told(drive.wheels, drive.wheels.map(() => 0));
  const angles = drive.kingpins.map((pin) => pin.sign * within(heading(drive, v, w, pin).angle, pin.limit));
  const speeds = drive.wheels.map((wheel) => (heading(drive, v, w, wheel).speed - w * wheel.offset) / wheel.radius);
  return [...told(drive.wheels, held(drive.wheels, speeds)), ...told(drive.kingpins, angles)];
}

/** The direction that a point moves in within a quarter turn of straight ahead, and its speed along that, signed. */
function heading(drive, v, w, { x, y }) {
  const along = v - w * y;
  const across = w * (x - drive.axle_x);
  const speed = Math.hypot(along, across);
  return along < 0 ? { angle: Math.atan2(-across, -along), speed: -speed } : { angle: Math.atan2(across, along), speed };
}

const CONTROLS = { differential, holonomic, steering, tracks: () => [], stand: () => [] };

/** Whether this page can drive the base of a drive document. */
export function drivable(drive) {
  return drive.kinematics in CONTROLS && drive.kinematics !== "stand";
}

/** Whether the base is a car that turns no tighter than its smallest circle: without a speed it does not turn. */
export function turnsAsItDrives(drive) {
  return drive.kinematics === "steering" && drive.min_turning_radius > NO_RADIUS;
}

/** The actuators' commands for a motion, as [{actuator, value}]; none for a base that has nothing to drive. */
export function controls(drive, v, left, w) {
  return (CONTROLS[drive.kinematics] ?? CONTROLS.stand)(drive, v, left, w);
}

/**
 * The surface motion of each belt's geom, six numbers in the geom's own frame: linear velocity, then angular.
 *
 * `geoms` are those of the belts' bodies as the model loads: `center` [x, y, z] in the root body's frame, `turn` the
 * row-major rotation from that frame into the geom's own, `max_speed` its belt's (m/s, null where nothing bounds it).
 */
export function surfaceMotions(geoms, v, w) {
  let scale = 1;
  for (const { center, max_speed: limit } of geoms) {
    const speed = Math.abs(v - w * center[1]);
    if (limit !== null && speed * scale > limit) scale = limit / speed;
  }
  const [ahead, turn] = [v * scale, w * scale];
  return geoms.map(({ center, turn: m }) => {
    const linear = [-ahead + turn * center[1], -turn * center[0], 0];
    const angular = [0, 0, -turn];
    return [...rotated(m, linear), ...rotated(m, angular)];
  });
}

function rotated(m, [x, y, z]) {
  return [0, 3, 6].map((row) => m[row] * x + m[row + 1] * y + m[row + 2] * z);
}

/**
 * How fast the base goes along each of its motions by what its motors reach, {v, left, w}: null where no motor's speed
 * is known, 0 where it cannot move so.
 */
export function reach(drive) {
  const wheels = drive.wheels ?? [];
  const slowest = (limits) => {
    const known = limits.filter((speed) => speed !== null && Number.isFinite(speed));
    return known.length ? Math.min(...known) : null;
  };
  const over = (share) =>
    slowest(wheels.map((wheel) => (wheel.max_speed === null ? null : wheel.max_speed / Math.abs(share(wheel)))));
  switch (drive.kinematics) {
    case "differential":
      return { v: over((wheel) => 1 / wheel.radius), left: 0, w: over((wheel) => wheel.y / wheel.radius) };
    case "holonomic":
      return { v: over(({ row }) => row[0]), left: over(({ row }) => row[1]), w: over(({ row }) => row[2]) };
    case "steering": {
      const v = over((wheel) => 1 / wheel.radius);
      return { v, left: 0, w: v === null || !turnsAsItDrives(drive) ? null : v / drive.min_turning_radius };
    }
    case "tracks": {
      const v = slowest(drive.belts.map((belt) => belt.max_speed));
      return { v, left: 0, w: v === null ? null : (2 * v) / drive.separation };
    }
    default:
      return { v: 0, left: 0, w: 0 };
  }
}
