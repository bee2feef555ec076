// The things on the picture, as they are moved: dragged, or by the arrow keys.
import { alone, make, put, take } from "../common/nodes.js";
import { text } from "../common/texts.js";
import { fromBehind, movedTo } from "./compose.js";

const MOVES = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const FAST = 4;   // pixels of the street, with Shift

/** A hand on every thing; those that are drawn last lie on top. */
export function thingsOf(mount) {
  const hands = mount.things.map((thing, at) => make("button", { type: "button", class: "hand",
    "data-stay": `thing-${at}` }));
  hands.forEach((hand, at) => {
    hand.onpointerdown = event => grip(mount, hand, at, event);
    hand.onkeydown = event => press(mount, at, event);
  });
  mount.hands = hands;
  return [make("div", { class: "hands", role: "group", "aria-label": text("street.things") },
    ...fromBehind(mount.things).map(({ at }) => hands[at]))];
}

/** Every hand where its thing is, by its name. */
export function placeThings(mount) {
  if (mount.mode !== "change") return;
  mount.things.forEach((thing, at) => put(mount.hands[at], {
    style: placeStyle(thing, mount.header.size), "aria-label": text("street.thing", nameOf(mount, thing)) }));
}

/** What a thing is called: its color and kind, and where it stands. */
export const nameOf = ({ header: { called } }, { kind, color, x, y }) =>
  ({ thing: `${called[color]} ${called[kind]}`, x: x + 1, y: y + 1 });

function grip(mount, hand, at, event) {
  if (event.button) return;
  const from = mount.things[at], pixel = pixelOf(mount), { clientX, clientY } = event;
  hand.setPointerCapture(event.pointerId);
  hand.classList.add("held");
  mount.held = true;
  const drop = () => {
    hand.classList.remove("held");
    mount.held = false;
    hand.onpointermove = hand.onpointerup = hand.onpointercancel = null;
    const { x, y } = mount.things[at];
    if (x !== from.x || y !== from.y) mount.change(mount.things);
    else mount.settle();
  };
  hand.onpointermove = moved => {
    const to = movedTo(from, from.x + (moved.clientX - clientX) / pixel,
      from.y + (moved.clientY - clientY) / pixel, mount.header.size);
    mount.things = mount.things.with(at, to);
    mount.paint();
  };
  hand.onpointerup = hand.onpointercancel = drop;
}

function press(mount, at, event) {
  const thing = mount.things[at], move = MOVES[event.key];
  if (event.key === "Delete" && alone(event) && mount.things.length > 1) {
    take(event);
    mount.change(mount.things.filter((_, other) => other !== at), true);
  }
  if (!move || !alone(event)) return;
  take(event);
  const by = event.shiftKey ? FAST : 1;
  const to = movedTo(thing, thing.x + by * move[0], thing.y + by * move[1], mount.header.size);
  mount.change(mount.things.with(at, to));
}

/** Where something stands in the picture, in percent of its side. */
const placeStyle = ({ x, y, width, height }, size) => [["left", x], ["top", y], ["width", width],
  ["height", height]].map(([name, value]) => `${name}:${100 * value / size}%`).join(";");

/** A pixel of the street in pixels of the page. */
const pixelOf = ({ parts: { canvas }, header: { size } }) =>
  canvas.getBoundingClientRect().width / size;
