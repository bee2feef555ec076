// The machine of a model: where the walk stands, and what flows through that place.
import { make, put, px, steps } from "../../common/nodes.js";
import { text } from "../../common/texts.js";
import { fitWalk } from "./stations.js";

const SO_FAR = 3;   // words of the French that stand at the foot of the machine

/** @param {import("../mount.js").Mount} mount */
export function buildMachine(mount, host) {
  const { unit, walk } = mount, { model, machine } = walk;
  const { plan, pipes, captions, kinds, said } = model.drawing(machine, unit);
  const { places } = plan, size = value => px(value * unit);
  const word = make("b", { class: "word query head-word",
    style: `left:${size(plan.right - 30)};width:${size(plan.box + 42)};`
      + `top:${size(places.at(-1).y - 52)}` });
  const feet = [["key", plan.left], ["query", plan.right]].map(([role, x]) =>
    make("span", { class: `word foot-words ${role}`,
      style: `left:${size(x - 4)};top:${size(plan.foot + 42)};width:${size(plan.box + 8)}` }));
  feet[0].textContent = plainWords(mount.header.sequences.source?.words ?? []).join(" ");
  const buttons = places.map((place, at) => placeButton(mount, plan, at));
  const group = make("div", { class: "machine-map", role: "group",
    "aria-label": text("diagram.arrows", { diagram: said }),
    style: `height:${size(plan.height)};width:${size(plan.width)}` },
  make("svg", { class: "pipes", viewBox: `0 0 ${plan.width} ${plan.height}`,
    width: plan.width * unit, height: plan.height * unit, "aria-hidden": "true" },
  ...pipes.map(([path, kind]) => make("path", { d: path, class: kind }))),
  word, ...captions.map(([words, x, y, kind = ""]) =>
    make("span", { class: `caption ${kind}`, text: words, style: `left:${size(x)};top:${size(y)}`
      + (kind.startsWith("layer") ? "" : `;width:${size(plan.box)}`) })), ...feet, ...buttons);
  const flow = flowNode(walk);
  host.replaceChildren(group, make("details", { class: "more" },
    make("summary", { text: text("diagram.more") }), flow.node, ...kinds));
  let shown = null;
  const row = () => {
    word.textContent = walk.nextPiece;
    feet[1].textContent = soFar(mount);
  };
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

const plainWords = words => words.filter(word => !word.startsWith("‹"));

/** The last words that the decoder has read, where its next word is written. */
function soFar({ header, walk }) {
  const words = header.sequences.read?.words ?? [];
  const read = words.slice(0, walk.wordOf("read", walk.piece("read")) + 1);
  const plain = plainWords(read), few = plain.slice(-SO_FAR).join(" ");
  return plain.length > SO_FAR ? `… ${few}` : few || read[0] || "";
}

/** A place of the machine as a button; arrow keys open the places beside it. */
function placeButton(mount, { places, box }, at) {
  const { unit, walk: { model, machine } } = mount, place = places[at];
  const size = value => px(value * unit), changed = model.isChanged(machine, place.id);
  const { into, out } = model.flow(machine, place.id);
  return make("button", {
    type: "button", class: `place kind-${place.kind}${changed ? " changed" : ""}`,
    title: changed ? text("diagram.changed") : model.placeName(place.id), tabindex: -1,
    "aria-disabled": lacks(mount.walk, place) && "true",
    "aria-label": text(changed ? "diagram.place_changed" : "diagram.place",
      { place: model.placeName(place.id), into, out }),
    "data-stay": `place-${place.id}`,
    style: `left:${size(place.x)};top:${size(place.y)};width:${size(box)};`
      + `height:${size(place.high)}`,
    onclick: () => open(mount, place),
    onkeydown: event => {
      const next = steps(event, at, places.length);
      if (next < 0) return;
      open(mount, places[next]);
      mount.focusOn(`place-${places[next].id}`);
    },
  }, make("span", { text: place.name }));
}

/** Is nothing to be seen of a place? A file may lack its numbers; a map is there. */
const lacks = ({ model, machine: { here } }, at) => Boolean(here)
  && !here.includes(model.placeId(at)) && (at.place !== "attention" || Boolean(at.stage));

/** Goes to a place; a walk is opened where the place is more than a map. */
function open(mount, { id, stack, layer, place, stage = "" }) {
  const { view, walk: { model } } = mount;
  if (lacks(mount.walk, { stack, layer, place, stage })) return;
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
        make("dt", { title: text("diagram.trained_about") }, text("diagram.trained")), trained,
        make("dt", { title: text("diagram.computed_about") }, text("diagram.computed")), computed)),
    show(id) {
      const flow = model.flow(machine, id);
      name.textContent = model.placeName(id);
      [into, out, trained, computed].forEach((node, at) => {
        node.textContent = flow[parts[at]];
      });
    },
  };
}
