// Where a walk can stand: places of the machine, their stages, and both lengths.
// A view names its place by stack, layer and place, and its stage by a word.
import { ALIGNMENT, RECURRENT, recurrentFlow } from "../recurrent/model.js";

const STAGES = {
  words: ["tokens", "embedding", "positions"],
  attention: ["inputs", "projections", "products", "scaled", "masked", "softmax",
    "mixed", "joined", "output", "stream"],
  feed: ["inputs", "widened", "relu", "narrowed", "stream"],
  next: ["logits", "word"],
};
const SHORT = ["projections", "scaled", "masked", "softmax", "mixed", "stream"];
const USUAL = { words: "positions", attention: "softmax", feed: "relu", next: "word" };

/** The stage in which a sublayer ends: the stream is added again, then normed. */
export const NORMED = "stream";

/** What was trained once and stays fixed, at each stage; nothing else is. */
const TRAINED = { embedding: "E", projections: "W_Q, W_K, W_V", output: "W_O",
  stream: "the norm's gain and shift", widened: "W_1", narrowed: "W_2", logits: "E" };

/** Is this a view, or the id of a place, of the recurrent translator? */
export const isRecurrent = view => typeof view === "string"
  ? view.startsWith(`${ALIGNMENT}.`) : view?.stack === ALIGNMENT;
const stagesOf = view => isRecurrent(view) ? RECURRENT.stages : STAGES;
export const trainedAt = ({ stack, stage }) =>
  (stack === ALIGNMENT ? RECURRENT.trained : TRAINED)[stage];

/** Streamlit's words for a place: "decoder.1.cross", "encoder.words", "next". */
export function placeId({ stack, layer, place }) {
  if (stack === ALIGNMENT) return `${ALIGNMENT}.${place}`;
  const side = stack === "encoder" ? "encoder" : "decoder";
  if (place === "next") return "next";
  if (place === "words") return `${side}.words`;
  if (place === "feed") return `${side}.${layer}.feed`;
  return `${side}.${layer}.${stack === "cross" ? "cross" : "self"}`;
}

const stop = (stack, layer, place, stage) => ({ stack, layer, place, stage });

/** Nine stations for one row of one head: from the words to the next word. */
function shortStops({ stack, layer }) {
  if (stack === ALIGNMENT) {
    return RECURRENT.short.map(([place, stage]) => stop(stack, 0, place, stage));
  }
  return [stop(stack, layer, "words", "tokens"), stop(stack, layer, "words", "positions"),
    ...SHORT.map(stage => stop(stack, layer, "attention", stage)),
    stop(stack, layer, "next", "word")];
}

/** Every stage of every sublayer, in the order in which the model computes them. */
function fullStops({ layers }, stack) {
  if (stack === ALIGNMENT) {
    return Object.entries(RECURRENT.stages).flatMap(([place, stages]) =>
      stages.map(stage => stop(stack, 0, place, stage)));
  }
  const stops = [];
  const add = (stack, layer, place) =>
    stops.push(...STAGES[place].map(stage => stop(stack, layer, place, stage)));
  add("encoder", 0, "words");
  for (let layer = 0; layer < layers; layer++) {
    add("encoder", layer, "attention");
    add("encoder", layer, "feed");
  }
  add("decoder", 0, "words");
  for (let layer = 0; layer < layers; layer++) {
    add("decoder", layer, "attention");
    add("cross", layer, "attention");
    add("decoder", layer, "feed");
  }
  add("cross", layers - 1, "next");
  return stops;
}

export const stationsOf = (machine, view) =>
  view.walk === "full" ? fullStops(machine, view.stack) : shortStops(view);

/** The place of a view among the stops; the first one of its place, else the first. */
export function stopAt(stops, view) {
  const id = placeId(view);
  const exact = stops.findIndex(one => one.stage === view.stage && placeId(one) === id);
  return exact >= 0 ? exact : Math.max(0, stops.findIndex(one => placeId(one) === id));
}

/** The stops that the film shows: the whole short walk, or those of the open place. */
export function reel(machine, view) {
  if (view.walk === "short") return shortStops(view);
  return stagesOf(view)[view.place]
    .map(stage => stop(view.stack, view.layer, view.place, stage));
}

/** The nearest walk that there is. Closed, the picture shows the weights of a map. */
export function fitWalk(view) {
  const walk = ["short", "full"].includes(view?.walk) ? view.walk : "";
  const stages = stagesOf(view), usual = isRecurrent(view) ? RECURRENT.usual : USUAL;
  const place = walk && view?.place in stages ? view.place : "attention";
  const known = stages[place].includes(view?.stage) ? view.stage : usual[place];
  if (walk !== "short") return { walk, place, stage: walk ? known : "softmax" };
  const stops = shortStops(view).filter(one => one.place === place);
  if (!stops.length) return { walk: "full", place, stage: known };
  if (stops.some(one => one.stage === known)) return { walk, place, stage: known };
  const at = stages[place].indexOf(known);
  const later = stops.find(one => stages[place].indexOf(one.stage) >= at);
  return { walk, place, stage: (later ?? stops.at(-1)).stage };
}

