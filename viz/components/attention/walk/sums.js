// The arithmetic of one cell, line by line, as it would stand on the board: what both
// models share.
import { fixed, large, probability } from "../../common/numbers.js";
import { text, whole } from "../../common/texts.js";
import { headOf, lineOf, plainOf } from "./tensors.js";

const MOST_LINES = 6;

/**
 * A cell whose arithmetic is wanted: its place in a block, the open head and step, its
 * value, the numbers of its place, and what an experiment leaves out of them.
 * @typedef {{ row: number, column: number, head: number, step: number, value: number,
 *   stage: string, block: import("./tensors.js").Block,
 *   numbers: Record<string, import("./tensors.js").Tensor>, without: any }} Cell
 *
 * A label and a value, with the stage that computes it; `power` stands above the label.
 * @typedef {{ label: string, value: string, stage: string, result: boolean,
 *   power?: string }} Line
 *
 * `board` holds three rows of numbers, `table` lines of three.
 * @typedef {{ board?: any, table?: { key: number, numbers: string[] }[],
 *   lines: Line[] }} Sums
 */

/** A table of roles as a function of a cell of one of its roles. */
export const summing = roles => (data, stage, block, cell) => {
  const value = block.values[cell.row * block.columns + cell.column];
  const { numbers, without = {} } = data;
  return roles[block.role]({ ...cell, value, stage, block, numbers, without });
};

/** @returns {Line} */
export const textLine = (label, value, stage, result = false) => ({ label, value, stage, result });

/** The same of a number. */
export const line = (label, number, stage, result) =>
  textLine(label, fixed(number), stage, result);

/** The last line: the cell itself. */
export const end = (label, { value, stage }) => line(label, value, stage, true);

/** Lines alone. @returns {Sums} */
export const lines = (...all) => ({ lines: all });

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
      text("sums.all_of_row", { n: row.length }));
  }
  const few = first.shape.at(-1);
  return { ...boardOfSum(row.subarray(0, few), first.values.subarray(at * few, (at + 1) * few),
    ["", "trained"]), more: { ...more, count: row.length } };
}

/** The number of a piece: a row of the table. */
export const numberOf = ({ value, stage }) => lines(textLine(text("sums.row_of_table"),
  whole(Math.round(value)), stage, true));

/** A vector of the table, as long as the model wants it. */
export function fromTable({ shape: [, size] }, cell) {
  const scale = Math.sqrt(size);
  return lines(line(text("sums.from_table"), cell.value / scale, cell.stage),
    end(text("sums.scaled_up", { size, root: fixed(scale, 0) }), cell));
}

/** x W + b for one cell: a few products, their sum over the whole row, the bias if any. */
export function linear(x, role, cell, column = cell.column) {
  const { numbers, row, stage, value } = cell;
  const bias = numbers[`${role}_bias`]?.values[column];
  const all = text("sums.sum", { n: x.columns });
  return {
    board: trained(lineOf(x, row), numbers[`${role}_columns`], column,
      numbers[`${role}_column_${column}`], { role, row, column }),
    lines: bias === undefined ? [end(all, cell)] : [line(all, value - bias, stage),
      line(text("sums.bias"), bias, stage), end(text("sums.together"), cell)],
  };
}

/** Weighted value rows, heaviest first; the rest in one line; a silenced head's 0. */
export function mixing({ numbers, without, row, stage }, head, column) {
  const weights = headOf(numbers.weights, head), values = headOf(numbers.value, head);
  const parts = Array.from(lineOf(weights, row), (weight, key) => {
    const worth = values.values[key * values.columns + column];
    return { key, weight, worth, made: weight * worth };
  }).sort((a, b) => b.weight - a.weight);
  const all = list => list.reduce((sum, part) => sum + part.made, 0);
  const together = all(parts), rest = parts.splice(MOST_LINES);
  const silent = Boolean(without.silent?.includes(head));
  return {
    table: parts.map(({ key, weight, worth, made }) =>
      ({ key, numbers: [fixed(weight), fixed(worth), fixed(made)] })),
    lines: [
      ...rest.length ? [line(text("sums.lighter", { n: rest.length }), all(rest), stage)] : [],
      line(text("sums.together"), together, stage, !silent),
      ...silent ? [line(text("sums.silenced"), 0, stage, true)] : []],
  };
}

/** The score of one of the best pieces of a step (`column`), in any row. */
export function candidate(cell) {
  const { numbers, row, column, step } = cell;
  const x = plainOf(numbers.normed ?? numbers.x), at = step * numbers.columns.shape[1] + column;
  return {
    board: trained(lineOf(x, row), numbers.columns, at,
      numbers[`logits_column_${step}_${column}`], { role: "logits", row: step, column }),
    lines: [end(text("sums.sum", { n: x.columns }), cell)],
  };
}

/** e to a score, and its share of the sum: how a softmax ends. */
export const softened = (score, stage, label, share) => [
  { ...textLine("e", large(Math.exp(score)), stage), power: fixed(score) },
  textLine(label, share, stage, true)];

/** The share of a piece in all of them. */
export function chance({ numbers, row, column, step, value }) {
  const logit = lineOf(headOf(numbers.logits, step), row)[column];
  const sum = Math.exp(numbers.logsumexp.values[row]);
  return lines(line(text("sums.logit"), logit, "logits"), ...softened(logit, "word",
    text("sums.all_sum", { sum: large(sum) }), shareOf(value)));
}

/** Three decimals; a smaller share with the first figure that counts. */
const shareOf = value => value < 0.0005 ? probability(value) : fixed(value);

