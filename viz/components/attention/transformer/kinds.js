// The networks of layers that can be walked, and where they differ: their stacks, and
// whether the norm stands behind a sublayer (2017) or before it (GPT-2).

const OF_HEADS = ["projections", "products", "scaled", "masked", "softmax", "mixed",
  "joined", "output"];

/**
 * `name` is that of its texts. `normed` is the stage of a sublayer that holds its norm,
 * `last` the stack of the next word, `stacks` the sublayers of each stack in order, and
 * `column` where its last stack is drawn.
 * @typedef {{ name: string, normed: string, normFirst: boolean, last: string,
 *   stages: Record<string, string[]>, short: string[], trained: string[],
 *   stacks: Record<string, string[]>, column: number }} Kind
 */

/** @type {Kind} */
export const BOTH = {
  name: "transformer", normed: "stream", normFirst: false, last: "cross", column: 96,
  stages: { words: ["tokens", "embedding", "positions"],
    attention: ["inputs", ...OF_HEADS, "stream"],
    feed: ["inputs", "widened", "relu", "narrowed", "stream"], next: ["logits", "word"] },
  short: ["projections", "scaled", "masked", "softmax", "mixed", "stream"],
  trained: ["embedding", "projections", "output", "stream", "widened", "narrowed", "logits"],
  stacks: { encoder: ["self", "feed"], decoder: ["self", "cross", "feed"] },
};

/** @type {Kind} */
export const ALONE = {
  name: "writer", normed: "inputs", normFirst: true, last: "decoder", column: 52,
  stages: { ...BOTH.stages, next: ["inputs", "logits", "word"] },
  short: ["inputs", ...BOTH.short],
  trained: ["embedding", "positions", "inputs", "projections", "output", "widened",
    "narrowed", "logits"],
  stacks: { decoder: ["self", "feed"] },
};
