/** What a person asks for, by keys and sticks, as a motion of the base (v, left, w). */

import { turnsAsItDrives } from "./kinematics.js";

/** A command that nothing has renewed for this long (s) stops the base: the output contract. */
export const TIMEOUT = 0.5;

/** How long (s) the axes take from rest to full: a finger on a key is on or off, a base is not. */
const RAMP = 0.3;

/** Keys by their place on the keyboard: which axis each moves, and which way. */
export const KEYS = {
  KeyW: ["ahead", 1],
  ArrowUp: ["ahead", 1],
  KeyS: ["ahead", -1],
  ArrowDown: ["ahead", -1],
  KeyA: ["turn", 1],
  ArrowLeft: ["turn", 1],
  KeyD: ["turn", -1],
  ArrowRight: ["turn", -1],
  KeyQ: ["left", 1],
  KeyE: ["left", -1],
};

export const AXES = ["ahead", "left", "turn"];

const within = (value) => Math.max(-1, Math.min(1, value));

/** The axes that the held keys and the sticks ask for, -1 to 1 each, followed smoothly. */
export class Axes {
  #keys = new Set();
  #stick = { ahead: 0, left: 0, turn: 0 };
  #now = { ahead: 0, left: 0, turn: 0 };

  /** A key went down; one that drives nothing is let pass. */
  press(code) {
    if (code in KEYS) this.#keys.add(code);
  }

  release(code) {
    this.#keys.delete(code);
  }

  /** Where a stick stands: some of the axes, -1 to 1. */
  stick(axes) {
    Object.assign(this.#stick, axes);
  }

  /** Let go of everything; the axes run down to 0. */
  letGo() {
    this.#keys.clear();
    this.#stick = { ahead: 0, left: 0, turn: 0 };
  }

  /** Let go of everything and stand still at once. Keys still held count again when they are pressed again. */
  stop() {
    this.letGo();
    this.#now = { ahead: 0, left: 0, turn: 0 };
  }

  /** The axes after `dt` seconds more. */
  after(dt) {
    const most = dt / RAMP;
    for (const axis of AXES) {
      const gap = this.#wanted(axis) - this.#now[axis];
      this.#now[axis] = Math.abs(gap) <= most ? this.#wanted(axis) : this.#now[axis] + Math.sign(gap) * most;
    }
    return { ...this.#now };
  }

  #wanted(axis) {
    let sum = this.#stick[axis];
    for (const code of this.#keys) if (KEYS[code][0] === axis) sum += KEYS[code][1];
    return within(sum);
  }
}

/**
 * The motion for the axes of a base whose full motion is `full` {v, left, w}. A car's turn is that of its steering
 * wheel: it goes with the speed, and the other way in reverse.
 */
export function motion(drive, full, axes) {
  const v = axes.ahead * full.v;
  const turn = turnsAsItDrives(drive) ? Math.min(Math.abs(v) / drive.min_turning_radius, full.w) * Math.sign(v) : full.w;
  return { v, left: axes.left * full.left, w: axes.turn * turn };
}

/**
 * The command that the base follows: what was told last, for as long as it is fresh. One that is not finite is dropped,
 * as if it had never come. Times are the simulation's, in seconds.
 */
export class Command {
  #motion = null;
  #time = 0;

  tell(time, { v, left, w }) {
    if (![v, left, w].every(Number.isFinite)) return false;
    this.#motion = { v, left, w };
    this.#time = time;
    return true;
  }

  at(time) {
    const age = time - this.#time;
    // A command from the future is from before a reset.
    return this.#motion && age >= 0 && age <= TIMEOUT ? this.#motion : { v: 0, left: 0, w: 0 };
  }

  forget() {
    this.#motion = null;
  }
}
