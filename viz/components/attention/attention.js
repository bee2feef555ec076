// The component itself: one mount, its state, and what is said to Python.
import { make, write } from "../common/nodes.js";
import { connected, watchLine } from "./core/line.js";
import { awaitFaces, themeOf, unitOf } from "./core/theme.js";
import { shownOf, unpack } from "./core/trace.js";
import { fit } from "./core/view.js";
import { mapOf, strongest } from "./core/weights.js";
import { buildFoot, numbersOf } from "./foot.js";
import { followTables, markRow } from "./map/linked.js";
import { buildMosaic } from "./map/mosaic.js";
import { buildNext } from "./map/next.js";
import { buildChoose, buildRow } from "./map/panels.js";
import { buildPicture } from "./map/picture.js";
import { cellSentence, keySentence, optionsSaid, sentence } from "./map/say.js";
import { buildMeter, buildNames, buildShow } from "./map/show.js";
import { buildStatistics } from "./map/statistics.js";
import { fitWalk } from "./walk/stations.js";
import { aboutStage, arrange, settle, TOUR, walkKeys } from "./walk/tour.js";
import { openWalk, stationTitle } from "./walk/walk.js";

const REST = 250;   // a view is reported once it rests this long, in milliseconds
const mounts = new WeakMap();
let opened = 0;

