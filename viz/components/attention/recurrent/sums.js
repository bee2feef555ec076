// The arithmetic of one cell of the recurrent translator, and of either machine.
import { fixed, large } from "../../common/numbers.js";
import { headOf, plainOf } from "../walk/stages.js";
import { isRecurrent } from "../walk/stations.js";
import { boardOfSum, candidate, chances, entry, linear, lineOf, mixing, sumsOf, told }
  from "../walk/sums.js";
import { compared } from "./blocks.js";

export const cellSums = (data, stage, block, cell) => isRecurrent(data.id)
  ? recurrentSums(data, stage, block, cell) : sumsOf(data, stage, block, cell);

/** As `sumsOf`; `step` is the open one, also where the rows are English pieces. */
function recurrentSums(data, stage, block, { row, column, step }) {
  const { numbers } = data, of = role => numbers[role];
  const value = block.values[row * block.columns + column];
  const line = (label, number, at = stage, result = false) =>
    told(label, fixed(number), at, result);
  const end = (label, at = stage) => line(label, value, at, true);
  const lines = (...all) => ({ lines: all });
  switch (block.role) {
    case "forward": case "backward": {
      const before = row + (block.role === "forward" ? -1 : 1);
      const known = before >= 0 && before < block.rows
        ? block.values[before * block.columns + column] : 0;
      return lines(line(block.role === "forward" ? "after the piece on its left"
        : "after the piece on its right", known), end("after reading this piece too"));
    }
    case "start": {
      const few = of("start_columns").shape[1], sum = entry(of("start_sum"), 0, column);
      const bias = of("start_bias").values[column];
      return { board: boardOfSum(lineOf(plainOf(of("backward")), 0).subarray(0, few),
        of("start_columns").values.subarray(column * few, (column + 1) * few),
        ["", "trained"]),
      lines: [line(`sum of ${of("backward").shape[1]} products`, sum - bias),
        line("+ bias b", bias), line("together", sum), end("tanh")] };
    }
    case "previous": return lines(end(row ? "new s of the step before" : "s₀, from ←h of the first piece"));
    case "word": {
      const scale = Math.sqrt(of("word").shape[1]);
      return lines(line("from the table E", value / scale),
        end(`× √${of("word").shape[1]} = ${fixed(scale, 0)}`));
    }
    case "query": return linear(numbers, plainOf(of("previous")), "query", row, column,
      stage, value);
    case "key": return linear(numbers, plainOf(of("annotation")), "key", row, column,
      stage, value);
    case "sum": case "tanh": case "weighed": return comparing(numbers, block.role, line, end,
      { row, column, step });
    case "scores": return scoring(numbers, row, column, line);
    case "context": return mixing(data, 0, row, column + block.from, stage);
    case "reset": case "update": case "candidate": return gating(numbers, block.role, line, end,
      { row, column });
    case "state": {
      const [gate, before, fresh] = ["update", "previous", "candidate"]
        .map(role => entry(of(role), row, column));
      return lines(line("gate z", gate, "gates"), line("s̃, the candidate", fresh, "candidate"),
        line("s, the state before", before), line("(1 − z) × s̃", (1 - gate) * fresh),
        line("+ z × s", gate * before), end("together"));
    }
    case "readout": return reading(numbers, line, end, { row, column, value });
    case "ids": return sumsOf(data, stage, block, { row, column });
    default: return { ...chances(numbers, row, column, step, value),
      board: candidate(numbers, row, column, step, value, stage).board };
  }
}

function comparing(numbers, role, line, end, { row, column, step }) {
  const sum = compared(numbers, step, "sum");
  const at = row * sum.columns + column, bent = Math.tanh(sum.values[at]);
  const lines = [line("W_a s of this step", entry(numbers.query, step, column), "query"),
    line("+ U_a h of this piece", entry(numbers.key, row, column), "key")];
  if (role === "sum") return { lines: [...lines, end("together")] };
  lines.push(line("together", sum.values[at], "sum"));
  if (role === "tanh") return { lines: [...lines, end("tanh")] };
  const score = headOf(numbers.scores, 0);
  return { lines: [...lines, line("tanh", bent, "tanh"),
    line("× v_a", numbers.direction.values[column]), end("together"),
    line(`all ${sum.columns} of the row: score`, score.values[step * score.columns + row],
      "scores")] };
}

/** A pair of words: what v_a makes of their tanh, and the share that it is given. */
function scoring(numbers, row, column, line) {
  const bent = lineOf(compared(numbers, row, "tanh"), column);
  const scores = lineOf(headOf(numbers.scores, 0), row);
  const weights = lineOf(headOf(numbers.weights, 0), row);
  const sum = scores.reduce((all, score) => all + Math.exp(score), 0);
  const small = bent.subarray(0, 4);
  return { board: boardOfSum(small, numbers.direction.values.subarray(0, small.length),
    ["", "trained"]),
  lines: [line(`sum of ${bent.length} products`, scores[column], "scores"),
    { ...told("e", large(Math.exp(scores[column])), "softmax"), power: fixed(scores[column]) },
    line(`÷ the row’s sum ${large(sum)}`, weights[column], "softmax", true)] };
}

/** Three sums make a gate; the reset gate lets the state into the candidate. */
function gating(numbers, role, line, end, { row, column }) {
  const size = numbers.previous.shape[1], gates = ["reset", "update", "candidate"];
  const at = gates.indexOf(role) * size + column;
  const [word, context, state] = ["word", "context", "state"].map(from =>
    entry(numbers[`from_${from}`], row, at));
  const open = role === "candidate" ? entry(numbers.reset, row, column) : 1;
  const lines = [line("from y, the word before", word), line("+ from the context c", context)];
  if (role !== "candidate") {
    return { lines: [...lines, line("+ from s", state),
      line("together", word + context + state), end("σ, from 0 to 1")] };
  }
  return { lines: [...lines, line("from s", state), line("× gate r", open, "gates"),
    line("together", word + context + open * state), end("tanh")] };
}

/** The readout keeps the larger one of each pair of sums. */
function reading(numbers, line, end, { row, column }) {
  const parts = at => ["state", "word", "context"].map(from =>
    entry(numbers[`from_${from}`], row, at));
  const sum = list => list.reduce((all, part) => all + part, 0);
  const pair = [parts(2 * column), parts(2 * column + 1)];
  const [best, other] = sum(pair[0]) >= sum(pair[1]) ? pair : [pair[1], pair[0]];
  return { lines: [line("U_o s", best[0]), line("+ V_o y", best[1]),
    line("+ C_o c", best[2]), line("together", sum(best)),
    line("the other of the pair", sum(other)), end("the larger")] };
}
