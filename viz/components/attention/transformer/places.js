// Where a walk can stand in the Transformer, and what each place is called.
import { text } from "../../common/texts.js";
import { stop } from "../walk/stations.js";
import { isChanged, isOff, withoutOf } from "./experiment.js";

/** After the id of a sublayer: its norm, with the sum where that stands there too. */
export const ENDED = ".norm";
export const USUAL = { words: "positions", attention: "softmax", feed: "relu", next: "word" };

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

/** The stations for one row of one head: from the words to the next word. */
export const shortStops = ({ short }, { stack, layer }) => [
  stop(stack, layer, "words", "tokens"), stop(stack, layer, "words", "positions"),
  ...short.map(stage => stop(stack, layer, "attention", stage)),
  stop(stack, layer, "next", "word")];

/** Every stage of every sublayer, in the order in which the model computes them. */
export function fullStops({ stages, stacks, last }, { layers }) {
  const stops = [], add = (stack, layer, place) =>
    stops.push(...stages[place].map(stage => stop(stack, layer, place, stage)));
  for (const [stack, parts] of Object.entries(stacks)) {
    add(stack, 0, "words");
    for (let layer = 0; layer < layers; layer++) {
      parts.forEach(part => add(part === "cross" ? "cross" : stack, layer,
        part === "feed" ? "feed" : "attention"));
    }
  }
  add(last, layers - 1, "next");
  return stops;
}

/** What was trained and is used at a stage, if anything. */
export const trainedAt = ({ name, trained }, stage) =>
  trained.includes(stage) ? text(`${name}.trained.${stage}`) : "";

/** Steps that do something else at this place than elsewhere. */
const OWN_NEXT = ["feed_inputs", "feed_stream", "cross_inputs", "next_inputs"];

/** Stages that go by another name where an experiment takes something out of them. */
const OFF = ["scaled", "masked", "positions", "stream", "mixed"];

export function stageName({ name }, machine, stop, head) {
  const { stage } = stop, without = withoutOf(machine, placeId(stop));
  if (OFF.includes(stage) && isOff(without, stage, Math.max(0, head))) {
    return text(`${name}.off.${stage}`);
  }
  return stage === "scaled" ? `÷ √${machine.d_k}` : text(`${name}.stages.${stage}`);
}

/** What the step on to a stop will do: "average the values". */
export function nextSaid({ name }, stop) {
  const part = stop.place === "attention" && stop.stack === "cross" ? "cross" : stop.place;
  const own = `${part}_${stop.stage}`, named = OWN_NEXT.includes(own) ? own : stop.stage;
  return text(`${name}.to.${named}`);
}

/** "Decoder 2, cross-attention", "English in", "The next word". */
export function placeName({ name }, id) {
  if (id === "next") return text(`${name}.next`);
  const [stack, layer, part, norm] = id.split(".");
  if (layer === "words") return text(`${name}.${stack === "encoder" ? "english" : "french"}`);
  const sublayer = text(`${name}.sublayer`, { stack: text(`${name}.${stack}`),
    n: Number(layer) + 1, part: text(`${name}.parts.${part}`) });
  return norm ? text(`${name}.norm`, { sublayer }) : sublayer;
}

/** What flows into a place and out of it, and what of it was trained. */
export function flowOf({ name: kind }, machine, id) {
  const [stack, , part, norm] = id.split("."), { sides, vocabulary, d_model } = machine;
  const flow = (name, slots) => text(`${kind}.flow.${name}`, slots);
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
