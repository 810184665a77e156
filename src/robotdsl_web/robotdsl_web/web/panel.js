/** The numbers: told and measured motion, time, how near to real time; and the slider of the top speed. */

import { drivable, KINDS } from "./kinematics.js";

// How slowly the numbers follow (s), so that they can be read.
const CALM = 0.2;
const REWRITE = 0.1;
const ROWS = [["ahead", "v", "m/s"], ["aside", "left", "m/s"], ["turn", "w", "rad/s"]];

const part = (id) => document.getElementById(id);
/** A number of two digits, with a proper minus and no minus zero. */
const written = (value) => {
  const text = value.toFixed(2);
  return Number(text) === 0 ? "0.00" : text.replace("-", "\u2212");
};

export class Panel {
  constructor(drive) {
    part("kind").textContent = KINDS[drive.kinematics] ?? drive.kinematics;
    if (!drivable(drive)) {
      part("note").textContent = drive.kinematics === "stand"
        ? "Nothing drives this base: it stands as its servos hold it."
        : `This page does not walk a base by its ${drive.kinematics} yet: it stands as its servos hold it.`;
    }
    this.reset();
    part("top").addEventListener("input", () => this.#label());
  }

  reset() {
    this.measured = { v: 0, left: 0, w: 0 };
    this.factor = 1;
    this.since = REWRITE;
  }

  /** Set up the slider of a base that goes `most` m/s; it begins with `begin`. */
  speeds(begin, most) {
    const [step, end] = [0.01, Math.max(0.01, Math.floor(100 * most) / 100)];
    Object.assign(part("top"), { min: Math.min(0.05, end), max: end, step, value: begin });
    this.#label();
  }

  /** m/s */
  get topSpeed() {
    return Number(part("top").value);
  }

  /** Take in a frame of `passed` seconds in which the simulation made `stepped`; writes now and then. */
  show(simulation, told, passed, stepped) {
    const truth = simulation.truth();
    const share = 1 - Math.exp(-stepped / CALM);
    for (const [, key] of ROWS) this.measured[key] += share * (truth[key] - this.measured[key]);
    if (passed > 0) this.factor += (1 - Math.exp(-passed / 0.5)) * (stepped / passed - this.factor);
    this.since += passed;
    if (this.since < REWRITE) return;
    this.since = 0;
    for (const [row, key] of ROWS) {
      part(`${row}-told`).textContent = written(told[key]);
      part(`${row}-is`).textContent = written(this.measured[key]);
    }
    part("time").textContent = `${simulation.time.toFixed(1)} s`;
    part("factor").textContent = `${Math.min(this.factor, 1.05).toFixed(2)} ×`;
  }

  #label() {
    part("top-value").textContent = `${this.topSpeed.toFixed(2)} m/s`;
  }
}
