/**
 * Asks the page's scripts, for the tests: `node probe.mjs WEB [MUJOCO]`, a question on stdin, the answer on stdout, both
 * JSON. WEB is the folder of the scripts, MUJOCO the module of MuJoCo's WebAssembly build.
 */

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [web, mujocoPath] = process.argv.slice(2);
const script = (name) => import(pathToFileURL(`${web}/${name}`).href);

const ANSWERS = {
  /** What each motion becomes on each drive document. */
  async controls({ drives, motions }) {
    const { controls } = await script("kinematics.js");
    return drives.map((drive) => motions.map((motion) => controls(drive, ...motion)));
  },

  async surfaces({ geoms, motions }) {
    const { surfaceMotions } = await script("kinematics.js");
    return motions.map(([v, w]) => surfaceMotions(geoms, v, w));
  },

  /** Each model let settle, then driven: where it is then, and how its belts' surfaces move. */
  async drive({ models, settle, steps }) {
    const { default: load } = await import(pathToFileURL(mujocoPath).href);
    const { Simulation } = await script("simulation.js");
    const mujoco = await load();
    return models.map(({ scene, drive, motion }) => {
      const simulation = new Simulation(mujoco, readFileSync(scene, "utf8"), drive);
      simulation.step(settle);
      simulation.tell(...motion);
      simulation.step(steps);
      const surfaces = simulation.belts.map(({ id }) => [
        ...simulation.model.geom_surfacevel.subarray(6 * id, 6 * id + 6),
      ]);
      const { qpos, qvel } = simulation.data;
      return { time: simulation.time, truth: simulation.truth(), surfaces, qpos: [...qpos], qvel: [...qvel] };
    });
  },
};

const { ask, ...question } = JSON.parse(readFileSync(0, "utf8"));
process.stdout.write(JSON.stringify(await ANSWERS[ask](question)));
