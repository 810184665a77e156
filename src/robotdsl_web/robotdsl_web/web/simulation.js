/** The model in MuJoCo's WebAssembly build: loaded, stepped, driven, and asked where it is. */

import { controls, surfaceMotions } from "./kinematics.js";

/** MuJoCo cannot load the model; the message is MuJoCo's own. */
export class ModelError extends Error {}

/** Throws where MuJoCo is missing what a base needs, so that the page says it instead of standing still. */
function index(mujoco, model, type, name) {
  const id = mujoco.mj_name2id(model, mujoco.mjtObj[type].value, name);
  if (id < 0) throw new ModelError(`the model has no ${type.slice(6).toLowerCase()} ${name}`);
  return id;
}

/** A rotation's transpose, row-major. */
const transposed = (m) => [m[0], m[3], m[6], m[1], m[4], m[7], m[2], m[5], m[8]];

/** Row-major product of two 3 by 3 matrices. */
function product(a, b) {
  return [0, 1, 2].flatMap((i) => [0, 1, 2].map((j) => [0, 1, 2].reduce((s, k) => s + a[3 * i + k] * b[3 * k + j], 0)));
}

const apply = (m, v) => [0, 3, 6].map((row) => m[row] * v[0] + m[row + 1] * v[1] + m[row + 2] * v[2]);

export class Simulation {
  /** `mujoco` is the loaded module, `scene` the text of scene.xml, `drive` what drive.json holds. */
  constructor(mujoco, scene, drive) {
    this.mujoco = mujoco;
    this.drive = drive;
    try {
      this.model = mujoco.MjModel.from_xml_string(scene);
    } catch (error) {
      throw new ModelError(String(error.message ?? error).trim());
    }
    this.data = new mujoco.MjData(this.model);
    this.timestep = this.model.opt.timestep;
    this.root = index(mujoco, this.model, "mjOBJ_BODY", drive.root.body);
    const joint = index(mujoco, this.model, "mjOBJ_JOINT", drive.root.joint);
    this.rootQpos = this.model.jnt_qposadr[joint];
    this.rootDof = this.model.jnt_dofadr[joint];
    const actuated = [...(drive.wheels ?? []), ...(drive.kingpins ?? [])].map(({ actuator }) => actuator);
    this.actuators = new Map(actuated.map((name) => [name, index(mujoco, this.model, "mjOBJ_ACTUATOR", name)]));
    this.keyframe = drive.keyframe ? index(mujoco, this.model, "mjOBJ_KEY", drive.keyframe) : null;
    this.belts = this.#belts();
    this.reset();
  }

  /** Back to the start: the keyframe where the model has one, so that servos hold; else the joints' zero. */
  reset() {
    const { mujoco, model, data } = this;
    if (this.keyframe === null) mujoco.mj_resetData(model, data);
    else mujoco.mj_resetDataKeyframe(model, data, this.keyframe);
    this.tell(0, 0, 0);
    mujoco.mj_forward(model, data);
  }

  get time() {
    return this.data.time;
  }

  step(count = 1) {
    for (let k = 0; k < count; k++) this.mujoco.mj_step(this.model, this.data);
  }

  /** Set the actuators and the belts for a motion; they hold until told again. */
  tell(v, left, w) {
    const ctrl = this.data.ctrl;
    for (const { actuator, value } of controls(this.drive, v, left, w)) ctrl[this.actuators.get(actuator)] = value;
    if (this.belts.length === 0) return;
    const surface = this.model.geom_surfacevel;
    surfaceMotions(this.belts, v, w).forEach((six, k) => surface.set(six, 6 * this.belts[k].id));
  }

  /** Ground truth: where the root body is, {x, y, z, yaw}, and its own motion {v, left, w} in its frame. */
  truth() {
    const q = this.rootQpos;
    const [x, y, z, qw, qx, qy, qz] = this.data.qpos.subarray(q, q + 7);
    const [vx, vy, , , , w] = this.data.qvel.subarray(this.rootDof, this.rootDof + 6);
    const yaw = Math.atan2(2 * (qw * qz + qx * qy), 1 - 2 * (qy * qy + qz * qz));
    const [cos, sin] = [Math.cos(yaw), Math.sin(yaw)];
    return { x, y, z, yaw, v: cos * vx + sin * vy, left: cos * vy - sin * vx, w };
  }

  /** The belts' geoms as the output contract takes them: with the model as it loads, in the root body's frame. */
  #belts() {
    const { mujoco, model, data } = this;
    const belts = this.drive.belts ?? [];
    if (belts.length === 0) return [];
    if (!("flg_surfacevel" in model)) throw new ModelError("this build of MuJoCo has no moving surfaces");
    model.flg_surfacevel = true;
    mujoco.mj_resetData(model, data);
    mujoco.mj_kinematics(model, data);
    const toRoot = transposed(data.xmat.subarray(9 * this.root, 9 * this.root + 9));
    const origin = data.xpos.subarray(3 * this.root, 3 * this.root + 3);
    return belts.flatMap((belt) => {
      const body = index(mujoco, model, "mjOBJ_BODY", belt.body);
      const first = model.body_geomadr[body];
      return Array.from({ length: model.body_geomnum[body] }, (_, k) => {
        const id = first + k;
        const place = data.geom_xpos.subarray(3 * id, 3 * id + 3);
        const turn = transposed(data.geom_xmat.subarray(9 * id, 9 * id + 9));
        return {
          id,
          center: apply(toRoot, [0, 1, 2].map((axis) => place[axis] - origin[axis])),
          turn: product(turn, transposed(toRoot)),
          max_speed: belt.max_speed,
        };
      });
    });
  }
}
