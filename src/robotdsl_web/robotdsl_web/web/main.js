/** The page: opens the model, and takes keys, sticks, simulation and picture through every frame of the browser. */

import loadMujoco from "@mujoco/mujoco";

import { Axes, Command, KEYS, motion } from "./command.js";
import { Drawing } from "./drawing.js";
import { drivable, reach } from "./kinematics.js";
import { Panel } from "./panel.js";
import { ModelError, Simulation } from "./simulation.js";
import { stick } from "./stick.js";

// Indoors, beside people and furniture, a small base is not driven faster to begin with (m/s): what the embedded
// navigator holds to as well. Without known motors the slider goes to twice that.
const CALM = 0.5;
const UNKNOWN = 1.0;
// How fast a base turns for its speed (rad/s per m/s), and at the most (rad/s).
const TURN = 3.0;
const MOST_TURN = 3.0;
// How long a frame may work at the physics (s): on a slow machine the clock of the simulation falls behind instead of
// the page standing still.
const BUDGET = 0.05;
const BEHIND = 0.25;
// A frame longer than this (s) is late, and this many on end are too many.
const LATE = 0.06;
const LATE_FRAMES = 8;

const part = (id) => document.getElementById(id);
const textOf = (id) => part(id).textContent;

async function mujocoFrom(text) {
  const packed = Uint8Array.from(atob(text.trim()), (letter) => letter.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return loadMujoco({ wasmBinary: await new Response(stream).arrayBuffer() });
}

class Page {
  constructor(simulation) {
    this.simulation = simulation;
    this.drive = simulation.drive;
    this.axes = new Axes();
    this.command = new Command();
    this.drawing = new Drawing(part("view"), simulation);
    this.panel = new Panel(this.drive);
    this.reach = reach(this.drive);
    this.sticks = [];
    this.carry = 0;
    this.last = null;
    this.late = 0;
    this.#scheme();
    this.#size();
    this.#buttons();
    if (drivable(this.drive)) this.#sticks();
    this.#keys();
  }

  /** What the base is told at most, by the slider of the top speed. */
  get full() {
    const v = drivable(this.drive) ? this.panel.topSpeed : 0;
    const bounded = (value, limit) => (limit === null ? value : Math.min(value, limit));
    return {
      v, left: bounded(v, this.reach.left), w: bounded(Math.min(TURN * v, MOST_TURN), this.reach.w),
    };
  }

  frame(now) {
    const passed = this.last === null ? 0 : (now - this.last) / 1000;
    this.last = now;
    const told = motion(this.drive, this.full, this.axes.after(passed));
    this.command.tell(this.simulation.time, told);
    const stepped = this.#advance(passed);
    this.panel.show(this.simulation, this.command.at(this.simulation.time), passed, stepped);
    this.#ease(passed);
    this.drawing.draw();
    requestAnimationFrame((next) => this.frame(next));
  }

  /** Step the physics as far as the clock went, and no longer than the budget; the simulated seconds that it made. */
  #advance(passed) {
    const { simulation } = this;
    const start = performance.now();
    const begun = simulation.time;
    this.carry = Math.min(this.carry + passed, BEHIND);
    while (this.carry >= simulation.timestep && performance.now() - start < 1000 * BUDGET) {
      const { v, left, w } = this.command.at(simulation.time);
      simulation.tell(v, left, w);
      const count = Math.min(8, Math.floor(this.carry / simulation.timestep));
      simulation.step(count);
      this.carry -= count * simulation.timestep;
    }
    return simulation.time - begun;
  }

  /** Where frames keep coming late, as without a graphics card, draw more coarsely rather than seldom. */
  #ease(passed) {
    this.late = passed > LATE ? this.late + 1 : 0;
    if (this.late >= LATE_FRAMES && this.drawing.coarser()) this.late = 0;
  }

  reset() {
    this.#stop();
    this.command.forget();
    this.simulation.reset();
    this.drawing.reset();
    this.panel.reset();
  }

  #size() {
    const view = part("view");
    const fit = () => this.drawing.resize(view.clientWidth, view.clientHeight, devicePixelRatio);
    new ResizeObserver(fit).observe(view);
    fit();
  }

  #scheme() {
    const dark = matchMedia("(prefers-color-scheme: dark)");
    const paint = () => this.drawing.scheme(dark.matches ? "dark" : "light");
    dark.addEventListener("change", paint);
    paint();
  }

  #buttons() {
    part("keys").open = matchMedia("(min-width: 900px) and (pointer: fine)").matches;
    part("reset").addEventListener("click", () => this.reset());
    part("turns").addEventListener("change", (event) => (this.drawing.turnsWithRobot = event.target.checked));
    // What a pointer pressed gives the keys back to the robot.
    for (const one of document.querySelectorAll("input, button, summary")) {
      one.addEventListener("pointerup", () => setTimeout(() => one.blur()));
    }
  }

  #sticks() {
    const holonomic = this.reach.left !== 0;
    document.body.classList.add("drives", ...(holonomic ? ["holonomic"] : []));
    this.panel.speeds(Math.min(CALM, this.reach.v ?? CALM), this.reach.v ?? UNKNOWN);
    this.sticks = [
      stick(part("stick"), (right, up) => this.axes.stick({ ahead: up, [holonomic ? "left" : "turn"]: -right })),
      stick(part("turn"), (right) => holonomic && this.axes.stick({ turn: -right })),
    ];
    part("stop").addEventListener("click", () => this.#stop());
  }

  #keys() {
    addEventListener("keydown", (event) => this.#key(event));
    addEventListener("keyup", (event) => this.axes.release(event.code));
    // A key that is let go of elsewhere is never heard of.
    addEventListener("blur", () => this.axes.letGo());
    document.addEventListener("visibilitychange", () => document.hidden && this.axes.letGo());
  }

  #stop() {
    this.axes.stop();
    this.sticks.forEach((one) => one.letGo());
  }

  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, button, summary")) return;
    if (event.code in KEYS || event.code === "Space") event.preventDefault();
    // A key that is held repeats itself; after a stop it counts when it is pressed anew.
    if (event.repeat) return;
    this.axes.press(event.code);
    if (event.code === "Space") this.#stop();
    if (event.code === "KeyR" || event.code === "Backspace") this.reset();
  }
}

/** For whoever drives the page by a script, and for the tests: where the robot is, and what it was told. */
function expose(page) {
  globalThis.robotdsl = {
    state: () => ({
      time: page.simulation.time,
      truth: page.simulation.truth(),
      told: page.command.at(page.simulation.time),
      mujoco: page.simulation.mujoco.mj_versionString(),
    }),
  };
}

async function open() {
  const { scene, drive } = JSON.parse(textOf("model"));
  const mujoco = await mujocoFrom(textOf("wasm"));
  const page = new Page(new Simulation(mujoco, scene, drive));
  expose(page);
  document.body.classList.replace("loading", "ready");
  requestAnimationFrame((now) => page.frame(now));
}

function fail(error) {
  document.body.classList.replace("loading", "failed");
  const known = error instanceof ModelError;
  const because = known ? "MuJoCo cannot load this model" : "This page cannot run here";
  part("fault").textContent = `${because}: ${error.message ?? error}`;
  if (!known) console.error(error);
}

open().catch(fail);
