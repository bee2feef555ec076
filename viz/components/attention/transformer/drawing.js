// The Transformer as in figure 1 of the paper, with the layers that this model has; of
// a decoder alone one column, with the norm below its sublayer.
import { make } from "../../common/nodes.js";
import { text } from "../../common/texts.js";
import { isChanged } from "./experiment.js";
import { ENDED, placeId } from "./places.js";

const WIDE = 176, BOX = 72, LEFT = 8, HIGH = 25, NORM = 10;
const RISE = HIGH + NORM + 7;   // a sublayer, its norm, and the way to the next

/** Where every place stands, from the words at the foot to the next word at the head. */
function planOf({ name: kind, column: right, last, normed, normFirst, stacks }, layers) {
  const places = [], head = 52, each = Math.max(...Object.values(stacks).map(all => all.length));
  const rise = RISE + (normFirst ? 7 : 0), foot = head + 58 + (each * rise + 6) * layers;
  const add = (view, name, kind, x, y, high = HIGH, id = placeId(view)) => places.push(
    { ...view, id, name, kind, x, y, high });
  /** A sublayer, and above it what adds the stream to it again. */
  const sublayer = (stack, layer, name, x, bottom) => {
    const view = { stack, layer, place: name === "feed" ? "feed" : "attention" };
    const y = bottom - HIGH - (normFirst ? NORM + 2 : 0), norm = { ...view, stage: normed };
    const at = normFirst ? bottom - NORM : y - 2 - NORM;
    add(view, text(`${kind}.${name}`), name === "feed" ? "feed" : "attention", x, y, HIGH);
    add(norm, text(`${kind}.add_norm`), "norm", x, at, NORM, placeId(view) + ENDED);
  };
  for (const [side, names] of Object.entries(stacks)) {
    const x = side === "encoder" ? LEFT : right;
    add({ stack: side, layer: 0, place: "words" }, text(`${kind}.embed`), "words", x, foot);
    for (let at = 0; at < layers * names.length; at++) {
      const layer = Math.floor(at / names.length), name = names[at % names.length];
      sublayer(name === "cross" ? "cross" : side, layer, name, x, foot - 32 - rise * at - 6 * layer);
    }
  }
  add({ stack: last, layer: layers - 1, place: "next" }, text(`${kind}.softmax`), "next",
    right, head);
  return { places, width: WIDE, height: foot + 82, foot, left: LEFT, right, box: BOX };
}

/** [words, x, y, class] of every caption. */
function captionsOf({ name: kind, stacks }, plan, machine) {
  const waves = stack => text(machine.without?.positions?.includes(stack)
    ? `${kind}.no_positions` : `${kind}.positions`);
  const { foot, places, right } = plan, top = place => place.y;
  const ends = [[waves("decoder"), right, foot - 21],
    [text(`${kind}.next_piece`), right, places.at(-1).y - 20]];
  if (!stacks.encoder) return ends;
  const [encoder, decoder] = ["encoder", "decoder"].map(stack => Math.min(...places.filter(
    place => place.stack === stack).map(top)));
  return [[waves("encoder"), LEFT, foot - 21], ...ends,
    [text(`${kind}.encoder`), LEFT, encoder - 62, "name"],
    [text(`${kind}.decoder`), right - 88, decoder - 23, "name"]];
}

/** [path, class]: the stream upwards, past every sublayer too, and the blue pipe of keys and values. */
function pipesOf({ foot, places, right }, machine) {
  const [e, d] = [LEFT + BOX / 2, right + BOX / 2], bend = right - 12;
  const top = Math.min(...places.filter(place => place.stack === "encoder").map(place => place.y));
  const out = top - 34;
  const crosses = places.filter(place => place.stack === "cross" && place.kind === "attention");
  const ys = crosses.map(place => place.y + HIGH / 2);
  /** Around a sublayer into its Add & Norm: left of the encoder, right of the decoder. */
  const around = place => {
    const left = place.x === LEFT, edge = left ? LEFT : right + BOX, way = left ? -1 : 1;
    const y = place.y + NORM / 2, from = place.y + NORM + 2 + HIGH + 4;
    const cut = isChanged(machine, place.id) ? " cut" : "";
    return [[`M${left ? e : d},${from}H${edge + 7 * way}V${y}H${edge + 3 * way}`,
      `pipe residual${cut}`], [`M${edge},${y}l${5 * way},-4v8z`, `tip${cut}`]];
  };
  return [[`M${e},${foot + 40}V${top}`, "pipe stream"],
    [`M${d},${foot + 40}V${places.at(-1).y - 24}`, "pipe stream"],
    [`M${e},${top}V${out}H${bend}M${bend},${Math.min(out, ...ys)}V${Math.max(...ys)}`
      + ys.map(y => `M${bend},${y}H${right}`).join(""), "pipe memory"],
    ...places.filter(({ kind }) => kind === "norm").flatMap(around)];
}

/** The same of a decoder alone: each norm and its sublayer are passed by together. */
function pipesAlone({ foot, places, right }, machine) {
  const d = right + BOX / 2, edge = right + BOX;
  const around = place => {
    const y = place.y - HIGH - 6, from = place.y + NORM + 3;
    const cut = isChanged(machine, place.id) ? " cut" : "";
    return [[`M${d},${from}H${edge + 7}V${y}H${d + 8}`, `pipe residual${cut}`],
      [`M${d + 3},${y}l5,-4v8z`, `tip${cut}`]];
  };
  return [[`M${d},${foot + 40}V${places.at(-1).y - 24}`, "pipe stream"],
    ...places.filter(({ kind }) => kind === "norm").flatMap(around)];
}

/** Encoder only, decoder only, both: the same parts, fewer of them. */
function kinds({ name: own }, unit) {
  const box = (x, kind) => make("rect", { x, y: 4, width: 16, height: 30, rx: 2, class: kind });
  const small = (boxes, name, does) => make("li", {},
    make("svg", { viewBox: "0 0 46 38", width: 46 * unit, height: 38 * unit,
      "aria-hidden": "true" }, ...boxes),
    make("span", {}, make("b", { text: `${text(`${own}.${name}`)} ` }),
      text(`${own}.${does}`)));
  return make("ul", { class: "kinds" },
    small([box(15, "key-box")], "encoder_only", "encoder_only_does"),
    small([box(15, "query-box")], "decoder_only", "decoder_only_does"),
    small([box(4, "key-box"), make("path", { class: "pipe memory", d: "M20,14H26" }),
      box(26, "query-box")], "both", "both_do"));
}

/** A view stands at the norm of a sublayer where its stage is that. */
export const standingOf = ({ normed }, view) => placeId(view)
  + (view.walk && view.stage === normed && view.place !== "next" ? ENDED : "");

/** @returns {import("../walk/models.js").Drawing} */
export function drawingOf(kind, machine, unit) {
  const plan = planOf(kind, machine.layers);
  const pipes = kind.stacks.encoder ? pipesOf : pipesAlone;
  return { plan, pipes: pipes(plan, machine), captions: captionsOf(kind, plan, machine),
    kinds: [kinds(kind, unit)], said: text(`${kind.name}.diagram`, { n: machine.layers }) };
}
