// The matrices of the stages of the Transformer, out of the numbers of a place.
import { added, headOf, joined, masked, maskOf, plainOf, products }
  from "../walk/tensors.js";
import { sidesOf } from "./places.js";

/** What query, key and value are in the recurrent model. */
const LIKE = ["s", "U_a h", "h"];

/**
 * The matrices of a stage, left to right. `head` is the open one, `step` the step whose
 * best pieces are the columns of the next word; with `both` the terms of the recurrent
 * model are named as well.
 * @returns {import("../walk/tensors.js").Block[]}
 */
export function blocksOf(data, stage, { head, step = 0, both = false }) {
  const { id, numbers, candidates, without = {} } = data, { rows, columns } = sidesOf(id);
  const block = (role, title, matrix, more = {}) =>
    ({ role, title, kind: "signed", side: rows, lamp: "query", ...matrix, ...more });
  const vectors = (role, title, more) => block(role, title, plainOf(numbers[role]), more);
  const ofHead = role => headOf(numbers[role], head);
  const square = (title, matrix, more = {}) =>
    block("scores", title, matrix, { across: columns, ...more });
  const open = matrix => masked(matrix, maskOf(numbers.allowed, head));
  const memory = { side: columns, lamp: "key" };
  const named = { names: candidates?.[step] };
  const made = {
    tokens: () => [block("ids", "number in the vocabulary",
      { rows: numbers.ids.shape[0], columns: 1, values: numbers.ids.values },
      { kind: "id" })],
    embedding: () => [vectors("embedding", "vector, times √d_model")],
    positions: () => [vectors("positions", "positions"),
      vectors("output", "vector + position")],
    inputs: () => numbers.context ? [vectors("x", "X, the French so far"),
      vectors("context", "what the encoder says", memory)] : [vectors("x", "X")],
    projections: () => [block("query", "Q", ofHead("query")),
      block("key", "K", ofHead("key"), memory),
      block("value", "V", ofHead("value"), { ...memory, lamp: "value" })].map((one, at) =>
      both ? { ...one, title: `${one.title}, like ${LIKE[at]}` } : one),
    products: () => [square("QKᵀ", products(ofHead("query"), ofHead("key")))],
    scaled: () => [square(without.scale ? "QKᵀ, not divided" : "QKᵀ / √d_k",
      ofHead("scores"))],
    masked: () => [square(without.causal ? "not masked" : "masked", open(ofHead("scores")))],
    softmax: () => [square("weights", open(ofHead("weights")), { kind: "weight" })],
    mixed: () => [block("mixed", without.silent?.includes(head) ? "silenced: 0"
      : "weights · V", ofHead("mixed"))],
    joined: () => [block("joined", "all heads side by side", joined(numbers.mixed),
      { group: numbers.mixed.shape[2], open: head })],
    output: () => [vectors("output", "join · W_O")],
    narrowed: () => [vectors("output", "narrow")],
    widened: () => [vectors("widened", "widened")],
    relu: () => [vectors("hidden", "after ReLU")],
    stream: () => [without.residual
      ? block("sum", "what was added, without X", plainOf(numbers.output))
      : block("sum", "X + what was added", added(numbers.x, numbers.output)),
    vectors("after", "after the norm")],
    logits: () => [block("logits", "logits", headOf(numbers.logits, step), named)],
    word: () => [block("probabilities", "probabilities",
      headOf(numbers.probabilities, step), { ...named, kind: "weight" })],
  };
  return made[stage]();
}
