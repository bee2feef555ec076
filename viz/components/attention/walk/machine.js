// The machine of a model: where the walk stands, and what flows through that place.
import { make, put, px, steps } from "../../common/nodes.js";
import { text } from "../../common/texts.js";
import { fitWalk } from "./stations.js";

const WIDE = 88;   // a place, in pixels of the design

/** @param {import("../mount.js").Mount} mount */
export function buildMachine(mount, host) {
  const { unit, walk } = mount, { model, machine } = walk;
  const { plan, pipes, captions, kinds, said } = model.drawing(machine, unit);
  const { places } = plan, size = value => px(value * unit);
  const word = make("b", { class: "word query head-word",
    style: `left:${size(plan.right - 30)};width:${size(plan.box + 42)};`
      + `top:${size(places.at(-1).y - 62)}` });
  const buttons = places.map((place, at) => placeButton(mount, places, at));
  const group = make("div", { class: "machine-map", role: "group",
    "aria-label": text("diagram.arrows", { diagram: said }),
    style: `height:${size(plan.height)};width:${size(plan.width)}` },
  make("svg", { class: "pipes", viewBox: `0 0 ${plan.width} ${plan.height}`,
    width: plan.width * unit, height: plan.height * unit, "aria-hidden": "true" },
  ...pipes.map(([path, kind]) => make("path", { d: path, class: kind }))),
  word, ...captions.map(([words, x, y, kind = ""]) =>
    make("span", { class: `caption ${kind}`, text: words, style: `left:${size(x)};top:${size(y)}`
      + (kind.startsWith("layer") ? "" : `;width:${size(plan.box)}`) })), ...buttons);
  const flow = flowNode(walk);
  host.replaceChildren(group, flow.node, ...kinds);
  let shown = null;
  const row = () => { word.textContent = walk.nextPiece; };
  return {
    weights() {
      const id = model.standing(mount.view);
      row();
      if (id === shown) return;
      shown = id;
      places.forEach((place, at) => {
        const here = place.id === id;
        buttons[at].classList.toggle("here", here);
        put(buttons[at], { tabindex: here ? 0 : -1, "aria-current": here && "location" });
      });
      flow.show(id);
    },
    row,
  };
}

/** A place of the machine as a button; arrow keys open the places beside it. */
function placeButton(mount, places, at) {
  const { unit, walk: { model, machine } } = mount, place = places[at];
  const size = value => px(value * unit), changed = model.isChanged(machine, place.id);
  const { into, out } = model.flow(machine, place.id);
  return make("button", {
    type: "button", class: `place kind-${place.kind}${changed ? " changed" : ""}`,
    title: changed ? text("diagram.changed") : null, tabindex: -1,
    "aria-label": text(changed ? "diagram.place_changed" : "diagram.place",
      { place: model.placeName(place.id), into, out }),
    "data-stay": `place-${place.id}`,
    style: `left:${size(place.x)};top:${size(place.y)};width:${size(WIDE)};`
      + `height:${size(place.high)}`,
    onclick: () => open(mount, place),
    onkeydown: event => {
      const next = steps(event, at, places.length);
      if (next < 0) return;
      open(mount, places[next]);
      mount.focusOn(`place-${places[next].id}`);
    },
  }, place.kind === "norm" ? "" : sign(place.kind), make("span", { text: place.name }),
  padlock());
}

/** Goes to a place; a walk is opened where the place is more than a map. */
function open(mount, { id, stack, layer, place, stage = "" }) {
  const { view, walk: { model } } = mount;
  const walk = view.walk || (place === "attention" && !stage ? "" : "full");
  const found = fitWalk(model, { ...view, stack, layer, place, stage, walk });
  // The next word and the words belong to both stacks of a short walk.
  const aside = view.walk === "short" && place !== "attention" && found.walk === "short"
    && model.placeId({ ...view, place }) === id;
  mount.dispatch("choose", aside ? found : { stack, layer, ...found });
}

/** What flows into a place and out of it, and what of it was trained. */
function flowNode({ model, machine }) {
  const name = make("b", {}), parts = ["into", "out", "trained", "computed"];
  const [into, out, trained, computed] = parts.map(() => make("dd", {}));
  return {
    node: make("div", { class: "flow", "aria-live": "polite" }, name,
      make("dl", {}, make("dt", { text: text("diagram.in") }), into, make("dt", { text: text("diagram.out") }), out,
        make("dt", { title: text("diagram.trained_about") }, padlock(), text("diagram.trained")), trained,
        make("dt", { title: text("diagram.computed_about") }, sign("attention"), text("diagram.computed")), computed)),
    show(id) {
      const flow = model.flow(machine, id);
      name.textContent = model.placeName(id);
      [into, out, trained, computed].forEach((node, at) => {
        node.textContent = flow[parts[at]];
      });
    },
  };
}

/** A lamp with its beams is attention, a hexagon is feed-forward; both are also named. */
function sign(kind) {
  const shapes = {
    attention: [make("path", { class: "beam-side", d: "M7,10L24,1v5zM7,10L24,14v5z" }),
      make("path", { class: "beam-mid", d: "M7,10L25,7v6z" }),
      make("circle", { class: "bulb", cx: 6, cy: 10, r: 4.6 })],
    feed: [make("path", { class: "outline", d: "M3,10l5,-7h9l5,7l-5,7h-9z" })],
    words: [make("path", { class: "outline", d: "M4,4h17M4,10h17M4,16h17" })],
    gate: [make("path", { class: "outline", d: "M3,10h6M16,10h7M9,4v12M16,4v12" })],
    next: [make("path", { class: "outline", d: "M4,17v-5M10,17v-13M16,17v-8M22,17v-3" })],
  };
  return make("svg", { class: "sign", viewBox: "0 0 26 20", "aria-hidden": "true" },
    ...shapes[kind]);
}

const padlock = () => make("svg", { class: "lock", viewBox: "0 0 12 14", "aria-hidden": "true" },
  make("path", { class: "outline", d: "M3,6V4a3,3 0 0 1 6,0v2" }),
  make("rect", { class: "solid", x: 1.5, y: 6, width: 9, height: 7, rx: 1.2 }));
