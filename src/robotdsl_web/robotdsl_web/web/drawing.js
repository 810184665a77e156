/** The picture: the robot on an endless floor with a sun and its shadows, and a camera that follows. */

import {
  BufferAttribute, BufferGeometry, CanvasTexture, Color, DirectionalLight, Fog, HemisphereLight, Line,
  LineBasicMaterial, Matrix4, Mesh, MeshLambertMaterial, PCFShadowMap, PerspectiveCamera, PlaneGeometry,
  RepeatWrapping, Scene, SRGBColorSpace, Vector3, WebGLRenderer,
} from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";

import { drawnGeoms, floorHeight } from "./shapes.js";

const SCHEMES = {
  light: { sky: "#e9eef4", floor: "#f3f5f7", line: "#ccd4dd", fine: "#e3e8ed", trail: "#2d6cdf", sun: 2.2, hemi: 1.7 },
  dark: { sky: "#15181d", floor: "#22262d", line: "#3b424d", fine: "#2b3038", trail: "#6ea1ff", sun: 2.0, hemi: 1.1 },
};
// From fine to coarse: what share of the window's pixels along each side is drawn, and whether with shadows.
const QUALITIES = [{ share: 1, shadows: true }, { share: 0.7, shadows: true }, { share: 0.6, shadows: false }];
const FLOOR = 240;
const UP = new Vector3(0, 0, 1);

export class Drawing {
  /** Draw into `canvas`, over `simulation`. Throws where the browser has no WebGL. */
  constructor(canvas, simulation) {
    const { model, drive } = simulation;
    this.simulation = simulation;
    this.renderer = new WebGLRenderer({ canvas, antialias: true });
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = PCFShadowMap;
    this.scene = new Scene();
    this.geoms = drawnGeoms(model, drive);
    this.quality = 0;
    this.pose = new Matrix4();
    this.size = extent(simulation);
    this.#light();
    this.#floor(floorHeight(model));
    this.trail = new Trail(this.floor.position.z + 0.002);
    this.scene.add(this.trail.line, ...this.geoms.map(({ mesh }) => mesh));
    this.camera = new PerspectiveCamera(40, 1, this.size / 50, FLOOR);
    this.camera.up.copy(UP);
    this.orbit = new OrbitControls(this.camera, canvas);
    Object.assign(this.orbit, {
      enablePan: false, maxPolarAngle: 1.52, minDistance: 1.2 * this.size, maxDistance: 60 * this.size,
      keys: {}, enableDamping: true,
    });
    this.turnsWithRobot = true;
    this.reset();
  }

  /** Put the camera behind the robot, and forget its trail. */
  reset() {
    const { x, y, yaw } = this.simulation.truth();
    this.seen = { x, y, yaw };
    this.orbit.target.set(x, y, this.floor.position.z + 0.4 * this.size);
    const back = new Vector3(-4.4, 1.3, 2.6).multiplyScalar(this.size).applyAxisAngle(UP, yaw);
    this.camera.position.copy(this.orbit.target).add(back);
    this.trail.clear();
  }

  scheme(name) {
    const colors = SCHEMES[name];
    this.scene.background = new Color(colors.sky);
    this.scene.fog = new Fog(colors.sky, 12 * this.size, 12 * this.size + 25);
    this.floor.material.map?.dispose();
    this.floor.material.map = tiles(colors, Math.min(4, this.renderer.capabilities.getMaxAnisotropy()));
    this.floor.material.needsUpdate = true;
    this.sun.intensity = colors.sun;
    this.hemisphere.intensity = colors.hemi;
    this.trail.line.material.color.set(colors.trail);
  }

  /** Draw with fewer pixels, and then without shadows too; whether that was possible. */
  coarser() {
    if (this.quality + 1 === QUALITIES.length) return false;
    this.quality += 1;
    this.sun.castShadow = QUALITIES[this.quality].shadows;
    this.resize(...this.window);
    return true;
  }

  /** The window's width and height in its pixels, and how many of the screen's each is across. */
  resize(width, height, ratio) {
    this.window = [width, height, ratio];
    this.renderer.setPixelRatio(QUALITIES[this.quality].share * Math.min(ratio, 2));
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / height;
    // A narrow window would cut the robot off at its sides.
    this.camera.fov = width < height ? 55 : 40;
    this.camera.updateProjectionMatrix();
    // A canvas of another size is blank until it is drawn again.
    this.draw();
  }

  draw() {
    const { data } = this.simulation;
    const { geom_xpos: places, geom_xmat: turns } = data;
    for (const { mesh, geoms } of this.geoms) {
      geoms.forEach((geom, k) => {
        const [p, m] = [3 * geom, 9 * geom];
        this.pose.set(
          turns[m], turns[m + 1], turns[m + 2], places[p],
          turns[m + 3], turns[m + 4], turns[m + 5], places[p + 1],
          turns[m + 6], turns[m + 7], turns[m + 8], places[p + 2],
          0, 0, 0, 1,
        );
        mesh.setMatrixAt(k, this.pose);
      });
      mesh.instanceMatrix.needsUpdate = true;
    }
    this.#follow();
    this.renderer.render(this.scene, this.camera);
  }

