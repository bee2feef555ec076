// Numbers of a place as matrices: what the stages of both models are made of.

/**
 * @typedef {{ shape: number[], values: Float32Array }} Tensor
 * @typedef {{ rows: number, columns: number, values: Float32Array }} Matrix
 *
 * A matrix as it is drawn. `side` names its rows; its columns are named by a side
 * (`across`), by the candidates of the open step, as every row scores them (`names`), or
 * only counted, perhaps in groups of which one is open. `kind` says how it is coloured:
 * "weight" and "gate" are from 0 to 1, "signed" is any number, "id" is none. `role` says
 * what its cells are.
 * @typedef {Matrix & { role: string, title: string, side: string, colour: string,
 *   kind: "weight" | "gate" | "signed" | "id", across?: string,
 *   names?: [string, boolean][], group?: number, open?: number }} Block
 */

/** The rows of one head of a [head, row, column] tensor. @returns {Matrix} */
export function headOf({ shape: [, rows, columns], values }, head) {
  return { rows, columns,
    values: values.subarray(head * rows * columns, (head + 1) * rows * columns) };
}

/** Where a head may look: one mask for all, or, where cells were forbidden, its own. */
export const maskOf = (allowed, head) =>
  headOf(allowed, allowed.shape[0] > 1 ? head : 0);

/** A [row, column] tensor. @returns {Matrix} */
export const plainOf = ({ shape: [rows, columns], values }) => ({ rows, columns, values });

const mapped = (matrix, change) => ({ ...matrix,
  values: Float32Array.from(matrix.values, change) });

/** The dot product of every query with every key, before anything else: Q Kᵀ. */
export function products(query, key) {
  const values = new Float32Array(query.rows * key.rows), size = query.columns;
  for (let row = 0; row < query.rows; row++) {
    for (let other = 0; other < key.rows; other++) {
      let sum = 0;
      for (let at = 0; at < size; at++) {
        sum += query.values[row * size + at] * key.values[other * size + at];
      }
      values[row * key.rows + other] = sum;
    }
  }
  return { rows: query.rows, columns: key.rows, values };
}

/** Forbidden cells become NaN, so that they can never pass for a number. */
export const masked = (matrix, allowed) =>
  mapped(matrix, (value, at) => allowed.values[at] ? value : NaN);

/** Heads side by side: [head, row, d] to row × (heads · d). */
export function joined({ shape: [heads, rows, size], values }) {
  const wide = heads * size, all = new Float32Array(rows * wide);
  for (let head = 0; head < heads; head++) {
    for (let row = 0; row < rows; row++) {
      const from = (head * rows + row) * size;
      all.set(values.subarray(from, from + size), row * wide + head * size);
    }
  }
  return { rows, columns: wide, values: all };
}

/** Two matrices of one shape, cell by cell. */
export const added = (one, other) =>
  mapped(plainOf(one), (value, at) => value + other.values[at]);

export const lineOf = ({ columns, values }, row) =>
  values.subarray(row * columns, (row + 1) * columns);

export const entry = (tensor, row, column) => tensor.values[row * tensor.shape.at(-1) + column];

/** The largest size of a cell; of wide matrices all but the outermost hundredth. */
export function reachOf({ values, columns }) {
  const sizes = Float32Array.from(values, value => Math.abs(value))
    .filter(size => !Number.isNaN(size)).sort();
  if (!sizes.length) return { most: 1, clipped: false };
  const last = sizes.at(-1), at = Math.floor((sizes.length - 1) * 0.99);
  const clipped = columns > 64 && sizes[at] < last && sizes[at] > 0;
  return { most: (clipped ? sizes[at] : last) || 1, clipped };
}