const STAGE_NAMES = { tokens: "pieces", embedding: "vectors", positions: "+ positions",
  inputs: "X", projections: "Q, K, V", products: "QKᵀ", masked: "mask",
  softmax: "softmax", mixed: "· V", joined: "join", output: "project",
  stream: "+ norm", widened: "widen", relu: "ReLU", narrowed: "narrow",
  logits: "logits", word: "next word" };

const OFF_NAMES = { scaled: "÷ 1", masked: "no mask", positions: "no pos.",
  stream: "norm alone", mixed: "silenced" };

export function stageName(machine, stop, head) {
  const { stack, stage } = stop;
  if (stack === ALIGNMENT) return RECURRENT.names[stage];
  const off = isOff(withoutOf(machine, placeId(stop)), stage, Math.max(0, head));
  if (off && stage in OFF_NAMES) return OFF_NAMES[stage];
  return stage === "scaled" ? `÷ √${machine.d_k}` : STAGE_NAMES[stage];
}

/** What the two lengths of a walk go through. */
export const lengthSaid = (view, length) => isRecurrent(view) ? RECURRENT.lengths[length]
  : { short: "nine stations, one row of one head", full: "every sublayer" }[length];

/** What an experiment leaves out at a place: no sum there may count it in. */
export const withoutOf = ({ without = {} }, id) => ({ scale: Boolean(without.scale),
  causal: Boolean(without.causal) && /^decoder.*self$/.test(id),
  words: Boolean(without.words) && id === "encoder.words",
  positions: (without.positions ?? []).some(side => id === `${side}.words`),
  residual: without.residual === id, silent: without.silent?.[id] ?? [] });

/** Is a stage another one than in the usual model? Of "mixed" the open head is asked. */
export function isOff({ scale, causal, positions, residual, silent }, stage, head) {
  return { scaled: scale, masked: causal, positions, stream: residual,
    mixed: silent.includes(head), joined: silent.length > 0 }[stage] ?? false;
}

/** Does an experiment change what a place computes of what it gets? */
export function isChanged(machine, id) {
  if (id.endsWith(ENDED)) return withoutOf(machine, id.slice(0, -ENDED.length)).residual;
  const { scale, causal, words, positions, silent } = withoutOf(machine, id);
  return scale && /(self|cross)$/.test(id) || causal || words || positions
    || silent.length > 0 || Boolean(machine.without?.forbidden?.includes(id));
}

/** After the id of a sublayer: its Add & Norm. */
export const ENDED = ".norm";
const PART_NAMES = { self: "self-attention", cross: "cross-attention",
  feed: "feed-forward" };

/** "Decoder 2, cross-attention", "English in", "The next word". */
export function placeName(id) {
  if (id === "next") return "The next word";
  if (isRecurrent(id)) return RECURRENT.places[id.split(".").at(-1)];
  const [side, layer, part, norm] = id.split(".");
  if (layer === "words") return side === "encoder" ? "English in" : "French so far";
  return `${side === "encoder" ? "Encoder" : "Decoder"} ${Number(layer) + 1}, `
    + PART_NAMES[part] + (norm ? ": Add & Norm" : "");
}

/** What flows into a place and out of it, and what of it was trained. */
export function flowOf(machine, id) {
  if (isRecurrent(id)) return recurrentFlow(machine, id.split(".").at(-1));
  const count = side => machine.sides[side].pieces.length;
  const [stack, , part, norm] = id.split(".");
  const side = stack === "encoder" ? "source" : "read";
  const many = number => `${number} ${number === 1 ? "piece" : "pieces"}`;
  const stream = `${many(count(side))} × ${machine.d_model}`;
  if (id === "next") {
    return { into: stream, out: `${many(count("read"))} × ${machine.vocabulary} probabilities`,
      trained: "the embedding E, used again", anew: "logits, softmax" };
  }
  if (id.endsWith(".words")) {
    return { into: many(count(side)), out: stream, trained: "the embedding E",
      anew: "nothing: positions are fixed waves" };
  }
  if (norm) {
    const adds = isChanged(machine, id) ? "what the sublayer made, without X"
      : "X, past the sublayer, and what it adds";
    return { into: `${adds}: ${stream}`, out: stream,
      trained: "gain and shift", anew: "the sum, its mean and deviation" };
  }
  if (part === "feed") {
    return { into: stream, out: stream, trained: "W_1, W_2", anew: "what they make of X" };
  }
  const memory = part === "cross"
    ? ` and, for keys and values, ${many(count("source"))} × ${machine.d_model}` : "";
  return { into: stream + memory, out: stream, trained: "W_Q, W_K, W_V, W_O",
    anew: "scores, weights, mix" };
}
