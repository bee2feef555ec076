// The component itself: one mount, its state, and what is said to Python.
import { buildMosaic } from "./mosaic.js";
import { save, savePng, svgOf } from "./files.js";
import { make, themeOf, unitOf, widthsOf, write } from "./page.js";
import { buildChoose, buildNext, buildRow, legendNode, tableNode } from "./panels.js";
import { buildPicture } from "./picture.js";
import { fit, unpack, weightsOf } from "./pure.js";
import { cellSentence, csvOf, fileName, sentence, tableOf } from "./say.js";

const REST = 250;   // a view is reported once it rests this long, in milliseconds
const mounts = new WeakMap();
let opened = 0;

export default function attention({ data, parentElement, setStateValue }) {
  const mount = mounts.get(parentElement) ?? open(parentElement);
  mount.report = view => setStateValue("view", view);
  const fresh = data !== mount.data;
  if (fresh) receive(mount, data);
  build(mount);
  if (fresh) awaitFaces(mount);
  return () => {
    clearTimeout(mount.timer);
    mount.watch.disconnect();
    mounts.delete(parentElement);
  };
}

function open(parent) {
  const root = parent.querySelector(".attention");
  const mount = { root, id: ++opened, rows: {}, hover: null, cell: null, table: false };
  mounts.set(parent, mount);
  mount.watch = new ResizeObserver(() => requestAnimationFrame(() => {
    if (root.isConnected && root.clientWidth !== mount.width) build(mount);
  }));
  mount.watch.observe(root);
  return mount;
}

/** Widths are true once the faces that these words need are here. */
function awaitFaces(mount) {
  const { language, instrument } = mount.theme;
  const words = Object.values(mount.trace.header.sequences).flatMap(side => side.words);
  const faces = [`500 20px ${language}`, `700 20px ${language}`, `400 15px ${instrument}`];
  const text = words.join("");
  if (faces.every(face => document.fonts.check(face, text))) return;
  Promise.all(faces.map(face => document.fonts.load(face, text)))
    .then(() => { if (mount.root.isConnected) build(mount); }, () => {});
}

/** New data keeps the reader's view where it still exists, unless Python imposes one. */
function receive(mount, data) {
  mount.data = data;
  mount.trace = unpack(data);
  const { header, stacks } = mount.trace;
  const imposed = !mount.view || mount.revision !== header.view_rev;
  mount.revision = header.view_rev;
  if (imposed) { clearTimeout(mount.timer); mount.cell = null; }
  if (mount.name !== header.id) mount.cell = null;
  mount.name = header.id;
  mount.hover = null;
  mount.view = fit(stacks, imposed ? header.view : mount.view);
  remember(mount);
}

const side = mount =>
  mount.trace.stacks.get(mount.view.stack)?.queries === "source" ? "source" : "output";

const remember = mount => { mount.rows[side(mount)] = mount.view.row; };

function build(mount) {
  const { root, trace } = mount, { header } = trace;
  const stay = root.getRootNode().activeElement?.dataset?.stay;
  mount.width = root.clientWidth;
  mount.theme = themeOf(root);
  mount.unit = unitOf();
  mount.stack = trace.stacks.get(mount.view.stack);
  root.classList.toggle("dim", Boolean(header.dim));
  if (!mount.stack) {
    root.replaceChildren(make("p", { class: "note", text: "Nothing to look at yet." }));
    return;
  }
  const panels = new Set(header.panels);
  const side = ["heads", "next", "row"].filter(panel => panels.has(panel));
  const wide = side.length && mount.width >= 860 * mount.unit;
  const host = name => make("div", { class: `panel ${name}` });
  const hosts = { choose: host("choose"), picture: host("picture") };
  side.forEach(panel => { hosts[panel] = host(panel); });
  mount.says = make("p", { class: "says", "aria-live": "polite" });
  mount.readout = make("p", { class: "readout" });
  mount.shown = make("div", {});
  const drawn = panels.has("beams") || panels.has("matrix");
  const main = make("div", { class: "main" }, hosts.picture,
    make("div", { class: "words" }, mount.says, mount.readout), foot(mount, panels),
    mount.shown);
  if (!drawn) hosts.picture.hidden = true;
  const body = make("div", { class: wide ? "body wide" : "body" }, main);
  if (side.length) {
    body.append(make("div", { class: "side" }, ...side.map(panel => hosts[panel])));
  }
  root.replaceChildren(...panels.has("choose") ? [hosts.choose] : [], body);

  const makers = { choose: buildChoose, picture: drawn && buildPicture,
    heads: buildMosaic, row: buildRow, next: buildNext };
  mount.parts = Object.entries(hosts)
    .filter(([name]) => makers[name] && (name !== "choose" || panels.has("choose")))
    .map(([name, node]) => makers[name](contextOf(mount, node, panels)));
  root.onkeydown = event => travel(mount, event);
  paintAll(mount);
  root.querySelector(`[data-stay="${stay}"]`)?.focus();
}

