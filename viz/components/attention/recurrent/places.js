// Where a walk can stand in the recurrent translator, and what each place is called.
import { stop } from "../walk/stations.js";

/** The stack whose map is made here. */
export const ALIGNMENT = "alignment";

export const STAGES = {
  words: ["tokens", "annotations", "start"],
  attention: ["previous", "query", "key", "sum", "tanh", "weighed", "scores",
    "softmax", "context"],
  gates: ["gates", "candidate", "state"],
  next: ["readout", "word"],
};
export const USUAL = { words: "annotations", attention: "softmax", gates: "state",
  next: "word" };
export const TRAINED = { tokens: "E", annotations: "both readers", start: "W_s",
  query: "W_a", key: "U_a", weighed: "v_a", gates: "their matrices",
  candidate: "its matrices", readout: "U_o, V_o, C_o", word: "E and its bias" };
export const LENGTHS = { short: "nine stations of one step",
  full: "every stage of one step" };
const SHORT = [["words", "annotations"], ["attention", "previous"], ["attention", "sum"],
  ["attention", "tanh"], ["attention", "scores"], ["attention", "softmax"],
  ["attention", "context"], ["gates", "state"], ["next", "word"]];
const STAGE_NAMES = { tokens: "pieces", annotations: "→h | ←h", start: "s₀",
  previous: "s, y", query: "Wₐ s", key: "Uₐ h", sum: "sum", tanh: "tanh",
  weighed: "vₐᵀ ·", scores: "scores", softmax: "softmax", context: "context",
  gates: "gates", candidate: "candidate", state: "new s", readout: "readout",
  word: "next word" };
const PLACE_NAMES = { words: "The English, read from both sides",
  attention: "Where to look", gates: "The new state", next: "The next word" };
/** Stages that show one step alone: another step, another matrix. */
const OF_ONE_STEP = ["sum", "tanh", "weighed", "word"];

const partOf = id => id.split(".").at(-1);

export const placeId = ({ place }) => `${ALIGNMENT}.${place}`;
export const placeName = id => PLACE_NAMES[partOf(id)];
export const stageName = (machine, { stage }) => STAGE_NAMES[stage];
export const ofOneStep = ({ stage }) => OF_ONE_STEP.includes(stage);

export const shortStops = ({ stack }) =>
  SHORT.map(([place, stage]) => stop(stack, 0, place, stage));

export const fullStops = (machine, stack) => Object.entries(STAGES).flatMap(
  ([place, stages]) => stages.map(stage => stop(stack, 0, place, stage)));

/** Which sides name the rows and columns of a place. */
export const sidesOf = id => partOf(id) === "words"
  ? { rows: "source", columns: "source" } : { rows: "predicted", columns: "source" };

/** What flows into a place and out of it, and what of it was trained. */
export function flowOf({ sides, d_annotation, d_state, d_embedding, vocabulary }, id) {
  const many = name => `${sides[name].pieces.length} pieces`;
  const memory = `${many("source")} × ${d_annotation}`;
  switch (partOf(id)) {
    case "words": return { into: many("source"), out: `${memory}, and s₀`,
      trained: "E, both readers, W_s", anew: "annotations, s₀" };
    case "attention": return { into: `s, ${d_state} numbers, and ${memory}`,
      out: `one context, ${d_annotation} numbers`, trained: "W_a, U_a, v_a",
      anew: "scores, weights, context" };
    case "gates": return { into: "the word before, s and the context",
      out: `the next s, ${d_state} numbers`, trained: "the matrices of the gates",
      anew: "gates, candidate, s" };
    default: return { into: "the word before, s and the context",
      out: `${vocabulary} probabilities`, trained: "U_o, V_o, C_o, E",
      anew: `${d_embedding} numbers, then a softmax` };
  }
}
