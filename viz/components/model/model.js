// A trained translator in a browser: no server, no framework.
import { accept, InputError } from "./accept.js";
import { greedy } from "./decoding.js";
import { Experiment } from "./experiment.js";
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

  /**
   * What is written for what was typed, and everything that was looked at. An experiment
   * changes something on purpose; `prefix` are the first words, which are given.
   */
  translate(typed, { prefix = "", ...experiment } = {}) {
    const cleaned = accept(typed), read = this.tokenizer.encode(cleaned.text);
    const given = prefix ? this.beginning(accept(prefix).text) : [];
    const network = this.network.rewired(new Experiment(experiment));
    const found = greedy(network, [...read.ids, END], given);
    return { ...found, cleaned, read, written: this.tokenizer.pieces(found.ids) };
  }

  /** The pieces of a given beginning; InputError where they spell another text. */
  beginning(text) {
    const { ids } = this.tokenizer.encode(text), read = this.tokenizer.pieces(ids).text;
    if (read !== text) throw new InputError("beginning_reads_otherwise", { text, read });
    return ids;
  }
}
