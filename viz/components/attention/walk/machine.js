// The machine as in figure 1 of the paper, with the layers that this model has.
import { make, px, steps } from "../../common/nodes.js";
import { recurrentCaptions, recurrentPipes, recurrentPlan }
  from "../recurrent/machine.js";
import { ENDED, fitWalk, flowOf, isChanged, isRecurrent, NORMED, placeId, placeName }
  from "./stations.js";

const WIDE = 216, BOX = 88, LEFT = 8, RIGHT = 120, HIGH = 26, NORM = 20;
const RISE = HIGH + NORM + 10;   // a sublayer, its Add & Norm, and the way to the next

/** Where every place stands, from the words at the foot to the next word at the head. */
export function machinePlan(layers) {
  const places = [], [encoder, decoder] = [2 * RISE + 6, 3 * RISE + 6];
  const foot = 126 + decoder * layers;
  const add = (view, name, kind, x, y, high = 30, id = placeId(view)) => places.push(
    { ...view, id, name, kind, x, y, high });
  /** A sublayer, and above it what adds the stream to it again. */
  const sublayer = (stack, layer, name, x, bottom) => {
    const view = { stack, layer, place: name === "feed" ? "feed" : "attention" };
    const y = bottom - HIGH, norm = { ...view, stage: NORMED };
    add(view, name, name === "feed" ? "feed" : "lamp", x, y, HIGH);
    add(norm, "Add & Norm", "norm", x, y - 2 - NORM, NORM, placeId(view) + ENDED);
  };
  add({ stack: "encoder", layer: 0, place: "words" }, "embed", "words", LEFT, foot);
  for (let layer = 0; layer < layers; layer++) {
    const y = foot - 32 - encoder * layer;
    sublayer("encoder", layer, "self", LEFT, y);
    sublayer("encoder", layer, "feed", LEFT, y - RISE);
  }
  add({ stack: "decoder", layer: 0, place: "words" }, "embed", "words", RIGHT, foot);
  for (let layer = 0; layer < layers; layer++) {
    const y = foot - 32 - decoder * layer;
    sublayer("decoder", layer, "self", RIGHT, y);
    sublayer("cross", layer, "cross", RIGHT, y - RISE);
    sublayer("decoder", layer, "feed", RIGHT, y - 2 * RISE);
  }
  add({ stack: "cross", layer: layers - 1, place: "next" }, "softmax", "next", RIGHT,
    foot - 62 - decoder * layers);
  return { places, width: WIDE, height: foot + 68, foot, right: RIGHT, box: BOX };
}

/** Plan, pipes and captions of the machine that a view is of. */
function drawingOf(view, machine, unit) {
  if (isRecurrent(view)) {
    const plan = recurrentPlan();
    return { plan, pipes: recurrentPipes(plan, unit), captions: recurrentCaptions(plan),
      said: "The machine: a reader, a look, a state, a word." };
  }
  const plan = machinePlan(machine.layers);
  return { plan, pipes: pipes(plan, machine, unit), captions: captions(plan, machine),
    said: `The machine: ${machine.layers} encoder layers, ${machine.layers} decoder layers.` };
}

export function buildMachine(context) {
  const { host, unit, machine } = context, view = context.view();
  const { plan, ...drawing } = drawingOf(view, machine, unit), { places } = plan;
  const size = value => px(value * unit);
  const word = make("b", { class: "word query head-word",
    style: `left:${size(plan.right - 30)};width:${size(plan.box + 42)};`
      + `top:${size(places.at(-1).y - 62)}` });
  const changed = places.map(place => isChanged(machine, place.id));
  const buttons = places.map((place, at) => make("button", {
    type: "button", class: `place kind-${place.kind}${changed[at] ? " changed" : ""}`,
    title: changed[at] ? "changed by the experiment" : null, tabindex: -1, "data-stay": `place-${place.id}`,
    style: `left:${size(place.x)};top:${size(place.y)};width:${size(BOX)};`
      + `height:${size(place.high)}`,
    onclick: () => open(at),
    onkeydown: event => {
      const next = steps(event, at, places.length);
      if (next >= 0) { open(next); context.focusOn(`place-${places[next].id}`); }
    },
  }, place.kind === "norm" ? "" : sign(place.kind), make("span", { text: place.name }), padlock()));
  const open = at => {
    const { stack, layer, place, stage = "" } = places[at], view = context.view();
    const wanted = { ...view, stack, layer, place, stage };
    const walk = view.walk || (place === "attention" && !stage ? "" : "full");
    const changed = fitWalk({ ...wanted, walk });
    // The next word and the words belong to both stacks of a short walk.
    const aside = walk === "short" && place !== "attention" && changed.walk === "short"
      && !(place === "words" && (stack === "encoder") !== (view.stack === "encoder"));
    context.choose(aside ? { ...changed } : { stack, layer, ...changed });
  };
  const group = make("div", { class: "machine-map", role: "group",
    "aria-label": `${drawing.said} Arrow keys move from place to place.`,
    style: `height:${size(plan.height)};width:${size(plan.width)}` },
  drawing.pipes, word, ...drawing.captions.map(([text, x, y, kind]) =>
    make("span", { class: `caption ${kind}`, text, style: `left:${size(x)};top:${size(y)}`
      + (kind.startsWith("layer") ? "" : `;width:${size(plan.box)}`) })), ...buttons);
  const name = make("b", {}), into = make("dd", {}), out = make("dd", {}),
    trained = make("dd", {}), anew = make("dd", {});
  const flow = make("div", { class: "flow", "aria-live": "polite" }, name,
    make("dl", {}, make("dt", { text: "in" }), into, make("dt", { text: "out" }), out,
      make("dt", { title: "trained once, fixed since" }, padlock(), "trained"), trained,
      make("dt", { title: "computed for this sentence" }, sign("lamp"), "anew"), anew));
  host.replaceChildren(group, flow, ...isRecurrent(view) ? [] : [kinds(unit)]);
  let shown = null;
  const row = () => { word.textContent = context.nextPiece(); };
  return {
    weights() {
      const view = context.view(), id = standing(view);
      row();
      if (id === shown) return;
      shown = id;
      places.forEach((place, at) => {
        const here = place.id === id;
        buttons[at].tabIndex = here ? 0 : -1;
        buttons[at].classList.toggle("here", here);
        if (here) buttons[at].setAttribute("aria-current", "location");
        else buttons[at].removeAttribute("aria-current");
        const { into: takes, out: gives } = flowOf(machine, place.id);
        buttons[at].setAttribute("aria-label",
          `${placeName(place.id)}: ${takes} in, ${gives} out`
          + (changed[at] ? ", changed by the experiment" : ""));
      });
      const parts = flowOf(machine, id);
      name.textContent = placeName(id);
      into.textContent = parts.into;
      out.textContent = parts.out;
      trained.textContent = parts.trained;
      anew.textContent = parts.anew;
    },
    row,
  };
}

