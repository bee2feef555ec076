// The arithmetic of one cell, line by line, as it would stand on the board.
import { fixed, large } from "../../common/numbers.js";
import { probability } from "../core/numbers.js";
import { headOf, joined, maskOf, plainOf, products } from "./stages.js";

const SMALLEST = 1e-5;   // what a layer norm adds to the variance

const MOST_LINES = 6;

export const told = (label, value, stage, result = false) => ({ label, value, stage, result });

/**
 * Products of a sum: a row over a column over what they make. `whole` is a name for all
 * of them; without one they are the first few.
 */
export function boardOfSum(row, column, roles, whole = "") {
  return { row: Array.from(row, value => fixed(value, 2)),
    column: Array.from(column, value => fixed(value, 2)),
    made: Array.from(row, (value, at) => fixed(value * column[at], 2)), roles, whole };
}

/**
 * A row times a trained column: the first products, or all once the column is here.
 * `more` is what to ask for it by.
 */
function trained(row, first, at, column, more) {
  if (column) {
    return boardOfSum(row, column.values, ["", "trained"],
      `the ${row.length} products of a row and a trained column`);
  }
  const few = first.shape.at(-1);
  return { ...boardOfSum(row.subarray(0, few), first.values.subarray(at * few, (at + 1) * few),
    ["", "trained"]), more: { ...more, count: row.length } };
}

export const lineOf = ({ columns, values }, row) =>
  values.subarray(row * columns, (row + 1) * columns);

export const entry = (tensor, row, column) => tensor.values[row * tensor.shape.at(-1) + column];

/** x W + b for one cell: a few products, their sum over the whole row, the bias if any. */
export function linear(numbers, x, role, row, column, stage, result) {
  const bias = numbers[`${role}_bias`]?.values[column];
  const all = `sum of ${x.columns} products`;
  return {
    board: trained(lineOf(x, row), numbers[`${role}_columns`], column,
      numbers[`${role}_column_${column}`], { role, row, column }),
    lines: bias === undefined ? [told(all, fixed(result), stage, true)]
      : [told(all, fixed(result - bias), stage), told("+ bias b", fixed(bias), stage),
        told("together", fixed(result), stage, true)],
  };
}

/** Mean and deviation of a row, as the norm takes them. */
export function spreadOf(row) {
  let mean = 0, variance = 0;
  for (const value of row) mean += value / row.length;
  for (const value of row) variance += (value - mean) ** 2 / row.length;
  return { mean, deviation: Math.sqrt(variance + SMALLEST) };
}

/**
 * The arithmetic of the cell (row, column) of a block: `board` holds three rows of
 * numbers, `table` lines of three, `lines` a label and a value each, with the stage
 * that computes it. What an experiment leaves out (`without`) is in none of them.
 */
export function sumsOf(data, stage, block, { row, column, head, step }) {
  const { numbers, without = {} } = data;
  const of = role => numbers[role], value = block.values[row * block.columns + column];
  switch (block.role) {
    case "ids": return { lines: [told("its row in the table E",
      Math.round(value).toLocaleString("en-US"), stage, true)] };
    case "embedding": {
      const scale = Math.sqrt(of("embedding").shape[1]);
      return { lines: [told("from the table E", fixed(value / scale), stage),
        told(`× √${of("embedding").shape[1]} = ${fixed(scale, 0)}`, fixed(value), stage, true)] };
    }
    case "positions": {
      if (without.positions) {
        return { lines: [told("switched off", fixed(value), stage, true)] };
      }
      const size = of("positions").shape[1], even = column - column % 2;
      const angle = row / 10000 ** (even / size);
      return { lines: [told(`place ${row + 1}, counted from 0`, String(row), stage),
        told(`${row} ÷ 10000^(${even}/${size})`, fixed(angle), stage),
        told(column % 2 ? "cos" : "sin", fixed(value), stage, true)] };
    }
    case "query": case "key": case "value": {
      const from = block.role !== "query" && of("context") || of("x");
      const wide = head * of(block.role).shape[2] + column;
      return linear(numbers, plainOf(from), block.role, row, wide, stage, value);
    }
    case "scores": return weighing(data, head, row, column);
    case "mixed": return mixing(data, head, row, column, stage);
    case "joined": {
      const size = block.group;
      return { lines: [told("head", String(Math.floor(column / size) + 1), stage),
        told("its number", `${column % size + 1} of ${size}`, stage),
        told("copied", fixed(value), stage, true)] };
    }
    case "output":
      if (of("embedding")) {
        return { lines: [told("vector", fixed(entry(of("embedding"), row, column)), stage),
          told("+ position", fixed(entry(of("positions"), row, column)), stage),
          told("together", fixed(value), stage, true)] };
      }
      return linear(numbers, of("mixed") ? joined(of("mixed")) : plainOf(of("hidden")),
        "output", row, column, stage, value);
    case "widened":
      return linear(numbers, plainOf(of("x")), "widened", row, column, stage, value);
    case "hidden": return { lines: [
      told("widened", fixed(entry(of("widened"), row, column)), "widened"),
      told("max(0, that)", fixed(value), stage, true)] };
    case "x": case "context": return { lines: [
      told("from the place below", fixed(value), stage, true)] };
    case "sum": return { lines: [
      without.residual ? told("X, cut off", fixed(0), stage)
        : told("X, past the sublayer", fixed(entry(of("x"), row, column)), stage),
      told("+ what it adds", fixed(entry(of("output"), row, column)), stage),
      told("together", fixed(value), stage, true)] };
    case "after": return norming(data, row, column, value, stage);
    case "logits": return candidate(numbers, row, column, step, value, stage);
    default: return chances(numbers, row, column, step, value);
  }
}

