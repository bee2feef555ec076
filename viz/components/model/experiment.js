// What is changed on purpose in one pass, as core/experiments has it and an address writes
// it: silence=encoder.1.4, forbid=cross.3.*.2-5, without=positions.encoder, causal=false.
// There all numbers count from 1; here, as in core, from 0.
import { InputError } from "./accept.js";

const listed = text => text ? text.split(",") : [];
const at = written => written === "*" ? null : Number(written) - 1;
const star = place => place === null ? "*" : place + 1;

/** Cells of an attention: null is every head, row or column. */
function cellOf(entry) {
  const [kind, layer, head, places] = entry.split("."), [query, key] = places.split("-");
  return { kind, layer: at(layer), head: at(head), query: at(query), key: at(key) };
}

/** The same as an address writes it. */
const cellText = ({ kind, layer, head, query, key }) =>
  `${kind}.${layer + 1}.${star(head)}.${star(query)}-${star(key)}`;

export class Experiment {
  /** As an address has it; what is left out is as usual. */
  constructor({ causal = true, silence = "", forbid = "", without = "" } = {}) {
    this.causal = causal;
    this.silenced = new Set(listed(silence));
    this.cells = listed(forbid).map(cellOf);
    this.without = new Set(listed(without));
  }

  get changes() {
    return !this.causal || this.silenced.size + this.cells.length + this.without.size > 0;
  }

  /** Whether words written before are read anew with every word: nothing can be kept. */
  get uncached() {
    return !this.causal || this.cells.some(({ kind }) => kind !== "encoder");
  }

  silent(kind, layer, head) {
    return this.silenced.has(`${kind}.${layer + 1}.${head + 1}`);
  }

  positions(stack) {
    return !this.without.has(`positions.${stack}`);
  }

  /** May a query look at a key? Behind the mask, and where cells are forbidden, not. */
  allows(kind, layer, head, query, key) {
    const ahead = kind === "decoder" && this.causal && key > query;
    return !ahead && !this.cells.some(cell => cell.kind === kind && cell.layer === layer
      && (cell.head ?? head) === head && (cell.query ?? query) === query
      && (cell.key ?? key) === key);
  }

  /** InputError where a cell lies outside the sentence, or a row has no key left. */
  check({ n_heads: heads }, source, target) {
    for (const cell of this.cells) {
      const { kind, layer, query, key } = cell, rows = kind === "encoder" ? source : target;
      const keys = kind === "decoder" ? target : source;
      // what lies behind the last word that could be written forbids nothing
      if (kind === "encoder" && query >= rows || kind !== "decoder" && key >= keys) {
        throw new InputError("cell_outside_sentence", { cell: cellText(cell) });
      }
      for (let head = 0; head < heads; head++) {
        for (let row = query ?? 0; row <= (query ?? rows - 1); row++) {
          const some = Array.from({ length: keys }, (_, one) => one)
            .some(one => this.allows(kind, layer, head, row, one));
          if (!some) throw new InputError("empty_row", { row: row + 1, head: head + 1 });
        }
      }
    }
  }
}

export const AS_IT_IS = new Experiment();
