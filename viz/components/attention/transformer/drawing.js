// The Transformer as in figure 1 of the paper, with the layers that this model has.
import { make } from "../../common/nodes.js";
import { text } from "../../common/texts.js";
import { isChanged } from "./experiment.js";
import { ENDED, NORMED, placeId } from "./places.js";

const WIDE = 176, BOX = 72, LEFT = 8, RIGHT = 96, HIGH = 25, NORM = 10;
const RISE = HIGH + NORM + 7;   // a sublayer, its Add & Norm, and the way to the next

const SUBLAYERS = { encoder: ["self", "feed"], decoder: ["self", "cross", "feed"] };

/** Where every place stands, from the words at the foot to the next word at the head. */
function planOf(layers) {
  const places = [], head = 52, foot = head + 58 + (3 * RISE + 6) * layers;
  const add = (view, name, kind, x, y, high = HIGH, id = placeId(view)) => places.push(
    { ...view, id, name, kind, x, y, high });
  /** A sublayer, and above it what adds the stream to it again. */
  const sublayer = (stack, layer, name, x, bottom) => {
    const view = { stack, layer, place: name === "feed" ? "feed" : "attention" };
    const y = bottom - HIGH, norm = { ...view, stage: NORMED };
    add(view, text(`transformer.${name}`), name === "feed" ? "feed" : "attention", x, y, HIGH);
    add(norm, text("transformer.add_norm"), "norm", x, y - 2 - NORM, NORM, placeId(view) + ENDED);
  };
  for (const [side, names] of Object.entries(SUBLAYERS)) {
    const x = side === "encoder" ? LEFT : RIGHT;
    add({ stack: side, layer: 0, place: "words" }, text("transformer.embed"), "words", x, foot);
    for (let at = 0; at < layers * names.length; at++) {
      const layer = Math.floor(at / names.length), name = names[at % names.length];
      sublayer(name === "cross" ? "cross" : side, layer, name, x, foot - 32 - RISE * at - 6 * layer);
    }
  }
  add({ stack: "cross", layer: layers - 1, place: "next" }, text("transformer.softmax"), "next",
    RIGHT, head);
  return { places, width: WIDE, height: foot + 82, foot, left: LEFT,
    right: RIGHT, box: BOX };
}

/** [words, x, y, class] of every caption. */
function captionsOf(plan, machine) {
  const waves = stack =>
    machine.without?.positions?.includes(stack) ? text("transformer.no_positions")
      : text("transformer.positions");
  const { foot, places } = plan, top = place => place.y;
  const [encoder, decoder] = ["encoder", "decoder"].map(stack => Math.min(...places.filter(
    place => place.stack === stack).map(top)));
  return [
    [waves("encoder"), LEFT, foot - 21], [waves("decoder"), RIGHT, foot - 21],
    [text("transformer.next_piece"), RIGHT, places.at(-1).y - 20],
    [text("transformer.encoder"), LEFT, encoder - 62, "name"],
    [text("transformer.decoder"), RIGHT - 88, decoder - 23, "name"]];
}

/** [path, class]: the stream upwards, past every sublayer too, and the blue pipe of keys and values. */
function pipesOf({ foot, places }, machine) {
  const [e, d] = [LEFT + BOX / 2, RIGHT + BOX / 2], bend = RIGHT - 12;
  const top = Math.min(...places.filter(place => place.stack === "encoder").map(place => place.y));
  const out = top - 34;
  const crosses = places.filter(place => place.stack === "cross" && place.kind === "attention");
  const ys = crosses.map(place => place.y + HIGH / 2);
  /** Around a sublayer into its Add & Norm: left of the encoder, right of the decoder. */
  const around = place => {
    const left = place.x === LEFT, edge = left ? LEFT : RIGHT + BOX, way = left ? -1 : 1;
    const y = place.y + NORM / 2, from = place.y + NORM + 2 + HIGH + 4;
    const cut = isChanged(machine, place.id) ? " cut" : "";
    return [[`M${left ? e : d},${from}H${edge + 7 * way}V${y}H${edge + 3 * way}`,
      `pipe residual${cut}`], [`M${edge},${y}l${5 * way},-4v8z`, `tip${cut}`]];
  };
  return [[`M${e},${foot + 40}V${top}`, "pipe stream"],
    [`M${d},${foot + 40}V${places.at(-1).y - 24}`, "pipe stream"],
    [`M${e},${top}V${out}H${bend}M${bend},${Math.min(out, ...ys)}V${Math.max(...ys)}`
      + ys.map(y => `M${bend},${y}H${RIGHT}`).join(""), "pipe memory"],
    ...places.filter(({ kind }) => kind === "norm").flatMap(around)];
}

/** Encoder only, decoder only, both: the same parts, fewer of them. */
function kinds(unit) {
  const box = (x, kind) => make("rect", { x, y: 4, width: 16, height: 30, rx: 2, class: kind });
  const small = (boxes, name, does) => make("li", {},
    make("svg", { viewBox: "0 0 46 38", width: 46 * unit, height: 38 * unit,
      "aria-hidden": "true" }, ...boxes),
    make("span", {}, make("b", { text: `${text(`transformer.${name}`)} ` }),
      text(`transformer.${does}`)));
  return make("ul", { class: "kinds" },
    small([box(15, "key-box")], "encoder_only", "encoder_only_does"),
    small([box(15, "query-box")], "decoder_only", "decoder_only_does"),
    small([box(4, "key-box"), make("path", { class: "pipe memory", d: "M20,14H26" }),
      box(26, "query-box")], "both", "both_do"));
}

/** At the end of a sublayer a view stands at its norm. */
export const standingOf = view =>
  placeId(view) + (view.walk && view.stage === NORMED ? ENDED : "");

/** @returns {import("../walk/models.js").Drawing} */
export function drawingOf(machine, unit) {
  const plan = planOf(machine.layers);
  return { plan, pipes: pipesOf(plan, machine), captions: captionsOf(plan, machine),
    kinds: [kinds(unit)], said: text("transformer.diagram", { n: machine.layers }) };
}