/** One pair, from the product of its vectors to its weight. */
function weighing({ numbers, without = {} }, head, row, column) {
  const query = headOf(numbers.query, head), key = headOf(numbers.key, head);
  const one = { ...query, rows: 1, values: lineOf(query, row) };
  const raw = products(one, { ...key, rows: 1, values: lineOf(key, column) }).values[0];
  const scores = lineOf(headOf(numbers.scores, head), row);
  const weights = lineOf(headOf(numbers.weights, head), row);
  const columns = scores.length;
  const allowed = lineOf(maskOf(numbers.allowed, head), row);
  let sum = 0;
  scores.forEach((score, other) => { if (allowed[other]) sum += Math.exp(score); });
  const open = Boolean(allowed[column]);
  return {
    board: boardOfSum(one.values, lineOf(key, column), ["query", "key"],
      `the ${query.columns} products of a row of Q and a row of K`),
    lines: [
      told(`sum of ${query.columns} products`, fixed(raw), "products"),
      told(without.scale ? `÷ 1, not √${query.columns}`
        : `÷ √${query.columns} = ${fixed(Math.sqrt(query.columns))}`,
      fixed(scores[column]), "scaled"),
      told("mask", open ? "allowed: unchanged" : "forbidden: −∞", "masked"),
      { ...told("e", open ? large(Math.exp(scores[column])) : "0", "softmax"),
        power: open ? fixed(scores[column]) : "−∞" },
      told(`÷ the row’s sum ${large(sum)}`, open ? fixed(weights[column]) : "no weight",
        "softmax", true),
    ],
  };
}

/** Weighted value rows, heaviest first; the rest in one line; a silenced head's 0. */
export function mixing({ numbers, without = {} }, head, row, column, stage) {
  const weights = headOf(numbers.weights, head), values = headOf(numbers.value, head);
  const parts = Array.from(lineOf(weights, row), (weight, key) => {
    const worth = values.values[key * values.columns + column];
    return { key, weight, worth, made: weight * worth };
  }).sort((a, b) => b.weight - a.weight);
  const together = parts.reduce((sum, part) => sum + part.made, 0);
  const rest = parts.splice(MOST_LINES);
  const silent = Boolean(without.silent?.includes(head));
  const lines = [told("together", fixed(together), stage, !silent),
    ...silent ? [told("silenced", fixed(0), stage, true)] : []];
  if (rest.length) {
    lines.unshift(told(`${rest.length} lighter ${rest.length === 1 ? "one" : "ones"}`,
      fixed(rest.reduce((sum, part) => sum + part.made, 0)), stage));
  }
  return { table: parts.map(({ key, weight, worth, made }) =>
    ({ key, numbers: [fixed(weight), fixed(worth), fixed(made)] })), lines };
}

function norming({ numbers, without = {} }, row, column, value, stage) {
  const size = numbers.x.shape[1];
  const sums = Float32Array.from({ length: size }, (_, place) =>
    (without.residual ? 0 : entry(numbers.x, row, place)) + entry(numbers.output, row, place));
  const { mean, deviation } = spreadOf(sums);
  return { lines: [
    told(without.residual ? "what was added, without X" : "X + what was added",
      fixed(sums[column]), stage),
    told("− mean of the row", fixed(mean), stage),
    told("÷ its deviation", fixed(deviation), stage),
    told("× gain", fixed(numbers.gain.values[column]), stage),
    told("+ shift", fixed(numbers.shift.values[column]), stage),
    told("together", fixed(value), stage, true)] };
}

/** The score of one of the best pieces of a step (`column`), in any row. */
export function candidate(numbers, row, column, step, value, stage) {
  const x = plainOf(numbers.x), at = step * numbers.columns.shape[1] + column;
  return {
    board: trained(lineOf(x, row), numbers.columns, at,
      numbers[`logits_column_${step}_${column}`], { role: "logits", row: step, column }),
    lines: [told(`sum of ${x.columns} products`, fixed(value), stage, true)],
  };
}

/** Its share of all pieces. */
export function chances(numbers, row, column, step, value) {
  const logit = lineOf(headOf(numbers.logits, step), row)[column];
  const all = numbers.logsumexp.values[row];
  return { lines: [
    told("logit", fixed(logit), "logits"),
    { ...told("e", large(Math.exp(logit)), "word"), power: fixed(logit) },
    told(`÷ the sum over all pieces ${large(Math.exp(all))}`, shareOf(value), "word", true)] };
}

/** Three decimals; a smaller share with the first figure that counts. */
const shareOf = value => value < 0.0005 ? probability(value) : fixed(value);
