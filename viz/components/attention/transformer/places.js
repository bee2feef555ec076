// Where a walk can stand in the Transformer, and what each place is called.
import { stop } from "../walk/stations.js";
import { isChanged, isOff, withoutOf } from "./experiment.js";

/** The stage in which a sublayer ends: the stream is added again, then normed. */
export const NORMED = "stream";
/** After the id of a sublayer: its Add & Norm. */
export const ENDED = ".norm";

export const STAGES = {
  words: ["tokens", "embedding", "positions"],
  attention: ["inputs", "projections", "products", "scaled", "masked", "softmax",
    "mixed", "joined", "output", NORMED],
  feed: ["inputs", "widened", "relu", "narrowed", NORMED],
  next: ["logits", "word"],
};
export const USUAL = { words: "positions", attention: "softmax", feed: "relu", next: "word" };
export const TRAINED = { embedding: "E", projections: "W_Q, W_K, W_V", output: "W_O",
  stream: "the norm's gain and shift", widened: "W_1", narrowed: "W_2", logits: "E" };
export const LENGTHS = { short: "nine stations, one row of one head",
  full: "every sublayer" };
const SHORT = ["projections", "scaled", "masked", "softmax", "mixed", NORMED];

/** Python's words for a place: "decoder.1.cross", "encoder.words", "next". */
export function placeId({ stack, layer, place }) {
  const side = stack === "encoder" ? "encoder" : "decoder";
  if (place === "next") return "next";
  if (place === "words") return `${side}.words`;
  if (place === "feed") return `${side}.${layer}.feed`;
  return `${side}.${layer}.${stack === "cross" ? "cross" : "self"}`;
}

/** Which sides name the rows and columns of a place. */
export function sidesOf(id) {
  const [stack, , part] = id.split(".");
  if (stack === "encoder") return { rows: "source", columns: "source" };
  return part === "cross" ? { rows: "predicted", columns: "source" }
    : { rows: "read", columns: "read" };
}

/** Nine stations for one row of one head: from the words to the next word. */
export const shortStops = ({ stack, layer }) => [
  stop(stack, layer, "words", "tokens"), stop(stack, layer, "words", "positions"),
  ...SHORT.map(stage => stop(stack, layer, "attention", stage)),
  stop(stack, layer, "next", "word")];

/** Every stage of every sublayer, in the order in which the model computes them. */
export function fullStops({ layers }) {
  const stops = [], each = Array.from({ length: layers }, (_, layer) => layer);
  const add = (stack, layer, ...places) => places.forEach(place =>
    stops.push(...STAGES[place].map(stage => stop(stack, layer, place, stage))));
  add("encoder", 0, "words");
  each.forEach(layer => add("encoder", layer, "attention", "feed"));
  add("decoder", 0, "words");
  for (const layer of each) {
    add("decoder", layer, "attention");
    add("cross", layer, "attention");
    add("decoder", layer, "feed");
  }
  add("cross", layers - 1, "next");
  return stops;
}

const STAGE_NAMES = { tokens: "pieces", embedding: "vectors", positions: "+ positions",
  inputs: "X", projections: "Q, K, V", products: "QKᵀ", masked: "mask",
  softmax: "softmax", mixed: "· V", joined: "join", output: "project",
  stream: "+ norm", widened: "widen", relu: "ReLU", narrowed: "narrow",
  logits: "logits", word: "next word" };
const OFF_NAMES = { scaled: "÷ 1", masked: "no mask", positions: "no pos.",
  stream: "norm alone", mixed: "silenced" };

export function stageName(machine, stop, head) {
  const { stage } = stop, without = withoutOf(machine, placeId(stop));
  if (stage in OFF_NAMES && isOff(without, stage, Math.max(0, head))) return OFF_NAMES[stage];
  return stage === "scaled" ? `÷ √${machine.d_k}` : STAGE_NAMES[stage];
}

const PART_NAMES = { self: "self-attention", cross: "cross-attention",
  feed: "feed-forward" };

/** "Decoder 2, cross-attention", "English in", "The next word". */
export function placeName(id) {
  if (id === "next") return "The next word";
  const [side, layer, part, norm] = id.split(".");
  if (layer === "words") return side === "encoder" ? "English in" : "French so far";
  return `${side === "encoder" ? "Encoder" : "Decoder"} ${Number(layer) + 1}, `
    + PART_NAMES[part] + (norm ? ": Add & Norm" : "");
}

/** What flows into a place and out of it, and what of it was trained. */
export function flowOf(machine, id) {
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
