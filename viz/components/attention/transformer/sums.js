// The arithmetic of one cell of the Transformer. What an experiment leaves out is in none
// of its sums.
import { fixed, large } from "../../common/numbers.js";
import { text } from "../../common/texts.js";
import { boardOfSum, candidate, chance, end, fromTable, line, linear, lines, mixing,
  numberOf, softened, summing, textLine } from "../walk/sums.js";
import { entry, headOf, joined, lineOf, maskOf, plainOf, products }
  from "../walk/tensors.js";

const SMALLEST = 1e-5;   // what a layer norm adds to the variance

/** Mean and deviation of a row, as the norm takes them. */
export function spreadOf(row) {
  let mean = 0, variance = 0;
  for (const value of row) mean += value / row.length;
  for (const value of row) variance += (value - mean) ** 2 / row.length;
  return { mean, deviation: Math.sqrt(variance + SMALLEST) };
}

/** What the rows of a sublayer's matrices are multiplied with. */
const into = numbers => numbers.normed ?? numbers.x;

/** A number of the table of positions, which was learned. */
const learned = cell => lines(end(text(cell.without.positions ? "sums.off"
  : "sums.learned_place", { n: cell.row + 1 }), cell));

/** Sine or cosine of the place, slower from pair to pair. */
function wave(cell) {
  const { numbers, without, row, column, stage } = cell;
  if (without.positions) return lines(end(text("sums.off"), cell));
  const size = numbers.positions.shape[1], even = column - column % 2;
  return lines(textLine(text("sums.place", { n: row + 1 }), String(row), stage),
    line(`${row} ÷ 10000^(${even}/${size})`, row / 10000 ** (even / size), stage),
    end(column % 2 ? "cos" : "sin", cell));
}

/** Query, key or value of the open head: a part of one long product. */
function projected(cell) {
  const { numbers, block: { role }, head, column } = cell;
  const from = role !== "query" && numbers.context || into(numbers);
  return linear(plainOf(from), role, cell, head * numbers[role].shape[2] + column);
}

/** One pair, from the product of its vectors to its weight. */
function weighed({ numbers, without, row, column, head }) {
  const query = headOf(numbers.query, head), key = headOf(numbers.key, head);
  const one = { ...query, rows: 1, values: lineOf(query, row) };
  const raw = products(one, { ...key, rows: 1, values: lineOf(key, column) }).values[0];
  const scores = lineOf(headOf(numbers.scores, head), row);
  const weights = lineOf(headOf(numbers.weights, head), row);
  const allowed = lineOf(maskOf(numbers.allowed, head), row), open = Boolean(allowed[column]);
  const sum = scores.reduce((all, score, other) =>
    allowed[other] ? all + Math.exp(score) : all, 0);
  const root = Math.sqrt(query.columns), total = text("sums.row_sum", { sum: large(sum) });
  return {
    board: boardOfSum(one.values, lineOf(key, column), ["query", "key"],
      text("sums.all_of_pair", { n: query.columns })),
    lines: [
      line(text("sums.sum", { n: query.columns }), raw, "products"),
      line(text(without.scale ? "sums.undivided" : "sums.divided",
        { size: query.columns, root: fixed(root) }), scores[column], "scaled"),
      textLine(text("sums.mask"), open ? text("sums.allowed") : text("sums.forbidden"), "masked"),
      ...open ? softened(scores[column], "softmax", total, fixed(weights[column]))
        : [{ ...textLine("e", "0", "softmax"), power: "−∞" },
          textLine(total, text("sums.no_weight"), "softmax", true)],
    ],
  };
}

/** A number of all heads side by side: whose it is. */
function copied(cell) {
  const { block: { group }, column, stage } = cell;
  return lines(textLine(text("sums.head"), String(Math.floor(column / group) + 1), stage),
    textLine(text("sums.its_number"), text("sums.of_head", { n: column % group + 1, size: group }), stage), end(text("sums.copied"), cell));
}

/** What a place hands on: vector and position, or a product with its last matrix. */
function handedOn(cell) {
  const { numbers, row, column, stage } = cell;
  if (!numbers.embedding) {
    return linear(numbers.mixed ? joined(numbers.mixed) : plainOf(numbers.hidden),
      "output", cell);
  }
  return lines(line(text("sums.vector"), entry(numbers.embedding, row, column), stage),
    line(text("sums.position"), entry(numbers.positions, row, column), stage), end(text("sums.together"), cell));
}

/** The stream past a sublayer, and what the sublayer adds to it. */
function streamed(cell) {
  const { numbers, without, row, column, stage } = cell;
  return lines(without.residual ? line(text("sums.cut"), 0, stage)
    : line(text("sums.past"), entry(numbers.x, row, column), stage),
  line(text("sums.adds"), entry(numbers.output, row, column), stage), end(text("sums.together"), cell));
}

/** The layer norm of a row before its sublayer. */
function normedFirst(cell) {
  const { numbers, row, column, stage } = cell, whole = lineOf(plainOf(numbers.x), row);
  const { mean, deviation } = spreadOf(whole);
  return lines(line("x", whole[column], stage), line(text("sums.mean"), mean, stage),
    line(text("sums.deviation"), deviation, stage),
    line(text("sums.gain"), numbers.gain.values[column], stage),
    line(text("sums.shift"), numbers.shift.values[column], stage),
    end(text("sums.together"), cell));
}

/** The layer norm of that sum. */
function normed(cell) {
  const { numbers, without, row, column, stage } = cell;
  const sums = Float32Array.from({ length: numbers.x.shape[1] }, (_, place) =>
    (without.residual ? 0 : entry(numbers.x, row, place)) + entry(numbers.output, row, place));
  const { mean, deviation } = spreadOf(sums);
  return lines(line(without.residual ? text("sums.added_alone") : text("sums.added"),
    sums[column], stage),
  line(text("sums.mean"), mean, stage), line(text("sums.deviation"), deviation, stage),
  line(text("sums.gain"), numbers.gain.values[column], stage),
  line(text("sums.shift"), numbers.shift.values[column], stage), end(text("sums.together"), cell));
}

const below = cell => lines(end(text("sums.below"), cell));

/** The arithmetic of a kind of network. @param {import("./kinds.js").Kind} kind */
export const sumsOf = ({ normFirst }) => summing({
  ids: numberOf,
  embedding: cell => normFirst ? lines(end(text("sums.from_table"), cell))
    : fromTable(cell.numbers.embedding, cell),
  positions: normFirst ? learned : wave,
  normed: normedFirst,
  x: below, context: below,
  query: projected, key: projected, value: projected,
  scores: weighed,
  mixed: cell => mixing(cell, cell.head, cell.column),
  joined: copied,
  output: handedOn,
  widened: cell => linear(plainOf(into(cell.numbers)), "widened", cell),
  hidden: cell => lines(
    line(text("sums.widened"), entry(cell.numbers.widened, cell.row, cell.column), "widened"),
    end(text(normFirst ? "sums.gelu" : "sums.relu"), cell)),
  sum: streamed,
  after: normed,
  logits: candidate,
  probabilities: chance,
});
