// A trained translator in a browser: no server, no framework.
import { accept } from "./accept.js";
import { greedy } from "./decoding.js";
import { Bahdanau } from "./recurrent.js";
import { readWeights } from "./tensors.js";
import { END, Tokenizer } from "./tokenizer.js";
import { Transformer } from "./transformer.js";

const KINDS = { transformer: Transformer, bahdanau: Bahdanau };

/** The model of a folder's files: its config and tokenizer parsed, its weights as bytes. */
export function load({ config, tokenizer, weights }) {
  return new Model(new KINDS[config.kind](readWeights(weights), config.sizes),
    new Tokenizer(tokenizer));
}

class Model {
  constructor(network, tokenizer) {
    this.network = network;
    this.tokenizer = tokenizer;
  }

  /** What is written for what was typed, and everything that was looked at. */
  translate(typed) {
    const cleaned = accept(typed), read = this.tokenizer.encode(cleaned.text);
    const found = greedy(this.network, [...read.ids, END]);
    return { ...found, cleaned, read, written: this.tokenizer.pieces(found.ids) };
  }
}
