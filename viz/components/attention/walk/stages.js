// The matrices of a stage, out of the numbers that came for its place. Numbers only.
import { decode } from "../../common/blob.js";

/** The stages of some places, by the names of the places. */
export function unpackStages(bytes) {
  const { header, numbers: body } = decode(bytes);
  const places = new Map(header.places.map(({ id, numbers, candidates }) => [id, {
    id, candidates, numbers: Object.fromEntries(Object.entries(numbers).map(
      ([role, { shape, offset }]) => [role, { shape, values: body.subarray(offset,
        offset + shape.reduce((size, axis) => size * axis, 1)) }])),
  }]));
  return { pass: header.stages, texts: header.texts ?? {}, places };
}

/** The rows of one head of a [head, row, column] tensor. */
export function headOf({ shape: [, rows, columns], values }, head) {
  return { rows, columns,
    values: values.subarray(head * rows * columns, (head + 1) * rows * columns) };
}

/** Where a head may look: one mask for all, or, where cells were forbidden, its own. */
export const maskOf = (allowed, head) =>
  headOf(allowed, allowed.shape[0] > 1 ? head : 0);

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
const masked = (matrix, allowed) =>
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

/** Which sides name the rows and columns of a place. */
export function sidesOf(id) {
  const [stack, , part] = id.split(".");
  if (id === "next") return { rows: "read", columns: "read" };
  if (id === "alignment.words") return { rows: "source", columns: "source" };
  if (stack === "alignment") return { rows: "predicted", columns: "source" };
  if (stack === "encoder") return { rows: "source", columns: "source" };
  return part === "cross" ? { rows: "predicted", columns: "source" }
    : { rows: "read", columns: "read" };
}

/**
 * The matrices of a stage, left to right. Each has rows named by a side; columns are
 * named by a side (`across`), by the candidates of the open step, as every row scores
 * them (`names`), or only counted. `kind` is "weight" or "gate" (both 0 to 1), "signed",
 * or "id".
 */
export function blocksOf({ id, numbers, candidates, without = {} }, stage, head, step = 0) {
  const { rows, columns } = sidesOf(id), of = role => numbers[role];
  const block = (role, title, matrix, more = {}) =>
    ({ role, title, kind: "signed", side: rows, lamp: "query", ...matrix, ...more });
  const square = (title, matrix, more = {}) =>
    block("scores", title, matrix, { across: columns, ...more });
  const vectors = (role, title, more) => block(role, title, plainOf(of(role)), more);
  const score = () => headOf(of("scores"), head);
  switch (stage) {
    case "tokens": return [block("ids", "number in the vocabulary",
      { rows: of("ids").shape[0], columns: 1, values: of("ids").values }, { kind: "id" })];
    case "embedding": return [vectors("embedding", "vector, times √d_model")];
    case "positions": return [vectors("positions", "positions"),
      vectors("output", "vector + position")];
    case "inputs": return of("context")
      ? [vectors("x", "X, the French so far"),
        vectors("context", "what the encoder says", { side: columns, lamp: "key" })]
      : [vectors("x", "X")];
    case "projections": return [block("query", "Q", headOf(of("query"), head)),
      block("key", "K", headOf(of("key"), head), { side: columns, lamp: "key" }),
      block("value", "V", headOf(of("value"), head), { side: columns, lamp: "value" })];
    case "products": return [square("QKᵀ",
      products(headOf(of("query"), head), headOf(of("key"), head)))];
    case "scaled": return [square(without.scale ? "QKᵀ, not divided" : "QKᵀ / √d_k", score())];
    case "masked": return [square(without.causal ? "not masked" : "masked",
      masked(score(), maskOf(of("allowed"), head)))];
    case "softmax": return [square("weights",
      masked(headOf(of("weights"), head), maskOf(of("allowed"), head)), { kind: "weight" })];
    case "mixed": return [block("mixed",
      without.silent?.includes(head) ? "silenced: 0" : "weights · V", headOf(of("mixed"), head))];
    case "joined": return [block("joined", "all heads side by side", joined(of("mixed")),
      { group: of("mixed").shape[2], open: head })];
    case "output": return [vectors("output", "join · W_O")];
    case "narrowed": return [vectors("output", "narrow")];
    case "widened": return [vectors("widened", "widened")];
    case "relu": return [vectors("hidden", "after ReLU")];
    case "stream": return [without.residual
      ? block("sum", "what was added, without X", plainOf(of("output")))
      : block("sum", "X + what was added", sumOf(of("x"), of("output"))),
      vectors("after", "after the norm")];
    case "logits": return [block("logits", "logits", headOf(of("logits"), step),
      { names: candidates[step] })];
    default: return [block("probabilities", "probabilities", headOf(of("probabilities"), step),
      { names: candidates[step], kind: "weight" })];
  }
}

function sumOf(one, other) {
  return mapped(plainOf(one), (value, at) => value + other.values[at]);
}

/** The largest size of a cell; of wide matrices all but the outermost hundredth. */
export function reachOf({ values, columns }) {
  const sizes = Float32Array.from(values, value => Math.abs(value))
    .filter(size => !Number.isNaN(size)).sort();
  if (!sizes.length) return { most: 1, clipped: false };
  const last = sizes.at(-1), at = Math.floor((sizes.length - 1) * 0.99);
  const clipped = columns > 64 && sizes[at] < last && sizes[at] > 0;
  return { most: (clipped ? sizes[at] : last) || 1, clipped };
}
