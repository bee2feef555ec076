// The arithmetic of one cell of the recurrent translator.
import { fixed, large } from "../../common/numbers.js";
import { text } from "../../common/texts.js";
import { boardOfSum, candidate, chance, end, fromTable, line, linear, lines, mixing,
  numberOf, softened, summing } from "../walk/sums.js";
import { entry, headOf, lineOf, plainOf } from "../walk/tensors.js";
import { compared } from "./blocks.js";

/** One reader: what was known before this piece, and after it. */
const reading = (by, side) => cell => {
  const { row, column, block: { rows, columns, values }, stage } = cell, before = row + by;
  const known = before >= 0 && before < rows ? values[before * columns + column] : 0;
  return lines(line(text(`sums.after_${side}`), known, stage),
    end(text("sums.after_this"), cell));
};

/** The first state, from what was read from the right. */
function started(cell) {
  const { numbers, column, stage } = cell, few = numbers.start_columns.shape[1];
  const sum = entry(numbers.start_sum, 0, column), bias = numbers.start_bias.values[column];
  return { board: boardOfSum(lineOf(plainOf(numbers.backward), 0).subarray(0, few),
    numbers.start_columns.values.subarray(column * few, (column + 1) * few),
    ["", "trained"]),
  lines: [line(text("sums.sum", { n: numbers.backward.shape[1] }), sum - bias, stage),
    line(text("sums.bias"), bias, stage), line(text("sums.together"), sum, stage), end("tanh", cell)] };
}

/** State and annotation: their sum, its tanh, or times v_a. */
function comparing(cell) {
  const { numbers, row, column, step, stage, block: { role } } = cell;
  const sum = compared(numbers, step, "sum"), { columns } = sum;
  const both = sum.values[row * columns + column];
  const parts = [line(text("sums.state_asks"), entry(numbers.query, step, column), "query"),
    line(text("sums.piece_answers"), entry(numbers.key, row, column), "key")];
  if (role === "sum") return lines(...parts, end(text("sums.together"), cell));
  parts.push(line(text("sums.together"), both, "sum"));
  if (role === "tanh") return lines(...parts, end("tanh", cell));
  const scores = lineOf(headOf(numbers.scores, 0), step);
  return lines(...parts, line("tanh", Math.tanh(both), "tanh"),
    line("× v_a", numbers.direction.values[column], stage), end(text("sums.together"), cell),
    line(text("sums.all_scores", { n: columns }), scores[row], "scores"));
}

/** A pair of words: what v_a makes of their tanh, and the share that it is given. */
function scoring({ numbers, row, column }) {
  const bent = lineOf(compared(numbers, row, "tanh"), column);
  const scores = lineOf(headOf(numbers.scores, 0), row);
  const weights = lineOf(headOf(numbers.weights, 0), row);
  const sum = scores.reduce((all, score) => all + Math.exp(score), 0);
  const small = bent.subarray(0, 4);
  return { board: boardOfSum(small, numbers.direction.values.subarray(0, small.length),
    ["", "trained"]),
  lines: [line(text("sums.sum", { n: bent.length }), scores[column], "scores"),
    ...softened(scores[column], "softmax", text("sums.row_sum", { sum: large(sum) }),
      fixed(weights[column]))] };
}

const GATES = ["reset", "update", "candidate"];
const from = ({ numbers, row }, names, column) =>
  names.map(name => entry(numbers[`from_${name}`], row, column));

/** Three sums make a gate; the reset gate lets the state into the candidate. */
function gating(cell) {
  const { numbers, row, column, stage, block: { role } } = cell;
  const at = GATES.indexOf(role) * numbers.previous.shape[1] + column;
  const [word, context, state] = from(cell, ["word", "context", "state"], at);
  const parts = [line(text("sums.from_word"), word, stage),
    line(text("sums.from_context"), context, stage)];
  if (role !== "candidate") {
    return lines(...parts, line(text("sums.from_state"), state, stage),
      line(text("sums.together"), word + context + state, stage), end(text("sums.gated"), cell));
  }
  const open = entry(numbers.reset, row, column);
  return lines(...parts, line(text("sums.state_alone"), state, stage), line(text("sums.reset"), open, "gates"),
    line(text("sums.together"), word + context + open * state, stage), end("tanh", cell));
}

/** The gate z between the state before and the candidate. */
function renewed(cell) {
  const { numbers, row, column, stage } = cell;
  const [gate, before, fresh] = ["update", "previous", "candidate"]
    .map(role => entry(numbers[role], row, column));
  return lines(line(text("sums.gate"), gate, "gates"), line(text("sums.candidate"), fresh, "candidate"),
    line(text("sums.before"), before, stage), line("(1 − z) × s̃", (1 - gate) * fresh, stage),
    line("+ z × s", gate * before, stage), end(text("sums.together"), cell));
}

/** The readout keeps the larger one of each pair of sums. */
function readOut(cell) {
  const sum = list => list.reduce((all, part) => all + part, 0);
  const [best, other] = [2 * cell.column, 2 * cell.column + 1]
    .map(at => from(cell, ["state", "word", "context"], at))
    .sort((one, another) => sum(another) - sum(one));
  const { stage } = cell;
  return lines(line("U_o s", best[0], stage), line("+ V_o y", best[1], stage),
    line("+ C_o c", best[2], stage), line(text("sums.together"), sum(best), stage),
    line(text("sums.other"), sum(other), stage), end(text("sums.larger"), cell));
}

/** `step` is the open one, also where the rows are English pieces. */
export const sumsOf = summing({
  ids: numberOf,
  forward: reading(-1, "left"),
  backward: reading(1, "right"),
  start: started,
  previous: cell => lines(end(cell.row ? text("sums.later_state")
    : text("sums.first_state"), cell)),
  word: cell => fromTable(cell.numbers.word, cell),
  query: cell => linear(plainOf(cell.numbers.previous), "query", cell),
  key: cell => linear(plainOf(cell.numbers.annotation), "key", cell),
  sum: comparing, tanh: comparing, weighed: comparing,
  scores: scoring,
  context: cell => mixing(cell, 0, cell.column + cell.block.from),
  reset: gating, update: gating, candidate: gating,
  state: renewed,
  readout: readOut,
  probabilities: cell => ({ ...chance(cell), board: candidate(cell).board }),
});
