// Where a walk can stand in the recurrent translator, and what each place is called.
import { text } from "../../common/texts.js";
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
const TRAINED = ["tokens", "annotations", "start", "query", "key", "weighed", "gates",
  "candidate", "readout", "word"];
const SHORT = [["words", "annotations"], ["attention", "previous"], ["attention", "sum"],
  ["attention", "tanh"], ["attention", "scores"], ["attention", "softmax"],
  ["attention", "context"], ["gates", "state"], ["next", "word"]];
/** Stages that show one step alone: another step, another matrix. */
const OF_ONE_STEP = ["sum", "tanh", "weighed", "word"];

const partOf = id => id.split(".").at(-1);

export const placeId = ({ place }) => `${ALIGNMENT}.${place}`;
export const placeName = id => text(`recurrent.places.${partOf(id)}`);
export const stageName = (machine, { stage }) => text(`recurrent.stages.${stage}`);
/** What the step on to a stop will do: "add up the context". */
export const nextSaid = ({ stage }) => text(`recurrent.to.${stage}`);
export const ofOneStep = ({ stage }) => OF_ONE_STEP.includes(stage);

export const shortStops = ({ stack }) =>
  SHORT.map(([place, stage]) => stop(stack, 0, place, stage));

export const fullStops = (machine, stack) => Object.entries(STAGES).flatMap(
  ([place, stages]) => stages.map(stage => stop(stack, 0, place, stage)));

/** Which sides name the rows and columns of a place. */
export const sidesOf = id => partOf(id) === "words"
  ? { rows: "source", columns: "source" } : { rows: "predicted", columns: "source" };

/** What was trained and is used at a stage, if anything. */
export const trainedAt = stage =>
  TRAINED.includes(stage) ? text(`recurrent.trained.${stage}`) : "";

/** What flows into a place and out of it, and what of it was trained. */
export function flowOf(machine, id) {
  const { d_annotation, sides: { source } } = machine, part = partOf(id);
  const pieces = text("recurrent.flow.pieces", { n: source.pieces.length });
  const flow = name => text(`recurrent.flow.${name}`,
    { ...machine, memory: `${pieces} × ${d_annotation}` });
  const into = { words: pieces, attention: flow("attention_in") };
  return { into: into[part] ?? flow("state_in"), out: flow(`${part}_out`),
    trained: flow(`${part}_trained`), computed: flow(`${part}_computed`) };
}
