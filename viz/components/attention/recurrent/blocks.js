// The matrices of a stage of the recurrent translator, and those of either machine.
import { blocksOf, headOf, plainOf } from "../walk/stages.js";
import { isRecurrent } from "../walk/stations.js";

/** The open stage of whichever machine; `both`: the terms of the other model as well. */
export const stageBlocks = (data, stage, head, step = 0, both = false) =>
  isRecurrent(data.id) ? recurrentBlocks(data, stage, step, both)
    : alsoNamed(blocksOf(data, stage, head, step), stage, both);

/** Query, key and value of the Transformer, with what they are in the recurrent one. */
const alsoNamed = (blocks, stage, both) => !both || stage !== "projections" ? blocks
  : blocks.map((block, at) =>
    ({ ...block, title: `${block.title}, like ${["s", "U_a h", "h"][at]}` }));

/** One half of the columns: what was read from the left, or from the right. */
function halfOf({ rows, columns, values }, second) {
  const wide = columns / 2, from = second ? wide : 0, part = new Float32Array(rows * wide);
  for (let row = 0; row < rows; row++) {
    part.set(values.subarray(row * columns + from, row * columns + from + wide), row * wide);
  }
  return { rows, columns: wide, values: part, from };
}

/** W_a s of one step and U_a h of every piece: their sum, its tanh, or times v_a. */
export function compared({ query, key, direction }, step, stage) {
  const asked = plainOf(query), { rows, columns, values } = plainOf(key);
  const from = step * columns;
  const sums = Float32Array.from(values, (value, at) =>
    asked.values[from + at % columns] + value);
  if (stage === "sum") return { rows, columns, values: sums };
  const bent = sums.map(Math.tanh);
  return { rows, columns, values: stage === "tanh" ? bent
    : bent.map((value, at) => value * direction.values[at % columns]) };
}

/**
 * The matrices of a stage, left to right, as in `blocksOf`. Rows are steps, named by the
 * piece that is written there, or the English pieces; `step` is the one that is open.
 */
function recurrentBlocks({ numbers, candidates }, stage, step, both) {
  const of = role => numbers[role], role = (name, otherwise) => both ? name : otherwise;
  const block = (name, title, matrix, more = {}) =>
    ({ role: name, title, kind: "signed", side: "predicted", lamp: "query", ...matrix, ...more });
  const steps = (name, title, more) => block(name, title, plainOf(of(name)), more);
  const english = { side: "source", lamp: "key" };
  const annotated = { side: "source", lamp: role("value", "key") };
  const here = `step ${step + 1}`;
  switch (stage) {
    case "tokens": return [block("ids", "number in the vocabulary",
      { rows: of("ids").shape[0], columns: 1, values: of("ids").values },
      { ...english, kind: "id" })];
    case "annotations": return [
      steps("forward", role("value, →h: from the left", "→h, read from the left"), annotated),
      steps("backward", role("←h: from the right", "←h, read from the right"), annotated)];
    case "start": return [steps("backward", "←h, read from the right", english),
      steps("start", "s₀", { side: "read" })];
    case "previous": return [
      steps("previous", role("query: s, the state before", "s, the state before")),
      steps("word", "y, the word before", { side: "read" })];
    case "query": return [steps("query", role("query, projected: W_a s", "W_a s"))];
    case "key": return [steps("key", role("key: U_a h", "U_a h"), english)];
    case "sum": return [block("sum", `W_a s + U_a h, ${here}`,
      compared(numbers, step, stage), english)];
    case "tanh": return [block("tanh", `tanh of the sum, ${here}`,
      compared(numbers, step, stage), english)];
    case "weighed": return [block("weighed", `tanh × v_a, ${here}`,
      compared(numbers, step, stage), english)];
    case "scores": return [block("scores", "scores e", headOf(of("scores"), 0),
      { across: "source" })];
    case "softmax": return [block("scores", "weights α", headOf(of("weights"), 0),
      { across: "source", kind: "weight" })];
    case "context": return [false, true].map(second => block("context",
      second ? "← half" : "context, → half", halfOf(plainOf(of("context")), second)));
    case "gates": return [steps("reset", "r, reset", { kind: "gate" }),
      steps("update", "z, update", { kind: "gate" })];
    case "candidate": return [steps("candidate", "s̃, the candidate")];
    case "state": return [steps("previous", "s, the state before"), steps("state", "new s")];
    case "readout": return [block("readout", "t, the larger of each pair", plainOf(of("x")))];
    default: return [block("probabilities", "probabilities",
      headOf(of("probabilities"), step), { names: candidates[step], kind: "weight" })];
  }
}
