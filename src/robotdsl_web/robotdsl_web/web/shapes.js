/** The model's geoms as three.js meshes: what MuJoCo's viewer would show, groups 0 to 2 that are not transparent. */

import {
  BoxGeometry, BufferAttribute, BufferGeometry, CanvasTexture, CapsuleGeometry, Color, CylinderGeometry, InstancedMesh,
  MeshLambertMaterial, Quaternion, RepeatWrapping, SphereGeometry, SRGBColorSpace, Vector3,
} from "three";

// MuJoCo's numbers for the types of geoms (mjtGeom) and of joints (mjtJoint).
const [PLANE, SPHERE, CAPSULE, ELLIPSOID, CYLINDER, BOX, MESH] = [0, 2, 3, 4, 5, 6, 7];
const HINGE = 3;
// MuJoCo's long shapes lie along z, three's along y.
const GEOMETRIES = {
  [SPHERE]: ([radius]) => new SphereGeometry(radius, ...(radius < SMALL ? [14, 9] : [40, 24])),
  [CAPSULE]: ([radius, half]) => new CapsuleGeometry(radius, 2 * half, 10, 28).rotateX(Math.PI / 2),
  [ELLIPSOID]: ([x, y, z]) => new SphereGeometry(1, 40, 24).scale(x, y, z),
  [CYLINDER]: ([radius, half]) => new CylinderGeometry(radius, radius, 2 * half, 40).rotateX(Math.PI / 2),
  [BOX]: ([x, y, z]) => new BoxGeometry(2 * x, 2 * y, 2 * z),
  [MESH]: (size, model, mesh) => meshGeometry(model, mesh),
};
// A ball below this radius (m), a roller's, needs few faces.
const SMALL = 0.03;
const LAST_SHOWN_GROUP = 2;

// A model that states no colours gets these, by what a body is.
const UNCOLOURED = "0.5,0.5,0.5,1";
const CHASSIS = "#3f6fae";
const PART = "#e08a2c";
const LINK = "#8b95a3";
const RUBBER = "#26282c";

/**
 * Every geom that shows but the floor, those that look alike drawn together: each {mesh, geoms}, `geoms` their numbers
 * in the model in the order of the mesh's instances. A mecanum wheel alone has some sixty.
 */
export function drawnGeoms(model, drive) {
  const looks = new Map();
  for (let geom = 0; geom < model.ngeom; geom++) {
    const look = lookOf(model, geom, drive);
    if (look === null) continue;
    const key = JSON.stringify(look);
    if (!looks.has(key)) looks.set(key, { look, geoms: [] });
    looks.get(key).geoms.push(geom);
  }
  return [...looks.values()].map(({ look, geoms }) => {
    const mesh = new InstancedMesh(geometryOf(look, model), materialOf(look), geoms.length);
    mesh.castShadow = mesh.receiveShadow = true;
    mesh.frustumCulled = false;
    return { mesh, geoms };
  });
}

/** What a geom looks like, as plain values; null for one that does not show. */
function lookOf(model, geom, drive) {
  const type = model.geom_type[geom];
  const rgba = colorOf(model, geom);
  if (!(type in GEOMETRIES) || model.geom_group[geom] > LAST_SHOWN_GROUP || rgba[3] === 0) return null;
  const size = [...model.geom_size.subarray(3 * geom, 3 * geom + 3)];
  const mesh = model.geom_dataid[geom];
  if (rgba.join() !== UNCOLOURED) return { type, size, mesh, color: rgba.slice(0, 3), opacity: rgba[3], wheel: null };
  const body = model.geom_bodyid[geom];
  const axis = turningAxis(model, body);
  const alone = type === SPHERE && model.body_geomnum[body] === 1;
  const wheel = axis && alone ? inGeom(model, geom, axis).toArray().map((part) => Number(part.toFixed(4))) : null;
  return { type, size, mesh, color: axis ? RUBBER : roleColor(model.body(body).name, drive), opacity: 1, wheel };
}

