// The matrices of the stages of the recurrent translator, out of the numbers of a place.
import { headOf, plainOf } from "../walk/tensors.js";

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
 * The matrices of a stage, left to right. Rows are steps, named by the piece that is
 * written there, or the English pieces; `step` is the one that is open. With `both` the
 * terms of the Transformer are named as well.
 * @returns {import("../walk/tensors.js").Block[]}
 */
export function blocksOf({ numbers, candidates }, stage, { step = 0, both = false }) {
  const either = (name, otherwise) => both ? name : otherwise;
  const block = (role, title, matrix, more = {}) =>
    ({ role, title, kind: "signed", side: "predicted", lamp: "query", ...matrix, ...more });
  const steps = (role, title, more) => block(role, title, plainOf(numbers[role]), more);
  const english = { side: "source", lamp: "key" };
  const annotated = { side: "source", lamp: either("value", "key") };
  const pairs = (title, role, more = {}) => block("scores", title, headOf(numbers[role], 0),
    { across: "source", ...more });
  const comparison = title => [block(stage, `${title}, step ${step + 1}`,
    compared(numbers, step, stage), english)];
  const made = {
    tokens: () => [block("ids", "number in the vocabulary",
      { rows: numbers.ids.shape[0], columns: 1, values: numbers.ids.values },
      { ...english, kind: "id" })],
    annotations: () => [
      steps("forward", either("value, →h: from the left", "→h, read from the left"), annotated),
      steps("backward", either("←h: from the right", "←h, read from the right"), annotated)],
    start: () => [steps("backward", "←h, read from the right", english),
      steps("start", "s₀", { side: "read" })],
    previous: () => [
      steps("previous", either("query: s, the state before", "s, the state before")),
      steps("word", "y, the word before", { side: "read" })],
    query: () => [steps("query", either("query, projected: W_a s", "W_a s"))],
    key: () => [steps("key", either("key: U_a h", "U_a h"), english)],
    sum: () => comparison("W_a s + U_a h"),
    tanh: () => comparison("tanh of the sum"),
    weighed: () => comparison("tanh × v_a"),
    scores: () => [pairs("scores e", "scores")],
    softmax: () => [pairs("weights α", "weights", { kind: "weight" })],
    context: () => [false, true].map(second => block("context",
      second ? "← half" : "context, → half", halfOf(plainOf(numbers.context), second))),
    gates: () => [steps("reset", "r, reset", { kind: "gate" }),
      steps("update", "z, update", { kind: "gate" })],
    candidate: () => [steps("candidate", "s̃, the candidate")],
    state: () => [steps("previous", "s, the state before"), steps("state", "new s")],
    readout: () => [block("readout", "t, the larger of each pair", plainOf(numbers.x))],
    word: () => [block("probabilities", "probabilities",
      headOf(numbers.probabilities, step), { names: candidates[step], kind: "weight" })],
  };
  return made[stage]();
}
