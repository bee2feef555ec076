// The matrices of the stages of the recurrent translator, out of the numbers of a place.
import { text } from "../../common/texts.js";
import { headOf, plainOf } from "../walk/tensors.js";

const say = name => text(`recurrent.blocks.${name}`);

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
    ({ role, title, kind: "signed", side: "predicted", colour: "query", ...matrix, ...more });
  const steps = (role, title, more) => block(role, title, plainOf(numbers[role]), more);
  const english = { side: "source", colour: "key" };
  const annotated = { side: "source", colour: either("value", "key") };
  const pairs = (title, role, more = {}) => block("scores", title, headOf(numbers[role], 0),
    { across: "source", ...more });
  const comparison = title => [block(stage, text("recurrent.of_step", { title, n: step + 1 }),
    compared(numbers, step, stage), english)];
  const made = {
    tokens: () => [block("ids", say("ids"),
      { rows: numbers.ids.shape[0], columns: 1, values: numbers.ids.values },
      { ...english, kind: "id" })],
    annotations: () => [
      steps("forward", either(say("forward_value"), say("forward")), annotated),
      steps("backward", either(say("backward_value"), say("backward")), annotated)],
    start: () => [steps("backward", say("backward"), english),
      steps("start", say("start"), { side: "read" })],
    previous: () => [
      steps("previous", either(say("before_query"), say("before"))),
      steps("word", say("word"), { side: "read" })],
    query: () => [steps("query", either(say("query_projected"), say("query")))],
    key: () => [steps("key", either(say("key_named"), say("key")), english)],
    sum: () => comparison(say("sum")),
    tanh: () => comparison(say("tanh")),
    weighed: () => comparison(say("weighed")),
    scores: () => [pairs(say("scores"), "scores")],
    softmax: () => [pairs(say("weights"), "weights", { kind: "weight" })],
    context: () => [false, true].map(second => block("context",
      second ? say("context_right") : say("context_left"), halfOf(plainOf(numbers.context), second))),
    gates: () => [steps("reset", say("reset"), { kind: "gate" }),
      steps("update", say("update"), { kind: "gate" })],
    candidate: () => [steps("candidate", say("candidate"))],
    state: () => [steps("previous", say("before")), steps("state", say("state"))],
    readout: () => [block("readout", say("readout"), plainOf(numbers.x))],
    word: () => [block("probabilities", say("probabilities"),
      headOf(numbers.probabilities, step), { names: candidates[step], kind: "weight" })],
  };
  return made[stage]();
}