function roleColor(body, { bodies = {}, belts = [] }) {
  if (belts.some((belt) => belt.body === body)) return RUBBER;
  const [chassis, ...parts] = Object.values(bodies);
  if (body === chassis) return CHASSIS;
  return parts.includes(body) ? PART : LINK;
}

function geometryOf(look, model) {
  const geometry = GEOMETRIES[look.type](look.size, model, look.mesh);
  if (look.wheel === null) return geometry;
  const turn = new Quaternion().setFromUnitVectors(new Vector3(0, 1, 0), new Vector3(...look.wheel).normalize());
  return geometry.applyQuaternion(turn);
}

function materialOf({ type, color, opacity, wheel }) {
  const material = new MeshLambertMaterial({ flatShading: type === MESH });
  if (typeof color === "string") material.color.set(color);
  else material.color.setRGB(...color, SRGBColorSpace);
  if (opacity < 1) Object.assign(material, { transparent: true, opacity });
  if (wheel) Object.assign(material, { map: tyre(), color: new Color("#ffffff") });
  return material;
}

/** How high the floor lies: the first plane of the model, or 0. */
export function floorHeight(model) {
  for (let geom = 0; geom < model.ngeom; geom++) {
    if (model.geom_type[geom] === PLANE) return model.geom_pos[3 * geom + 2];
  }
  return 0;
}

/** The geom's colour, or its material's, to two digits: floats are stored short. */
function colorOf(model, geom) {
  const material = model.geom_matid[geom];
  const [from, at] = material >= 0 ? [model.mat_rgba, material] : [model.geom_rgba, geom];
  return [...from.subarray(4 * at, 4 * at + 4)].map((part) => Number(part.toFixed(3)));
}

function meshGeometry(model, mesh) {
  const [vertex, face] = [model.mesh_vertadr[mesh], model.mesh_faceadr[mesh]];
  const geometry = new BufferGeometry();
  const points = model.mesh_vert.slice(3 * vertex, 3 * (vertex + model.mesh_vertnum[mesh]));
  const corners = model.mesh_face.slice(3 * face, 3 * (face + model.mesh_facenum[mesh]));
  geometry.setAttribute("position", new BufferAttribute(points, 3));
  geometry.setIndex([...corners]);
  geometry.computeVertexNormals();
  return geometry;
}

/**
 * The axis of a body's own hinge, in the body's frame, when it turns round and round; else null. That is told by its
 * range, since the build's bindings cannot hand out the model's arrays of booleans (jnt_limited).
 */
function turningAxis(model, body) {
  const joint = model.body_jntadr[body];
  if (joint < 0 || model.jnt_type[joint] !== HINGE || model.jnt_range[2 * joint] < model.jnt_range[2 * joint + 1]) return null;
  return new Vector3(...model.jnt_axis.subarray(3 * joint, 3 * joint + 3));
}

/** A direction of a geom's body, in the geom's own frame. */
function inGeom(model, geom, axis) {
  const [w, x, y, z] = model.geom_quat.subarray(4 * geom, 4 * geom + 4);
  return axis.clone().applyQuaternion(new Quaternion(x, y, z, w).invert());
}

/** Marks for a ball that stands for a wheel, so that one sees it roll: a tyre with treads, and a lighter hub. */
function tyre() {
  const canvas = Object.assign(document.createElement("canvas"), { width: 256, height: 128 });
  const paint = canvas.getContext("2d");
  paint.fillStyle = "#6d7683";
  paint.fillRect(0, 0, 256, 128);
  paint.fillStyle = "#8b95a3";
  for (let spoke = 0; spoke < 8; spoke++) paint.fillRect(32 * spoke, 0, 16, 128);
  paint.fillStyle = RUBBER;
  paint.fillRect(0, 42, 256, 44);
  paint.fillStyle = "#3b3e44";
  for (let tread = 0; tread < 16; tread++) paint.fillRect(16 * tread, 48, 5, 32);
  const texture = new CanvasTexture(canvas);
  texture.wrapS = RepeatWrapping;
  texture.colorSpace = SRGBColorSpace;
  return texture;
}
