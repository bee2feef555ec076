// One picture on the page: its state, how it changes, and what is drawn again then.
import { make, write } from "../common/nodes.js";
import { text } from "../common/texts.js";
import { CHANGES } from "./changes.js";
import { fitted, remember } from "./choosing.js";
import { Arriving } from "./core/arriving.js";
import { connected, watchLine } from "../common/line.js";
import { followRemote, projected } from "./core/projecting.js";
import { awaitFaces, themeOf, unitOf } from "./core/theme.js";
import { shownOf } from "./core/trace.js";
import { mapOf, strongest } from "./core/weights.js";
import { sayFirst } from "./first/first.js";
import { enter, leave } from "./first/together.js";
import { numbersOf } from "./foot.js";
import { layPanels } from "./layout.js";
import { followTables, markRow } from "./map/linked.js";
import { isLong } from "./map/long.js";
import { cellSentence, keySentence, optionsSaid, sentence } from "./map/say.js";
import { Reporting } from "./reporting.js";

let opened = 0;

/**
 * A cell that is pointed at or held, counted from 0. Without a column it is the whole
 * row, without a row the whole column.
 * @typedef {{ row: number | null, column: number | null }} Place
 *
 * A panel: `weights` paints all of it, `row` what depends on the row that is shown.
 * @typedef {{ weights: () => void, row?: () => void, focus?: () => void }} Part
 */
export class Mount {
  /** Tells Python the view that the reader rests on. @type {(view: object) => void} */
  report;
  /** Asks the model for something. @type {(what: object) => void} */
  request;
  /** Where everything is drawn. @type {HTMLElement} */
  root;
  /** No other picture on the page has this number. */
  id = ++opened;

  /** The bytes that came last. @type {Uint8Array} */
  data;
  /** Which layers of them are here. @type {Arriving} */
  arriving = new Arriving();
  /** What they hold. @type {import("./core/trace.js").Trace} */
  trace;
  /** Python imposes its view where this is another one than before. */
  revision;
  /** What the reader looks at. @type {import("./core/view.js").View} */
  view;
  /** The side of the rows with which the page began. */
  began;
  /** The row that was chosen last, by the side that it is of. */
  rows = {};
  /** What the pointer or the focus is on, if anything. @type {Place | null} */
  hover = null;
  /** What the reader holds, if anything. @type {Place | null} */
  cell = null;
  /** Is the table of numbers open, are the options, is the hand on the matrix? */
  table = false;
  options = false;
  forbidding = false;
  /** Of a long text: the first row and column that are drawn, and what was searched for. */
  from;
  finding;
  /** The key whose queries are lit, where the queries lie on a picture. */
  asked;
  /** What the hand does: the reader's guess, and whether strokes are added. */
  hand = { guess: "", add: false };
  /** How many pieces of a text will be there once all keys are answered, if known. */
  ahead = null;
  /** The walk through the machine, where there is one. @type {import("./walk/walk.js").Walk} */
  walk = null;

  /** The map that is drawn, and the same before keys were hidden. */
  stack;
  whole;
  /** Colours and fonts; a pixel of the design; how wide the picture was drawn. */
  theme;
  unit;
  width;
  /** The panels that are drawn, by name. @type {Record<string, Part> | null} */
  parts = null;
  /** Where the picture is said in words. @type {Record<string, HTMLElement>} */
  lines;

  #kept;      // see `kept`
  /** What Python is told of the view. */
  reporting = new Reporting(this);
  #watching;