/** The place of the machine where a view stands: at the end of a sublayer its norm. */
const standing = view => placeId(view)
  + (view.walk && view.stage === NORMED && !isRecurrent(view) ? ENDED : "");

/** [words, x, y, class] of every caption. */
function captions(plan, machine) {
  const note = (text, x, y, kind = "") => [text, x, y, kind];
  const waves = stack =>
    machine.without?.positions?.includes(stack) ? "no positions" : "+ positions";
  const { foot, places } = plan, top = place => place.y;
  const [encoder, decoder] = ["encoder", "decoder"].map(stack => Math.min(...places.filter(
    place => place.stack === stack).map(top)));
  const list = [
    note("English in", LEFT, foot + 42, "key"), note("French so far", RIGHT, foot + 42, "query"),
    note(waves("encoder"), LEFT, foot - 24), note(waves("decoder"), RIGHT, foot - 24),
    note("next piece", RIGHT, places.at(-1).y - 22),
    note("Encoder", LEFT, encoder - 71, "name"), note("Decoder", RIGHT - 92, decoder - 23, "name")];
  for (const { stack, layer, kind, y } of places) {
    if (kind !== "lamp" || stack === "cross") continue;
    list.push(note(layer + 1, stack === "encoder" ? LEFT + BOX + 2 : RIGHT - 9, y + 4, "layer"));
  }
  return list;
}

/** The stream upwards, past every sublayer too, and the blue pipe of keys and values. */
function pipes({ width, height, foot, places }, machine, unit) {
  const [e, d] = [LEFT + BOX / 2, RIGHT + BOX / 2], bend = RIGHT - 12;
  const top = Math.min(...places.filter(place => place.stack === "encoder").map(place => place.y));
  const out = top - 42;
  const crosses = places.filter(place => place.stack === "cross" && place.kind === "lamp");
  const ys = crosses.map(place => place.y + HIGH / 2);
  const line = (d_, kind) => make("path", { d: d_, class: `pipe ${kind}` });
  /** Around a sublayer into its Add & Norm: left of the encoder, right of the decoder. */
  const around = place => {
    const left = place.x === LEFT, edge = left ? LEFT : RIGHT + BOX, way = left ? -1 : 1;
    const y = place.y + NORM / 2, from = place.y + NORM + 2 + HIGH + 4;
    const cut = isChanged(machine, place.id) ? " cut" : "";
    return [line(`M${left ? e : d},${from}H${edge + 7 * way}V${y}H${edge + 3 * way}`,
      `residual${cut}`),
    make("path", { class: `tip${cut}`, d: `M${edge},${y}l${5 * way},-4v8z` })];
  };
  return make("svg", { class: "pipes", viewBox: `0 0 ${width} ${height}`,
    width: width * unit, height: height * unit, "aria-hidden": "true" },
  line(`M${e},${foot + 40}V${top}`, "stream"),
  line(`M${d},${foot + 40}V${places.at(-1).y - 24}`, "stream"),
  line(`M${e},${top}V${out}H${bend}M${bend},${Math.min(out, ...ys)}V${Math.max(...ys)}`
    + ys.map(y => `M${bend},${y}H${RIGHT}`).join(""), "memory"),
  ...places.filter(({ kind }) => kind === "norm").flatMap(around));
}

/** A lamp with its beams is attention, a hexagon is feed-forward; both are also named. */
function sign(kind) {
  const shapes = {
    lamp: [make("path", { class: "beam-side", d: "M7,10L24,1v5zM7,10L24,14v5z" }),
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

/** Encoder only, decoder only, both: the same parts, fewer of them. */
function kinds(unit) {
  const box = (x, kind) => make("rect", { x, y: 4, width: 16, height: 30, rx: 2, class: kind });
  const small = (boxes, name, does) => make("li", {},
    make("svg", { viewBox: "0 0 46 38", width: 46 * unit, height: 38 * unit,
      "aria-hidden": "true" }, ...boxes),
    make("span", {}, make("b", { text: name }), does));
  return make("ul", { class: "kinds" },
    small([box(15, "key-box")], "encoder only ", "reads all at once: for judging texts"),
    small([box(15, "query-box")], "decoder only ", "writes on, seeing what is before: chat"),
    small([box(4, "key-box"), make("path", { class: "pipe memory", d: "M20,14H26" }),
      box(26, "query-box")], "both ", "reads, then writes: this machine"));
}