/** What a panel may know and do. */
function contextOf(mount, host, panels) {
  return {
    host, panels, id: mount.id, trace: mount.trace, header: mount.trace.header,
    stack: mount.stack, theme: mount.theme, unit: mount.unit,
    view: () => mount.view,
    row: () => mount.hover?.row ?? mount.view.row,
    cell: () => mount.hover ?? mount.cell,
    at: () => mount.rows.output ?? 0,
    weights: () => weightsOf(mount.stack, mount.view.layer, mount.view.head),
    choose: change => choose(mount, change),
    hover: place => { mount.hover = place; paintRow(mount); },
    pick: place => choose(mount, { row: place.row }, place),
    step: row => {
      if (side(mount) === "output") choose(mount, { row });
      else { mount.rows.output = row; paintRow(mount); }
    },
    leave: () => mount.root.focus(),
  };
}

/** The reader chose something: paint first, speak to Python once the view rests. */
function choose(mount, change, cell = null) {
  const before = mount.view, { stacks } = mount.trace;
  mount.view = fit(stacks, { ...before, ...change });
  if (mount.view.stack !== before.stack) {
    mount.hover = null;
    const row = mount.rows[side(mount)] ?? mount.view.row;
    mount.view = fit(stacks, { ...mount.view, row: change.row ?? row });
  }
  mount.cell = cell ?? (mount.cell?.row === mount.view.row ? mount.cell : null);
  remember(mount);
  if (mount.view.stack !== before.stack) build(mount);
  else if (mount.view.layer !== before.layer || mount.view.head !== before.head) {
    paintAll(mount);
  } else paintRow(mount);
  if (JSON.stringify(mount.view) === JSON.stringify(before)) return;
  clearTimeout(mount.timer);
  mount.timer = setTimeout(() => mount.report({ ...mount.view }), REST);
}

function paintAll(mount) {
  mount.parts.forEach(part => part.weights());
  if (mount.table) mount.shown.replaceChildren(tableNode(mount.stack, mount.view));
  say(mount);
}

function paintRow(mount) {
  mount.parts.forEach(part => part.row());
  say(mount);
}

function say(mount) {
  const { stack, view, trace } = mount, cell = mount.hover ?? mount.cell;
  const row = mount.hover?.row ?? view.row;
  write(mount.says, sentence(trace.header, stack, view, row));
  if (!cell || cell.column === null) mount.readout.textContent = "";
  else write(mount.readout, cellSentence(stack, view, cell.row, cell.column));
}

const MOVES = { ArrowLeft: ["head", -1], ArrowRight: ["head", 1],
  ArrowUp: ["layer", -1], ArrowDown: ["layer", 1] };

function travel(mount, event) {
  const [what, step] = MOVES[event.key] ?? [];
  if (!what || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest?.(".scroll, .table, details")) return;
  event.preventDefault();
  event.stopPropagation();
  choose(mount, { [what]: mount.view[what] + step });
  if (event.target.getAttribute?.("role") !== "radio") return;
  event.target.parentNode.querySelector("[aria-checked=true]")?.focus();
}

/** Legend, and the picture and its numbers to take along. */
function foot(mount, panels) {
  const { header } = mount.trace, { theme, stack } = mount;
  const name = () => fileName(header, stack, mount.view);
  const svg = () => svgOf({ header, stack, view: mount.view, theme,
    beams: panels.has("beams"),
    widths: (words, special, size) => widthsOf(words, special, size, theme, 600) });
  const menu = (label, ...items) => {
    const node = make("details", { class: "menu" }, make("summary", { text: `${label} ▾` }),
      make("div", {}, ...items.map(([text, run]) => make("button", { type: "button", text,
        onclick: () => { node.open = false; run(); } }))));
    node.onkeydown = event => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      node.open = false;
      node.firstChild.focus();
    };
    return node;
  };
  const show = () => {
    mount.table = !mount.table;
    mount.shown.replaceChildren(
      ...mount.table ? [tableNode(stack, mount.view)] : []);
  };
  return make("div", { class: "foot" },
    panels.has("choose") || panels.has("legend")
      ? legendNode(theme, stack.hatched ??= stack.values.some(Number.isNaN)) : "",
    menu("Picture", ["PNG", () => savePng(`${name()}.png`, svg())],
      ["SVG", () => save(`${name()}.svg`, "image/svg+xml", svg())]),
    menu("Table", ["On this page", show], ["CSV", () =>
      save(`${name()}.csv`, "text/csv;charset=utf-8", csvOf(tableOf(stack, mount.view)))]));
}