  #follow() {
    const { x, y, yaw } = this.simulation.truth();
    const move = new Vector3(x - this.seen.x, y - this.seen.y, 0);
    this.camera.position.add(move);
    this.orbit.target.add(move);
    if (this.turnsWithRobot) {
      const arm = this.camera.position.clone().sub(this.orbit.target).applyAxisAngle(UP, yaw - this.seen.yaw);
      this.camera.position.copy(this.orbit.target).add(arm);
    }
    this.seen = { x, y, yaw };
    this.orbit.update();
    // The floor goes along by whole tiles, and the sun's shadow map stays over the robot.
    this.floor.position.set(Math.round(x), Math.round(y), this.floor.position.z);
    this.sun.target.position.set(x, y, 0);
    this.sun.position.copy(this.sun.target.position).addScaledVector(this.sunward, 10 * this.size);
    this.trail.add(x, y);
  }

  #light() {
    const { model } = this.simulation;
    this.hemisphere = new HemisphereLight("#ffffff", "#a3adb8");
    this.sun = new DirectionalLight("#ffffff");
    this.sun.castShadow = true;
    this.sun.shadow.mapSize.set(1024, 1024);
    const across = 3 * this.size;
    Object.assign(this.sun.shadow.camera, {
      left: -across, right: across, top: across, bottom: -across, near: this.size, far: 20 * this.size,
    });
    this.sun.shadow.bias = -0.0005;
    this.sun.shadow.normalBias = 0.01 * this.size;
    this.sunward = model.nlight ? new Vector3(...model.light_dir.subarray(0, 3)).normalize().negate() : UP.clone();
    this.scene.add(this.hemisphere, this.sun, this.sun.target);
  }

  #floor(height) {
    this.floor = new Mesh(new PlaneGeometry(FLOOR, FLOOR), new MeshLambertMaterial());
    this.floor.position.z = height;
    this.floor.receiveShadow = true;
    this.scene.add(this.floor);
  }
}

/** How large the robot is: the radius about its root that holds its geoms, metres. */
function extent({ model, data, root }) {
  let radius = 0.1;
  for (let geom = 0; geom < model.ngeom; geom++) {
    if (model.body_rootid[model.geom_bodyid[geom]] !== root) continue;
    const away = [0, 1, 2].map((axis) => data.geom_xpos[3 * geom + axis] - data.xpos[3 * root + axis]);
    radius = Math.max(radius, Math.hypot(...away) + model.geom_rbound[geom]);
  }
  return radius;
}

/** A square metre of floor: its border, and finer lines every quarter. */
function tiles(colors, anisotropy) {
  const side = 512;
  const canvas = Object.assign(document.createElement("canvas"), { width: side, height: side });
  const paint = canvas.getContext("2d");
  paint.fillStyle = colors.floor;
  paint.fillRect(0, 0, side, side);
  const lines = (color, step, width) => {
    paint.fillStyle = color;
    for (let at = 0; at <= side; at += step) {
      paint.fillRect(at - width / 2, 0, width, side);
      paint.fillRect(0, at - width / 2, side, width);
    }
  };
  lines(colors.fine, side / 4, 3);
  lines(colors.line, side, 8);
  const texture = new CanvasTexture(canvas);
  texture.wrapS = texture.wrapT = RepeatWrapping;
  texture.repeat.set(FLOOR, FLOOR);
  texture.anisotropy = anisotropy;
  texture.colorSpace = SRGBColorSpace;
  return texture;
}

/** The way that the robot came, the newest stretch of it. */
class Trail {
  #places = new Float32Array(3 * 4096);
  #count = 0;

  constructor(height) {
    this.height = height;
    this.line = new Line(new BufferGeometry(), new LineBasicMaterial());
    this.line.geometry.setAttribute("position", new BufferAttribute(this.#places, 3));
    this.line.frustumCulled = false;
    this.clear();
  }

  clear() {
    this.#count = 0;
    this.line.geometry.setDrawRange(0, 0);
  }

  add(x, y) {
    const last = 3 * (this.#count - 1);
    if (this.#count && Math.hypot(x - this.#places[last], y - this.#places[last + 1]) < 0.02) return;
    if (3 * this.#count === this.#places.length) {
      this.#places.copyWithin(0, this.#places.length / 2);
      this.#count /= 2;
    }
    this.#places.set([x, y, this.height], 3 * this.#count++);
    this.line.geometry.setDrawRange(0, this.#count);
    this.line.geometry.attributes.position.needsUpdate = true;
  }
}
