/** On-screen sticks: a knob in a round or a long field that pointers drag and that springs back. */

/**
 * Make `element` (with a child .knob) a stick. `moved(right, up)` is told where its knob stands, -1 to 1 each; an
 * element with data-along="x" or "y" moves along that only.
 */
export function stick(element, moved) {
  const knob = element.querySelector(".knob");
  const only = element.dataset.along;
  let pointer = null;

  const stand = (right, up) => {
    const [x, y] = travel();
    knob.style.transform = `translate(${right * x}px, ${-up * y}px)`;
    moved(right, up);
  };
  /** How far the knob can go from the middle along x and y, in pixels. */
  const travel = () => [
    only === "y" ? 0 : (element.clientWidth - knob.offsetWidth) / 2,
    only === "x" ? 0 : (element.clientHeight - knob.offsetHeight) / 2,
  ];
  const follow = (event) => {
    const box = element.getBoundingClientRect();
    const [x, y] = travel();
    let right = x ? (event.clientX - box.left - box.width / 2) / x : 0;
    let up = y ? -(event.clientY - box.top - box.height / 2) / y : 0;
    const length = Math.hypot(right, up);
    if (length > 1) [right, up] = [right / length, up / length];
    stand(eased(right), eased(up));
  };
  const letGo = (event) => {
    if (event && event.pointerId !== pointer) return;
    pointer = null;
    element.classList.remove("held");
    stand(0, 0);
  };

  element.addEventListener("pointerdown", (event) => {
    if (pointer !== null) return;
    pointer = event.pointerId;
    element.setPointerCapture(pointer);
    element.classList.add("held");
    event.preventDefault();
    follow(event);
  });
  element.addEventListener("pointermove", (event) => event.pointerId === pointer && follow(event));
  for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) element.addEventListener(end, letGo);
  return { letGo: () => pointer !== null && letGo() };
}

/** A little dead travel in the middle, so that a thumb can go straight. */
function eased(value) {
  const dead = 0.08;
  return Math.abs(value) < dead ? 0 : (Math.sign(value) * (Math.abs(value) - dead)) / (1 - dead);
}
