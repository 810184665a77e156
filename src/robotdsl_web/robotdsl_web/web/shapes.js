/** The model's geoms as three.js meshes: what MuJoCo's viewer would show, groups 0 to 2 that are not transparent. */

import {
  BoxGeometry, BufferAttribute, BufferGeometry, CanvasTexture, CapsuleGeometry, Color, CylinderGeometry, Mesh,
  MeshStandardMaterial, Quaternion, RepeatWrapping, SphereGeometry, SRGBColorSpace, Vector3,
} from "three";

const PLANE = 0;
// By MuJoCo's numbers for the types of geoms (mjtGeom). Its long shapes lie along z, three's along y.
const GEOMETRIES = {
  2: ([radius]) => new SphereGeometry(radius, 40, 24),
  3: ([radius, half]) => new CapsuleGeometry(radius, 2 * half, 10, 28).rotateX(Math.PI / 2),
  4: ([x, y, z]) => new SphereGeometry(1, 40, 24).scale(x, y, z),
  5: ([radius, half]) => new CylinderGeometry(radius, radius, 2 * half, 40).rotateX(Math.PI / 2),
  6: ([x, y, z]) => new BoxGeometry(2 * x, 2 * y, 2 * z),
  7: (size, model, geom) => meshGeometry(model, model.geom_dataid[geom]),
};
const LAST_SHOWN_GROUP = 2;
const HINGE = 3;

// A model that states no colours gets these, by what a body is.
const UNCOLOURED = "0.5,0.5,0.5,1";
const CHASSIS = "#3f6fae";
const PART = "#e08a2c";
const LINK = "#8b95a3";
const RUBBER = "#26282c";

/** Every geom that shows but the floor, each {mesh, geom}: `geom` is its number in the model. */
export function drawnGeoms(model, drive) {
  const chassis = Object.values(drive.bodies ?? {})[0];
  const parts = new Map(Object.values(drive.bodies ?? {}).map((body) => [body, body === chassis ? CHASSIS : PART]));
  const belts = new Set((drive.belts ?? []).map(({ body }) => body));
  const drawn = [];
  for (let geom = 0; geom < model.ngeom; geom++) {
    const type = model.geom_type[geom];
    const color = colorOf(model, geom);
    if (!(type in GEOMETRIES) || model.geom_group[geom] > LAST_SHOWN_GROUP || color[3] === 0) continue;
    const geometry = GEOMETRIES[type]([...model.geom_size.subarray(3 * geom, 3 * geom + 3)], model, geom);
    const body = model.geom_bodyid[geom];
    const axis = turningAxis(model, body);
    const name = model.body(body).name;
    const plain = color.join() === UNCOLOURED;
    const material = new MeshStandardMaterial({ roughness: 0.75, metalness: 0.05, flatShading: type === 7 });
    if (plain) material.color.set(axis || belts.has(name) ? RUBBER : (parts.get(name) ?? LINK));
    else material.color.copy(new Color().setRGB(color[0], color[1], color[2], SRGBColorSpace));
    if (color[3] < 1) Object.assign(material, { transparent: true, opacity: color[3] });
    if (plain && axis && type === 2 && model.body_geomnum[body] === 1) wheel(geometry, material, inGeom(model, geom, axis));
    const mesh = new Mesh(geometry, material);
    mesh.castShadow = mesh.receiveShadow = true;
    mesh.matrixAutoUpdate = false;
    drawn.push({ mesh, geom });
  }
  return drawn;
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

/** Marks on a ball that stands for a wheel, so that one sees it roll: a tyre with treads, and a lighter hub. */
function wheel(geometry, material, axis) {
  geometry.applyQuaternion(new Quaternion().setFromUnitVectors(new Vector3(0, 1, 0), axis.normalize()));
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
  material.map = new CanvasTexture(canvas);
  material.map.wrapS = RepeatWrapping;
  material.map.colorSpace = SRGBColorSpace;
  material.color.set("#ffffff");
}
