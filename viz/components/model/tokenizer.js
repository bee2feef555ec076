// Sentences to pieces and back: byte-pair encoding (Sennrich et al. 2016) with bytes to
// fall back on. The same rules as core/text/tokenizer.py.
import { InputError, isHidden } from "./accept.js";
import { splitWords } from "./words.js";

export const PAD = 0;
export const START = 1;
export const END = 2;
export const MAX_PIECES = 64;
const SHOWN = ["‹pad›", "‹start›", "‹end›"];
const RESERVED = SHOWN.length + 256, BLANK = "␣";
const SPLIT = / ?\p{L}[\p{L}\p{M}]*| ?\p{N}\p{M}*| ?[^\p{L}\p{N}\s]\p{M}*|\s/gu;
const utf8 = new TextEncoder();

export class Tokenizer {
  /** Of the file tokenizer.json, parsed. */
  constructor({ model: { vocab, merges } }) {
    this.number = new Map(Object.entries(vocab));
    this.rank = new Map(merges.map((pair, rank) => [pair.join("\0"), rank]));
    this.bytes = [];   // of each piece what it spells
    for (const [piece, id] of this.number) {
      this.bytes[id] = id < SHOWN.length ? [] : id < RESERVED ? [id - SHOWN.length]
        : [...utf8.encode(piece)];
    }
  }

  /** The pieces and words of an accepted text. Throws InputError where they are too many. */
  encode(text) {
    const ids = text ? [...` ${text.normalize("NFC")}`.matchAll(SPLIT)].flatMap(([run]) => this.merged(run)) : [];
    if (ids.length > MAX_PIECES) {
      throw new InputError("too_many_pieces", { n: ids.length, most: MAX_PIECES });
    }
    return this.pieces(ids);
  }

  /** Neighbours are joined, of all pairs always the one that was learned first. */
  merged(run) {
    const parts = [...run];
    for (;;) {
      let first = Infinity, at = -1;
      for (let i = 0; i + 1 < parts.length; i++) {
        const rank = this.rank.get(`${parts[i]}\0${parts[i + 1]}`);
        if (rank < first) [first, at] = [rank, i];
      }
      if (at < 0) break;
      parts.splice(at, 2, parts[at] + parts[at + 1]);
    }
    return parts.flatMap(part => this.number.get(part)
      ?? [...utf8.encode(part)].map(byte => SHOWN.length + byte));
  }

  /** The text that ids spell, its words, and of each piece the word it belongs to. */
  pieces(ids) {
    const spelled = ids.map(id => this.bytes[id]);
    const text = characters(spelled.flat());
    if (text[0] === " ") text.shift();
    const words = splitWords(text), wordOf = [], read = [];
    let word = 0;
    for (const bytes of spelled) {
      const upto = characters([...read, ...bytes.slice(0, 1)]);
      const start = upto.length - 1 - (spelled[0][0] === SPACE);
      while (word + 1 < words.length && words[word][1] <= start) word++;
      wordOf.push(word);
      read.push(...bytes);
    }
    const said = words.map(([from, to]) => text.slice(from, to).join(""));
    return { text: text.join(""), ids, wordOf, pieces: ids.map(id => this.piece(id)),
      words: said.length || !ids.length ? said : [BLANK] };
  }

  /** A piece as it is shown: without its space, a byte as ⟨C3⟩, ‹end›. */
  piece(id) {
    if (id < SHOWN.length) return SHOWN[id];
    if (id < RESERVED) {
      return `⟨${(id - SHOWN.length).toString(16).toUpperCase().padStart(2, "0")}⟩`;
    }
    return decoded(this.bytes[id]).replace(/^ /, "") || BLANK;
  }
}

const SPACE = 32;
const decoded = bytes =>
  new TextDecoder("utf-8", { ignoreBOM: true }).decode(Uint8Array.from(bytes));
const characters = bytes =>
  [...decoded(bytes)].map(character => isHidden(character) ? "\ufffd" : character);
