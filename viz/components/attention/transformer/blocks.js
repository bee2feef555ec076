// The matrices of the stages of the Transformer, out of the numbers of a place.
import { text } from "../../common/texts.js";
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
export function blocksOf({ name: kind }, data, stage, { head, step = 0, both = false }) {
  const say = name => text(`${kind}.blocks.${name}`);
  const { id, numbers, candidates, without = {} } = data, { rows, columns } = sidesOf(id);
  const block = (role, title, matrix, more = {}) =>
    ({ role, title, kind: "signed", side: rows, colour: "query", ...matrix, ...more });
  const vectors = (role, title, more) => block(role, title, plainOf(numbers[role]), more);
  const ofHead = role => headOf(numbers[role], head);
  const square = (title, matrix, more = {}) =>
    block("scores", title, matrix, { across: columns, ...more });
  const open = matrix => masked(matrix, maskOf(numbers.allowed, head));
  const memory = { side: columns, colour: "key" };
  const named = { names: candidates?.[step] };
  const made = {
    tokens: () => [block("ids", say("ids"),
      { rows: numbers.ids.shape[0], columns: 1, values: numbers.ids.values },
      { kind: "id" })],
    embedding: () => [vectors("embedding", say("embedding"))],
    positions: () => [vectors("positions", say("positions")),
      vectors("output", say("with_positions"))],
    inputs: () => numbers.context ? [vectors("x", say("french")),
      vectors("context", say("memory"), memory)] : [vectors("x", "X"),
      ...numbers.normed ? [vectors("normed", say("normed"))] : []],
    projections: () => [block("query", "Q", ofHead("query")),
      block("key", "K", ofHead("key"), memory),
      block("value", "V", ofHead("value"), { ...memory, colour: "value" })].map((one, at) =>
      both ? { ...one, title: text(`${kind}.like`, { title: one.title, name: LIKE[at] }) } : one),
    products: () => [square("QKᵀ", products(ofHead("query"), ofHead("key")))],
    scaled: () => [square(without.scale ? say("undivided") : "QKᵀ / √d_k",
      ofHead("scores"))],
    masked: () => [square(say(without.causal ? "unmasked" : "masked"), open(ofHead("scores")))],
    softmax: () => [square(say("weights"), open(ofHead("weights")), { kind: "weight" })],
    mixed: () => [block("mixed", say(without.silent?.includes(head)
      ? "silenced" : "mixed"), ofHead("mixed"))],
    joined: () => [block("joined", say("joined"), joined(numbers.mixed),
      { group: numbers.mixed.shape[2], open: head })],
    output: () => [vectors("output", say("output"))],
    narrowed: () => [vectors("output", say("narrowed"))],
    widened: () => [vectors("widened", say("widened"))],
    relu: () => [vectors("hidden", say("relu"))],
    stream: () => [without.residual
      ? block("sum", say("sum_cut"), plainOf(numbers.output))
      : block("sum", say("sum"), added(numbers.x, numbers.output)),
    ...numbers.normed ? [] : [vectors("after", say("after"))]],
    logits: () => [block("logits", say("logits"), headOf(numbers.logits, step), named)],
    word: () => [block("probabilities", say("probabilities"),
      headOf(numbers.probabilities, step), { ...named, kind: "weight" })],
  };
  return made[stage]();
}
