// The walk through a machine: where it stands and what it looks at. How it goes on is in
// `changes.js`, what it says in `says.js`; drawing is done elsewhere.
import { fixed } from "../../common/numbers.js";
import { filled, text } from "../../common/texts.js";
import { apart } from "../core/trace.js";
import { brightest, rowOf } from "../core/weights.js";
import { arrivedOf, listen } from "./arrivals.js";
import { modelOf } from "./models.js";
import { slotsOf, textsOf } from "./says.js";
import { stationsOf, stopAt } from "./stations.js";
import { headOf, maskOf } from "./tensors.js";

/**
 * What Python says of a model that can be walked through, without any number of a stage:
 * its sizes, what an experiment leaves out, and the pieces of each side with the words
 * that they are of. `here` are the places whose numbers came with the picture, where no
 * others can be asked for; they are of the head of `lead`.
 * @typedef {{ model: "transformer" | "recurrent" | "writer", pass: string, heads: number,
 *   vocabulary: number, layers?: number, without?: object, given?: number,
 *   lead?: { stack?: string, layer: number, head: number, names?: string },
 *   here?: string[],
 *   sides: Record<string, { pieces: string[], word_of: number[], special: boolean[],
 *     words: number }> }} Machine
 *
 * A cell of the open stage.
 * @typedef {{ block: number, row: number, column: number }} Cell
 */

/** Rows are pieces here, words or pieces on the page. */
export class Walk {
  /** @type {import("../mount.js").Mount} */
  mount;
  /** @type {Machine} */
  machine;
  /** @type {import("./models.js").Model} */
  model;
  /** The piece where each side stands, "source" and "output", from 0. */
  pieces = {};
  /** The cell that the reader holds, if any. @type {Cell | null} */
  held = null;
  /** The cell that is pointed at, if any. @type {Cell | null} */
  over = null;
  /** The timer that goes on by itself; 0 while nothing plays. */
  playing = 0;
  #blocks = { key: "", blocks: [] };
  #deafen;

  constructor(mount) {
    this.mount = mount;
    this.#deafen = listen(() => mount.dispatch("came"));
  }

  close() {
    clearInterval(this.playing);
    this.#deafen();
  }

  /** Another pass, or another view that Python imposes: nothing is held. */
  begin(machine, imposed) {
    if (imposed || machine.pass !== this.machine?.pass) this.held = this.over = null;
    this.machine = machine;
    this.model = modelOf(machine);
  }

  // Where it stands -----------------------------------------------------------------------

  get view() { return this.mount.view; }
  get id() { return this.model.placeId(this.view); }
  get head() { return Math.max(0, this.view.head); }
  get stops() { return stationsOf(this.model, this.machine, this.view); }
  get here() { return stopAt(this.model, this.stops, this.view); }

  /** "Decoder 2, cross-attention, head 3" */
  get title() {
    const many = this.view.place === "attention" && this.machine.heads > 1;
    const place = this.model.placeName(this.id);
    return many ? text("walk.head", { place, n: this.head + 1 }) : place;
  }

  /** What the line below the title says. */
  get about() {
    return [this.model.stageName(this.machine, this.view, this.view.head),
      ...this.blocks.map(({ rows, columns }) => `${rows} × ${columns}`).slice(0, 1),
      text("walk.pieces")].join(" · ");
  }

  /** Which side a sequence is of: "source" or "output". */
  sideOf(name) { return this.mount.header.sequences[name].side; }

  /** Rows of the French go by the word read or predicted, as on the map. */
  rowsBy = side => side === "predicted" && this.model.rows === "read"
    && this.view.names === "read" ? "read" : side;

  /** Which sides name the rows and columns of a place. */
  sidesAt(id) {
    const { rows, columns } = this.model.sides(id);
    return { rows: this.rowsBy(rows), columns };
  }

  /** The sequence that names the rows of a side. */
  nameOf(side) { return side === "source" ? "source" : this.model.rows; }

  /** The piece where a sequence stands. */
  piece = name => Math.min(this.pieces[this.sideOf(name)] ?? 0,
    (this.machine.sides[name]?.pieces.length ?? 1) - 1);

