// Where a walk can stand in the Transformer, and what each place is called.
import { text } from "../../common/texts.js";
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
const TRAINED = ["embedding", "projections", "output", NORMED, "widened", "narrowed", "logits"];
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

/** What was trained and is used at a stage, if anything. */
export const trainedAt = stage =>
  TRAINED.includes(stage) ? text(`transformer.trained.${stage}`) : "";

/** Steps that do something else at this place than elsewhere. */
const OWN_NEXT = ["feed_inputs", "feed_stream", "cross_inputs"];

/** Stages that go by another name where an experiment takes something out of them. */
const OFF = ["scaled", "masked", "positions", NORMED, "mixed"];

export function stageName(machine, stop, head) {
  const { stage } = stop, without = withoutOf(machine, placeId(stop));
  if (OFF.includes(stage) && isOff(without, stage, Math.max(0, head))) {
    return text(`transformer.off.${stage}`);
  }
  return stage === "scaled" ? `÷ √${machine.d_k}` : text(`transformer.stages.${stage}`);
}

/** What the step on to a stop will do: "average the values". */
export function nextSaid(stop) {
  const part = stop.place === "attention" && stop.stack === "cross" ? "cross" : stop.place;
  const own = `${part}_${stop.stage}`, named = OWN_NEXT.includes(own) ? own : stop.stage;
  return text(`transformer.to.${named}`);
}

/** "Decoder 2, cross-attention", "English in", "The next word". */
export function placeName(id) {
  if (id === "next") return text("transformer.next");
  const [stack, layer, part, norm] = id.split(".");
  if (layer === "words") return text(stack === "encoder" ? "transformer.english"
    : "transformer.french");
  const sublayer = text("transformer.sublayer", { stack: text(`transformer.${stack}`),
    n: Number(layer) + 1, part: text(`transformer.parts.${part}`) });
  return norm ? text("transformer.norm", { sublayer }) : sublayer;
}

/** What flows into a place and out of it, and what of it was trained. */
export function flowOf(machine, id) {
  const [stack, , part, norm] = id.split("."), { sides, vocabulary, d_model } = machine;
  const flow = (name, slots) => text(`transformer.flow.${name}`, slots);
  const many = side => text("diagram.pieces", { n: sides[side].pieces.length });
  const pieces = many(stack === "encoder" ? "source" : "read");
  const stream = flow("stream", { pieces, d_model });
  if (id === "next") {
    return { into: stream, out: flow("probabilities", { pieces, vocabulary }),
      trained: flow("embedding_again"), computed: flow("next_computed") };
  }
  if (id.endsWith(".words")) {
    return { into: pieces, out: stream, trained: flow("embedding"), computed: flow("words_computed") };
  }
  if (norm) {
    return { into: flow(isChanged(machine, id) ? "norm_cut" : "norm", { stream }),
      out: stream, trained: flow("norm_trained"), computed: flow("norm_computed") };
  }
  if (part === "feed") {
    return { into: stream, out: stream, trained: "W_1, W_2", computed: flow("feed_computed") };
  }
  const memory = flow("stream", { pieces: many("source"), d_model });
  return { into: part === "cross" ? flow("memory", { stream, memory }) : stream, out: stream,
    trained: "W_Q, W_K, W_V, W_O", computed: flow("attention_computed") };
}