  /** @param {HTMLElement} parent the shadow root that Streamlit gives */
  constructor(parent) {
    this.root = parent.querySelector(".attention");
    const size = new ResizeObserver(() => requestAnimationFrame(() => {
      if (this.root.isConnected && this.root.clientWidth !== this.width) this.build();
    }));
    size.observe(this.root);
    const line = watchLine(() => {
      if (!this.root.isConnected) return;
      this.paint();
      this.reporting.again();
    });
    enter(this);
    const look = event => {   // of one picture, or of all: as their address says
      const { key = this.key, view = this.reporting.known } = event.detail ?? {};
      if (view && key === this.key && this.trace && this.follow(view)) event.preventDefault();
    };
    addEventListener("headlight:look", look);
    const following = { disconnect: () => removeEventListener("headlight:look", look) };
    this.#watching = [size, line, following, followRemote(by => this.turn(by)),
      followTables(place => this.dispatch("pointFrom", place))];
  }

  close() {
    this.reporting.close();
    leave(this);
    this.walk?.close();
    this.#watching.forEach(watch => watch.disconnect());
  }

  /** Draws what Streamlit gives: other data, or the same in another theme. */
  show(data, arriving = new Arriving()) {
    if (data === this.data) { this.build(); return; }
    this.arriving = arriving;
    this.dispatch("receive", data);
    const words = Object.values(this.header.sequences).flatMap(side => side.words);
    awaitFaces(this.theme, words.join(""),
      () => { if (this.root.isConnected) this.build(); });
  }

  /**
   * The one way to change the state: a change has a name in `CHANGES` and answers how
   * much is drawn again, with the name of a method or nothing.
   * @param {keyof typeof CHANGES} name
   */
  dispatch(name, ...given) {
    const drawn = CHANGES[name](this, ...given);
    if (drawn) this[drawn]();
  }

  // What the state says -----------------------------------------------------------------

  get header() { return this.trace.header; }
  get panels() { return new Set(this.header.panels); }
  /** Which sentence the rows are of: "source" or "output". */
  get side() { return this.trace.stacks.get(this.view.stack)?.side ?? "output"; }
  get shownRow() { return this.hover?.row ?? this.view.row; }
  /** The step of the output that the reader is at, whatever the rows are. */
  get step() { return this.rows.output ?? 0; }
  /** What is pointed at, else what is held. */
  get pointed() { return this.hover ?? this.cell; }
  get pointedCell() { return this.pointed?.row === null ? null : this.pointed; }
  get pointedColumn() { return this.pointed?.row === null ? this.pointed.column : null; }
  get weights() { return mapOf(this.stack, this.view); }
  /** The strongest links of the map, where not all are wanted; else null. */
  get kept() {
    const { rows, columns } = this.stack;
    this.#kept ??= { cells: strongest(this.weights, rows, columns, this.view.links / 100) };
    return this.#kept.cells;
  }
  get canForbid() { return this.forbidding && this.header.hands && connected(); }

  // What follows from a change ----------------------------------------------------------

  /** Draws everything anew; whoever had the focus has it again, and an open menu stays. */
  build() {
    const { root } = this, stay = root.getRootNode().activeElement?.dataset?.stay;
    const open = root.querySelector(".menu[open]");
    this.width = root.clientWidth;
    this.theme = themeOf(root);
    this.unit = unitOf();
    this.whole = this.trace.stacks.get(this.view.stack);
    if (this.whole?.signed) Object.assign(this.theme, this.theme.signed);
    this.stack = this.whole && shownOf(this.header, this.whole, this.view);
    root.classList.toggle("projected", projected(this.unit));
    root.classList.toggle("dim", Boolean(this.header.dim));
    if (!this.stack) {
      this.parts = null;
      root.replaceChildren(make("p", { class: "note", text: text("map.nothing") }));
      return;
    }
    layPanels(this);
    if (open) root.querySelector(".menu")?.setAttribute("open", "");
    this.paint();
    const again = [...root.querySelectorAll("[data-stay]")]
      .filter(node => node.dataset.stay === stay);
    (again.find(node => node.getAttribute("aria-checked") === "true") ?? again[0])?.focus();
  }

  paint() {
    if (!this.parts) return;
    this.#kept = undefined;
    Object.values(this.parts).forEach(part => part.weights());
    if (this.table) this.paintTable();
    this.#say();
  }

  paintRow() {
    if (!this.parts) return;
    Object.values(this.parts).forEach(part => part.row?.());
    if (this.table && isLong(this.stack)) this.paintTable();
    this.#say();
  }

  paintTable() {
    this.lines.table.replaceChildren(...this.table ? [numbersOf(this)] : []);
    this.parts?.picture?.numbers?.();
  }

  #say() {
    const { says, readout, left } = this.lines, { stack, view, pointed } = this;
    left.textContent = optionsSaid(this.whole, stack, view).join(" ");
    markRow(this.side, this.shownRow);
    if (this.panels.has("first")) { sayFirst(this); return; }
    if (view.walk) {
      write(says, this.walk.sentence);
      readout.textContent = "";
      return;
    }
    write(says, sentence(this.header, stack, view, this.shownRow));
    if (!pointed || pointed.column === null) readout.textContent = "";
    else if (pointed.row === null) write(readout, keySentence(stack, view, pointed.column));
    else write(readout, cellSentence(stack, view, pointed.row, pointed.column));
  }

  /** A remote goes one step on in a walk, one row on in a map; whether there is one. */
  turn(by) {
    if (!this.parts || this.panels.has("small")) return false;
    if (this.view.walk) { this.dispatch("leap", by); return true; }
    const row = this.view.row + by;
    if (row < 0 || row >= this.stack.rows) return false;
    this.dispatch("choose", { row });
    return true;
  }

  focusOn(stay) {
    this.root.querySelector(`[data-stay="${stay}"]`)?.focus({ preventScroll: true });
  }

  // What is said to Python --------------------------------------------------------------

  /** Asks the model for something that concerns the open map. */
  ask(what) {
    const { stack, layer, head, heads } = this.view;
    this.request({ ...what, ...this.hand, kind: stack, layer,
      heads: heads.length ? heads : head < 0 ? null : [head] });
  }

  /** Its name on the page, where Streamlit gives it one. */
  get key() {
    const { host } = this.root.getRootNode();
    return host?.closest?.("[class*=st-key-]")?.className.match(/st-key-([\w-]+)/)?.[1] ?? "";
  }

  /** Looks where somebody else does, if all that is to be seen there is here; nothing is
      reported. Rows that go by other names may be other numbers, which only the model has:
      those names stay. */
  follow(view) {
    const { walk } = this;
    if (view.walk && !walk?.dataOf(walk.model.placeId(view))) return false;
    this.view = fitted(this, { ...view, names: this.view.names });
    remember(this);
    this.build();
    return true;
  }

  /** A class hears at once where it looks: a reader "looked", or Python "imposed" it. */
  #looks(how) {
    const detail = { key: this.key, view: { ...this.view } };
    dispatchEvent(new CustomEvent(`headlight:${how}`, { detail }));
  }

  /** Reports the view once it rests. */
  tellSoon() {
    this.#looks("looked");
    this.reporting.soon();
  }

  /** Reports nothing after all: Python has imposed another view. */
  tellNothing() {
    this.#looks("imposed");
    this.reporting.imposed();
  }

  /** Goes on where another was: the page has drawn this one in another place. */
  goOn({ view, revision, reporting }) {
    Object.assign(this, { view, revision });
    this.reporting.goOn(reporting);
  }
}