export default function attention(
  { data, parentElement, setStateValue, setTriggerValue },
) {
  const mount = mounts.get(parentElement) ?? open(parentElement);
  mount.report = view => setStateValue("view", view);
  mount.ask = what => setTriggerValue("asked", what);
  const fresh = data !== mount.data;
  if (fresh) receive(mount, data);
  build(mount);
  if (fresh) {
    const sides = Object.values(mount.trace.header.sequences);
    awaitFaces(mount.theme, sides.flatMap(side => side.words).join(""),
      () => { if (mount.root.isConnected) build(mount); });
  }
  return () => {
    clearTimeout(mount.timer);
    mount.walk?.close();
    [mount.watch, mount.line, mount.tables].forEach(watched => watched.disconnect());
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
  mount.line = watchLine(() => {
    if (!root.isConnected || !mount.parts) return;
    paintAll(mount);
    if (mount.unsaid) tell(mount);
  });
  mount.tables = followTables(place => {
    if (!mount.stack) return;   // nothing to look at yet
    const here = place?.side === side(mount) && place.row < mount.stack?.rows;
    mount.hover = here && !mount.view.walk ? { row: place.row, column: null } : null;
    paintRow(mount);
  });
  return mount;
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
  if (header.machine) {
    mount.walk ??= walkOf(mount);
    mount.walk.begin(header.machine, imposed);
  }
  mount.view = fitted(mount, imposed ? header.view : mount.view);
  mount.began = side(mount);
  remember(mount);
}

/** The nearest view that there is, with its walk where the picture can be walked. */
function fitted(mount, view) {
  const shown = fit(mount.trace.stacks, view);
  return mount.walk ? { ...shown, ...fitWalk({ ...view, ...shown }) } : shown;
}

function walkOf(mount) {
  return openWalk({
    view: () => mount.view,
    choose: (change, row) => {
      if (row && row.name !== side(mount)) mount.rows[row.name] = row.word;
      choose(mount, row?.name === side(mount) ? { ...change, row: row.word } : change);
    },
    came: () => { if (mount.root.isConnected && mount.parts) paintAll(mount); },
    repaint: () => paintRow(mount),
    wordOf: (name, piece) => {
      const { machine, sequences } = mount.trace.header, own = machine.sides[name];
      return sequences[name].words.length === own.words ? own.word_of[piece] : piece;
    },
  });
}

const side = mount =>
  mount.trace.stacks.get(mount.view.stack)?.queries === "source" ? "source" : "output";

function remember(mount) {
  mount.rows[side(mount)] = mount.view.row;
  ["source", "output"].forEach(name => mount.walk?.follow(name, mount.rows[name] ?? 0));
}

function build(mount) {
  const { root, trace } = mount, { header } = trace;
  const stay = root.getRootNode().activeElement?.dataset?.stay;
  mount.width = root.clientWidth;
  mount.theme = themeOf(root);
  mount.unit = unitOf();
  mount.whole = trace.stacks.get(mount.view.stack);
  mount.stack = mount.whole && shownOf(header, mount.whole, mount.view);
  mount.mask = undefined;
  root.classList.toggle("dim", Boolean(header.dim));
  if (!mount.stack) {
    root.replaceChildren(make("p", { class: "note", text: "Nothing to look at yet." }));
    return;
  }
  const panels = new Set(header.panels);
  const under = panels.has("show") && panels.has("next") ? ["next"] : [];
  const side = ["heads", "statistics", "next", "row"]
    .filter(panel => panels.has(panel) && !under.includes(panel));
  const wide = side.length && mount.width >= 860 * mount.unit;
  const host = name => make("div", { class: `panel ${name}` });
  const hosts = { choose: host("choose"), picture: host("picture") };
  for (const panel of [...side, ...under]) hosts[panel] = host(panel);
  if (panels.has("show")) {
    hosts.show = host("show");
    hosts.show.hidden = !mount.options;
    hosts.meter = host("meter");
  }
  mount.left = make("p", { class: "note left" });
  mount.says = make("p", { class: "says", "aria-live": "polite" });
  mount.readout = make("p", { class: "readout" });
  mount.shown = make("div", {});
  const walking = Boolean(mount.view.walk);
  const drawn = !walking && (panels.has("beams") || panels.has("matrix"));
  if (panels.has("names") && drawn) hosts.names = host("names");
  const main = make("div", { class: "main" }, hosts.picture,
    make("div", { class: "words" }, mount.says, mount.readout), mount.left,
    hosts.meter ?? "", hosts.names ?? "", buildFoot(mount, panels, hosts),
    hosts.show ?? "", mount.shown,
    ...under.map(panel => hosts[panel]));
  if (!drawn) hosts.picture.hidden = true;
  const body = make("div", { class: wide ? "body wide" : "body" }, main);
  if (side.length) {
    body.append(make("div", { class: "side" }, ...side.map(panel => hosts[panel])));
  }
  if (mount.walk) {
    Object.keys(TOUR).forEach(name => { hosts[name] = host(name); });
    arrange(hosts, body, mount.width, mount.unit);
  }
  root.classList.toggle("walking", walking);
  root.replaceChildren(...panels.has("choose") && !mount.walk ? [hosts.choose] : [], body);

  const makers = { ...mount.walk && TOUR, choose: buildChoose,
    picture: drawn && buildPicture, heads: buildMosaic, row: buildRow, next: buildNext,
    show: buildShow, meter: buildMeter, names: buildNames, statistics: buildStatistics };
  const parts = Object.entries(hosts)
    .filter(([name]) => makers[name] && (name !== "choose" || panels.has("choose")))
    .map(([name, node]) => [name, makers[name](contextOf(mount, node, panels))]);
  mount.film = parts.find(([name]) => name === "film")?.[1];
  mount.parts = parts.map(([, part]) => part);
  if (mount.walk) settle(hosts);
  root.onkeydown = event => travel(mount, event);
  paintAll(mount);
  const again = [...root.querySelectorAll("[data-stay]")]
    .filter(node => node.dataset.stay === stay);
  (again.find(node => node.getAttribute("aria-checked") === "true") ?? again[0])?.focus();
}

/** What a panel may know and do. */
function contextOf(mount, host, panels) {
  return {
    host, panels, id: mount.id, trace: mount.trace, header: mount.trace.header,
    stack: mount.stack, theme: mount.theme, unit: mount.unit,
    view: () => mount.view,
    whole: mount.whole, width: mount.width,
    row: () => mount.hover?.row ?? mount.view.row,
    cell: () => pointed(mount)?.row === null ? null : pointed(mount),
    column: () => pointed(mount)?.row === null ? pointed(mount).column : null,
    at: () => mount.rows.output ?? 0,
    weights: () => mapOf(mount.stack, mount.view),
    kept: () => keptOf(mount),
    choose: change => choose(mount, change),
    hover: place => { mount.hover = place; paintRow(mount); },
    pick: place => choose(mount, { row: place.row }, place),
    forbidding: () => Boolean(mount.forbidding && mount.trace.header.hands && connected()),
    ask: what => mount.ask({ ...what, ...mount.hand,
      kind: mount.view.stack, layer: mount.view.layer,
      heads: mount.view.heads.length ? mount.view.heads
        : mount.view.head < 0 ? null : [mount.view.head] }),
    hold: place => { mount.cell = place; paintRow(mount); },
    step: row => {
      if (side(mount) === "output") choose(mount, { row });
      else { mount.rows.output = row; paintRow(mount); }
    },
    ...mount.walk && { ...mount.walk, machine: mount.trace.header.machine,
      title: () => mount.view.walk ? stationTitle(mount.trace.header.machine, mount.view) : "",
      about: () => mount.view.walk ? aboutStage(mount.trace.header.machine, mount.view,
        mount.walk.blocks()) : "" },
    leave: () => mount.root.focus(),
    focusOn: stay => mount.root.querySelector(`[data-stay="${stay}"]`)
      ?.focus({ preventScroll: true }),
  };
}

/** The cell or, where its row is null, the key that is pointed at, else the one held. */
const pointed = mount => mount.hover ?? mount.cell;

/** The strongest links of the shown map, where not all are wanted. */
function keptOf(mount) {
  const { stack, view } = mount;
  if (mount.mask === undefined) {
    mount.mask = strongest(mapOf(stack, view), stack.rows, stack.columns, view.links / 100);
  }
  return mount.mask;
}

/** Escape: nothing is held, and the row is the one that the page began with. */
function letGo(mount) {
  mount.cell = mount.hover = null;
  const { row } = fit(mount.trace.stacks, mount.trace.header.view);
  choose(mount, side(mount) === mount.began ? { row } : {});
  paintRow(mount);
  mount.root.focus();
}

const REBUILT = ["stack", "colour", "special", "names", "overview"];
const REPAINTED = ["layer", "head", "heads", "links", "walk", "place", "stage",
  "terms"];

/** The reader chose something: paint first, speak to Python once the view rests. */
function choose(mount, change, cell = null) {
  const before = mount.view;
  const alone = "head" in change && !change.heads ? { heads: [] } : {};
  mount.view = fitted(mount, { ...before, ...alone, ...change });
  if (mount.view.stack !== before.stack) {
    mount.hover = null;
    const row = mount.rows[side(mount)] ?? mount.view.row;
    mount.view = fitted(mount, { ...mount.view, row: change.row ?? row });
  }
  mount.cell = cell ?? (mount.cell?.row === mount.view.row ? mount.cell : null);
  remember(mount);
  const other = name => String(mount.view[name]) !== String(before[name]);
  if (REBUILT.some(other) || !mount.view.walk !== !before.walk) build(mount);
  else if (REPAINTED.some(other)) paintAll(mount);
  else paintRow(mount);
  if (JSON.stringify(mount.view) === JSON.stringify(before)) return;
  clearTimeout(mount.timer);
  mount.timer = setTimeout(() => tell(mount), REST);
}

/** Report the view; while the line is cut it is kept, and said once it is mended. */
function tell(mount) {
  mount.unsaid = !connected();
  if (!mount.unsaid) mount.report({ ...mount.view });
}

function paintAll(mount) {
  mount.mask = undefined;
  mount.parts.forEach(part => part.weights());
  if (mount.table) mount.shown.replaceChildren(numbersOf(mount));
  mount.left.textContent = optionsSaid(mount.whole, mount.stack, mount.view);
  say(mount);
}

function paintRow(mount) {
  mount.parts.forEach(part => part.row());
  say(mount);
}

function say(mount) {
  const { stack, view, trace } = mount, place = pointed(mount);
  const row = mount.hover?.row ?? view.row;
  markRow(side(mount), row);
  if (view.walk) {
    write(mount.says, mount.walk.sentence());
    mount.readout.textContent = "";
    return;
  }
  write(mount.says, sentence(trace.header, stack, view, row));
  if (!place || place.column === null) mount.readout.textContent = "";
  else if (place.row === null) write(mount.readout, keySentence(stack, view, place.column));
  else write(mount.readout, cellSentence(stack, view, place.row, place.column));
}

const TURNS = { ArrowLeft: ["head", -1], ArrowRight: ["head", 1],
  ArrowUp: ["layer", -1], ArrowDown: ["layer", 1] };

function travel(mount, event) {
  if (mount.view.walk) {
    walkKeys(event, { walk: mount.walk, root: mount.root, film: () => mount.film });
    return;
  }
  if (event.key === "Escape") { event.stopPropagation(); letGo(mount); return; }
  const [what, step] = TURNS[event.key] ?? [];
  if (!what || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest?.(".scroll, .table, details")) return;
  event.preventDefault();
  event.stopPropagation();
  choose(mount, { [what]: mount.view[what] + step });
  if (event.target.getAttribute?.("role") !== "radio") return;
  event.target.parentNode.querySelector("[aria-checked=true]")?.focus();
}