  /** The row of the page that a piece is of. */
  wordOf(name, piece) {
    const own = this.machine.sides[name], shown = this.mount.header.sequences[name].words;
    return shown.length === own.words ? own.word_of[piece] : piece;
  }

  get nextPiece() {
    return this.machine.sides.predicted.pieces[this.piece("predicted")] ?? "";
  }

  /** The page chose another word: stand on its first piece. */
  follow(side, word) {
    const name = this.nameOf(side);
    if (!this.mount.header.sequences[name]) return;   // a writer reads no source
    if (this.wordOf(name, this.pieces[side] ?? -1) === word) return;
    this.pieces[side] = Math.max(0, this.machine.sides[name].pieces.findIndex(
      (_, piece) => this.wordOf(name, piece) === word));
    this.held = null;
  }

  // What it looks at ----------------------------------------------------------------------

  /** The pass whose numbers are here, or nothing. */
  get pass() { return arrivedOf(this.machine.pass).pass; }

  /** The numbers of a place, once they are here, with what an experiment leaves out. */
  dataOf(place) {
    const data = arrivedOf(this.machine.pass).places.get(place);
    return data && { ...data, without: this.model.without(this.machine, place) };
  }

  get data() { return this.dataOf(this.id); }

  /** The matrices of the open stage. */
  get blocks() {
    const { data, head, model, view: { stage, terms, names } } = this;
    const step = model.ofOneStep(this.view) ? this.piece("read") : 0;
    const key = [this.pass, this.id, stage, head, step, terms, names, Boolean(data)].join(" ");
    if (key !== this.#blocks.key) {
      this.#blocks = { key, blocks: data
        ? model.blocks(data, stage, { head, step, both: Boolean(terms) })
          .map(block => ({ ...block, side: this.rowsBy(block.side) })) : [] };
    }
    return this.#blocks.blocks;
  }

  /** The marked cell: pointed at, else held, else the one worth beginning with. */
  get mark() {
    const { blocks } = this, place = this.over ?? this.held;
    if (place && blocks[place.block]) {
      const { rows, columns } = blocks[place.block];
      return { block: place.block, row: Math.min(place.row, rows - 1),
        column: Math.min(place.column, columns - 1) };
    }
    const at = this.model.newest.includes(this.view.stage) ? Math.max(0, blocks.length - 1) : 0;
    const block = blocks[at];
    const row = block ? Math.min(this.piece(block.side), block.rows - 1) : 0;
    return { block: at, row, column: block?.across ? this.#brightest(block.side) : 0 };
  }

  /** The key with the largest weight, where the open row of a side may look. */
  #brightest(side) {
    const { weights, allowed } = this.data.numbers, row = this.piece(side);
    const { values, columns } = headOf(weights, this.head);
    const may = allowed && rowOf(maskOf(allowed, this.head).values, columns, row);
    const line = rowOf(values, columns, row).map((weight, key) =>
      !may || may[key] ? weight : NaN);
    return Math.max(0, brightest(line));
  }

  /** How a block of the stage is marked: its row, its column, and whether it is here. */
  marked({ rows, columns, side }, at) {
    const { mark } = this, here = mark.block === at;
    const row = here || side === this.blocks[mark.block]?.side ? mark.row : this.piece(side);
    return { here, row: Math.min(row, rows - 1),
      column: Math.min(here ? mark.column : 0, columns - 1) };
  }

  // What it says --------------------------------------------------------------------------

  cellSaid(block, { row, column }) {
    const { sides } = this.machine, value = block.values[row * block.columns + column];
    const across = block.across ? apart(sides[block.across].pieces)[column]
      : block.names?.[column][0] ?? text("walk.number", { n: column + 1 });
    return text("walk.cell", { row: apart(sides[block.side].pieces)[row], column: across,
      value: Number.isNaN(value) ? text("walk.is_forbidden") : fixed(value) });
  }

  /** What the open stage says, asks or answers, as pieces of text with their roles. */
  #text(what) {
    return filled(textsOf(this, arrivedOf(this.machine.pass).texts)?.[what], slotsOf(this));
  }

  get sentence() { return this.#text("says"); }
  get question() { return this.#text("question"); }
  get answer() { return this.#text("answer"); }
}
