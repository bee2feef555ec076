// A model beside the page, which never stands still: what it is asked comes as a message
// with a number, and so does the answer, or what is wrong.
import { bytesOf } from "../../components/common/letters.js";
import { InputError } from "../../components/model/accept.js";
import { load } from "../../components/model/model.js";
import { halfScores, nextPlaces, nextRows, sequenceOf, sidesOf, stacksOf, wordChances } from "../../components/model/pass.js";

const OF = { source: "source", read: "output", predicted: "output" };
const KEPT = 4;
const passes = new Map();
let model = null;

/** The files of the model that come, part by part, each unpacked as it comes. */
const files = {};

class Unpacking {
  constructor(size) {
    const { readable, writable } = new DecompressionStream("gzip");
    this.writable = writable;
    this.whole = this.#read(readable, size);
    this.whole.catch(() => {});   // it is asked for at the end
  }

  async #read(readable, size) {
    const whole = new Uint8Array(size), reader = readable.getReader();
    for (let at = 0; ;) {
      const { done, value } = await reader.read();
      if (done) return whole.buffer;
      whole.set(value, at);
      at += value.length;
      postMessage({ bytes: value.length });
    }
  }

  /** Letters that are a part of it. */
  write(letters) {
    this.writer ??= this.writable.getWriter();
    this.writer.write(bytesOf(letters)).catch(() => {});
  }

  /** The whole of it lies at an address. */
  async fetch(from) {
    const reply = await fetch(from).catch(() => null);
    if (!reply?.ok) throw new InputError("unreached");
    await reply.body.pipeTo(this.writable);
  }

  /** All of it, once its last part has come. */
  async end() {
    this.writer?.close().catch(() => {});
    return this.whole;
  }
}

/** The pass over what was typed; the last few are kept. */
function passOf(typed, experiment) {
  const key = JSON.stringify([typed, experiment]);
  const pass = passes.get(key) ?? model.translate(typed, experiment);
  passes.delete(key);
  passes.set(key, pass);
  if (passes.size > KEPT) passes.delete(passes.keys().next().value);
  return pass;
}

/** What the picture draws of a pass: its sides, its stacks, and all their numbers. */
function drawn(pass, sides, { words, read }) {
  const numbers = [];
  let offset = 0;
  const placed = values => {
    numbers.push(values);
    offset += values.length;
    return offset - values.length;
  };
  const stacks = stacksOf(pass, sides, words, read).map(({ values, ...stack }) =>
    ({ ...stack, offset: placed(values) }));
  const places = nextPlaces(sides.predicted, words), half = halfScores(pass, places);
  const next = { rows: nextRows(pass, model.tokenizer, places),
    logits: { ...half.logits, offset: placed(half.values) } };
  const body = new Float32Array(offset);
  numbers.reduce((at, values) => { body.set(values, at); return at + values.length; }, 0);
  const sequences = Object.fromEntries(Object.entries(sides).map(([name, side]) =>
    [name, sequenceOf(side, OF[name], "", words)]));
  return { sequences, stacks, next, body };
}

const ANSWERS = {
  async part({ file, letters, from, size }) {
    const unpacking = files[file] ??= new Unpacking(size);
    if (from) await unpacking.fetch(from);
    else unpacking.write(letters);
  },

  async load(config) {
    const [tokenizer, weights] = await Promise.all([files.tokenizer.end(), files.weights.end()]);
    model = load({ config, weights, tokenizer: JSON.parse(new TextDecoder().decode(tokenizer)) });
    delete files.tokenizer;
    delete files.weights;
  },

  translate({ typed, experiment, words, read }) {
    const pass = passOf(typed, experiment), { cleaned, written, finished } = pass;
    const sides = sidesOf(pass, model.tokenizer);
    return { text: cleaned.text, readSmall: cleaned.readSmall, source: pass.read.text,
      french: written.text, words: written.words, chances: wordChances(pass), finished, sides,
      drawn: drawn(pass, sides, { words, read }) };
  },

  begin({ typed, experiment, words, step, rank }) {
    const pass = passOf(typed, experiment), { predicted } = sidesOf(pass, model.tokenizer);
    return model.begun(pass, nextPlaces(predicted, words)[step], rank);
  },
};

addEventListener("message", async ({ data: { id, what, given } }) => {
  try {
    const answer = await ANSWERS[what](given);
    postMessage({ id, answer }, answer?.drawn ? [answer.drawn.body.buffer] : []);
  } catch (problem) {
    if (!(problem instanceof InputError)) console.error(problem);
    postMessage({ id, wrong: problem instanceof InputError
      ? { name: problem.message, slots: problem.slots } : { name: "broken" } });
  }
});
