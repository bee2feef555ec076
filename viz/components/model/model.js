// A trained translator in a browser: no server, no framework.
import { accept, InputError } from "./accept.js";
import { greedy } from "./decoding.js";
import { Experiment } from "./experiment.js";
import { largest } from "./pass.js";
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
    return this.pass(cleaned, read, new Experiment(experiment), given);
  }

  pass(cleaned, read, experiment, given) {
    const found = greedy(this.network.rewired(experiment), [...read.ids, END], given);
    const written = this.tokenizer.pieces(found.ids);
    return { ...found, cleaned, read, written, experiment };
  }

  /** The text up to the end of the word that another piece at a step of a pass begins:
      `rank` is its place among all, from 0, the most probable first. */
  begun({ cleaned, read, experiment, ids, steps }, step, rank) {
    const piece = largest(steps[step].scores, rank + 1)[rank];
    const found = this.pass(cleaned, read, experiment, [...ids.slice(0, step), piece]);
    const { wordOf } = found.written;
    const upto = found.ids.slice(0, wordOf.lastIndexOf(wordOf[step]) + 1);
    const { text } = this.tokenizer.pieces(upto);
    this.beginning(text);
    return text;
  }

  /** The pieces of a given beginning; InputError where they spell another text. */
  beginning(text) {
    const { ids } = this.tokenizer.encode(text), read = this.tokenizer.pieces(ids).text;
    if (read !== text) throw new InputError("beginning_reads_otherwise", { text, read });
    return ids;
  }
}
