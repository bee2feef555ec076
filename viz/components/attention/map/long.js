// The picture of a long text: all cells on one canvas, the chosen row drawn out.
import { make, px, take, write } from "../../common/nodes.js";
import { decimals } from "../../common/numbers.js";
import { parts, text, whole } from "../../common/texts.js";
import { bitmap, fieldOf } from "../core/theme.js";
import { largestOf, rowOf } from "../core/weights.js";
import { bar, slider } from "../core/widgets.js";
import { fading } from "./labels.js";
import { promptEnds } from "./prompt.js";
import { glow, pathOf } from "./ribbons.js";

const LONG = 100;      // from more items on a side on
const WINDOW = 1024;   // items of a side that are drawn at once
const LEAST = 0.01;    // weights that have a ribbon
const TALLEST = 760;   // pixels of the design

export const isLong = ({ rows, columns }) => Math.max(rows, columns) > LONG;

/** Which items of a side are drawn: all of them, or as many as fit from `from` on. */
const spanOf = (count, from) => {
  const first = Math.max(0, Math.min(from, count - WINDOW));
  return { first, count: Math.min(count, WINDOW) };
};

/** Which rows and columns are drawn. */
export const spansOf = ({ stack, from: { rows, columns } = { rows: 0, columns: 0 } }) =>
  ({ rows: spanOf(stack.rows, rows), columns: spanOf(stack.columns, columns) });

/** "Tokens 1 to 1,024 of 1,100" */
export const windowSaid = ({ first, count }, all) => text("long.window",
  { first: whole(first + 1), last: whole(first + count), all: whole(all) });

/** Sizes: one cell is less than a pixel where it has to be, and all of them fit. */
export function layoutOf({ stack, unit }, width, spans) {
  const left = Math.min(120 * unit, width * 0.24), ribbons = 84 * unit, words = 78 * unit;
  const wide = Math.max(80, width - left - 56 * unit);
  const cell = Math.min(24 * unit, wide / spans.columns.count);
  const room = Math.min(TALLEST * unit, Math.max(wide, 240 * unit));
  const height = Math.min(stack.rows > LONG ? cell : 24 * unit, room / spans.rows.count);
  return { left, ribbons, words, cell, height, top: ribbons + words,
    right: left + cell * spans.columns.count, below: height * spans.rows.count };
}

/** @param {import("../mount.js").Mount} mount */
export function buildLong(mount, host) {
  mount.from ??= { rows: 0, columns: 0 };
  const spans = spansOf(mount);
  const layout = layoutOf(mount, host.clientWidth, spans);
  const drawn = nodesOf(mount, layout, spans), ribbons = ribbonsOf(mount, layout, spans);
  const marks = marksOf(mount, layout, spans), bars = barsOf(mount);
  const board = make("div", { class: "board", style:
    `width:${px(layout.right)};height:${px(layout.top + layout.below)}` },
  ribbons.node, drawn.box, ...marks.nodes);
  host.replaceChildren(make("div", { class: "long" }, finder(mount),
    ...windows(mount, spans), board,
    make("p", { class: "note", text: text("long.ribbons", { percent: LEAST * 100 }) }),
    bars.node));
  listen(mount, layout, spans, drawn);
  const row = () => { drawn.row(); ribbons.row(); marks.row(); bars.row(); };
  return { weights() { drawn.weights(); row(); }, row };
}

/** The colours of the cells, a pixel each; a forbidden one is clear. */
export function shadesOf({ stack, theme, weights, kept, view }, { rows, columns }) {
  return bitmap(columns.count, rows.count, pixel => {
    const row = rows.first + Math.floor(pixel / columns.count);
    const at = row * stack.columns + columns.first + pixel % columns.count;
    if (Number.isNaN(weights[at])) return 0;
    return theme.packed[theme.shade(kept && !kept[at] ? 0 : weights[at], view.colour)];
  });
}

/** The canvas, and the two hairs that mark the shown row and a pointed column. */
function nodesOf(mount, layout, { rows, columns }) {
  const { stack } = mount, { cell, height } = layout;
  const { node, pen, hatch, sharp } = fieldOf(mount, cell * columns.count, layout.below);
  const across = make("div", { class: "hair" }), down = make("div", { class: "hair" });
  const box = make("div", { class: "box", tabindex: 0, role: "slider", "data-stay": "rows",
    "aria-orientation": "vertical", "aria-label": text("long.rows"), "aria-valuemin": 1,
    "aria-valuemax": stack.rows, style: `left:${px(layout.left)};top:${px(layout.top)};`
      + `width:${px(cell * columns.count)};height:${px(layout.below)}` }, node,
  ...promptEnds(mount, layout, 0, { rows, columns }), across, down);
  return {
    box,
    weights() {
      const map = shadesOf(mount, { rows, columns });
      pen.clearRect(0, 0, node.width, node.height);
      pen.fillStyle = hatch;
      pen.fillRect(0, 0, node.width, node.height);
      pen.imageSmoothingEnabled = Math.min(cell, height) * sharp < 1;
      pen.drawImage(map, 0, 0, node.width, node.height);
    },
    row() {
      const { shownRow, pointedColumn, pointedCell } = mount;
      const column = pointedColumn ?? pointedCell?.column ?? null;
      across.style.cssText = hair(0, (shownRow - rows.first + 0.5) * height,
        cell * columns.count, 0);
      across.hidden = shownRow < rows.first || shownRow >= rows.first + rows.count;
      down.hidden = column === null;
      down.style.cssText = hair(((column ?? 0) - columns.first + 0.5) * cell, 0, 0,
        layout.below);
      box.setAttribute("aria-valuenow", mount.view.row + 1);
      box.setAttribute("aria-valuetext", stack.queryNames[mount.view.row]);
    },
  };
}

const hair = (left, top, width, height) => `position:absolute;left:${px(left)};`
  + `top:${px(top)};width:${px(Math.max(1, width))};height:${px(Math.max(1, height))}`;

/** The chosen row as ribbons, from its place to its keys. */
function ribbonsOf(mount, { left, ribbons, cell, right }, { rows, columns }) {
  const { stack, theme, unit } = mount, id = `long-${mount.id}`;
  const lit = make("g", {}), dot = make("circle", { class: "query-dot on", cy: 7 * unit,
    r: 6 * unit });
  const node = make("svg", { width: right, height: ribbons, "aria-hidden": true,
    style: "left:0;top:0" }, make("defs", {}, fading(id, theme)), lit, dot);
  return {
    node,
    row() {
      const row = mount.shownRow, share = (row - rows.first + 0.5) / rows.count;
      const from = left + Math.max(0, Math.min(1, share)) * (right - left);
      dot.setAttribute("cx", from);
      lit.replaceChildren(...ribbonsOfRow(rowOf(mount.weights, stack.columns, row), columns,
        { from, left, cell, unit, height: ribbons - 2 })
        .map(ribbon => make("path", { fill: `url(#${id})`, ...ribbon })));
    },
  };
}

/** What is drawn of a row, the largest last: paths from its place to its keys. */
export const ribbonsOfRow = (weights, { first, count }, { from, left, cell, unit, height }) =>
  largestOf(weights, weights.length)
    .filter(key => weights[key] >= LEAST && key >= first && key < first + count)
    .reverse().map(key => {
      const width = Math.max(1.2, weights[key] * 36 * unit);
      const to = left + (key - first + 0.5) * cell;
      return { opacity: glow(weights[key], true).toFixed(3), d: pathOf({
        start: from - 3 * unit, startWidth: 6 * unit, end: to - width / 2,
        endWidth: width, height }, 8 * unit) };
    });

/** Words in front of rows and above columns: every so many, and those that matter now. */
function marksOf(mount, layout, { rows, columns }) {
  const { stack, unit } = mount, host = make("div", {}), { left, top, cell, height } = layout;
  const put = (side, at, on) => make("span", {
    class: `word mark ${side} ${side === "row" ? "query" : "key"}${on ? " on" : ""}`,
    text: side === "row" ? stack.queryWords[at] : stack.keyWords[at],
    style: side === "row"
      ? `position:absolute;right:calc(100% - ${px(left - 8 * unit)});`
        + `max-width:${px(left - 8 * unit)};top:${px(top + (at - rows.first + 0.5) * height)}`
      : `position:absolute;left:${px(left + (at - columns.first + 0.5) * cell)};`
        + `bottom:calc(100% - ${px(top - 4 * unit)});max-width:${px(92 * unit)}`,
  });
  host.style.cssText = "inset:0;pointer-events:none";
  return {
    nodes: [host],
    row() {
      const shown = mount.shownRow;
      const weights = rowOf(mount.weights, stack.columns, shown);
      const best = mount.pointedColumn ?? mount.pointedCell?.column ?? largestOf(weights, 1)[0];
      host.replaceChildren(
        ...spread(rows, Math.ceil(18 * unit / height), shown)
          .map(at => put("row", at, at === shown)),
        ...spread(columns, Math.ceil(22 * unit / cell), best ?? -1)
          .map(at => put("column", at, at === best)));
    },
  };
}

/** Every `step`-th item but those too near to the one that is `on`, which is the last. */
export function spread({ first, count }, step, on) {
  const found = [];
  for (let at = first; at < first + count; at += step) {
    if (Math.abs(at - on) >= step || on < first) found.push(at);
  }
  if (on >= first && on < first + count) found.push(on);
  return found;
}

/** The largest weights of the shown row, in words and numbers. */
function barsOf(mount) {
  const { stack } = mount, title = make("h3", {}), host = make("div", { class: "bars" });
  return {
    node: make("div", {}, title, host),
    row() {
      const weights = rowOf(mount.weights, stack.columns, mount.shownRow);
      write(title, parts("long.largest",
        { query: { text: stack.queryNames[mount.shownRow], role: "query" } }));
      host.replaceChildren(...largestOf(weights).map(key => {
        const item = bar(stack.keyNames[key], stack.keySpecial[key], "key");
        item.set(weights[key], decimals(weights[key]));
        return item.node;
      }));
    },
  };
}

/** A field that goes to the next query that holds what was typed; else to the next key. */
function finder(mount) {
  const before = mount.finding ?? { asked: "", said: "" };   // the window may have moved
  const said = make("span", { class: "note", "aria-live": "polite", text: before.said });
  const field = make("input", { type: "search", "aria-label": text("long.find"),
    placeholder: text("long.find"), "data-stay": "find" });
  field.value = before.asked;
  const go = () => {
    const { stack, view, cell } = mount, asked = field.value.trim().toLowerCase();
    if (!asked) { said.textContent = ""; return; }
    const row = after(stack.queryWords, view.row, asked);
    const column = row < 0 ? after(stack.keyWords, cell?.column ?? -1, asked) : -1;
    said.textContent = row >= 0 ? text("long.found", { n: row + 1, word: stack.queryWords[row] })
      : column >= 0 ? text("long.found_key", { n: column + 1, word: stack.keyWords[column] })
        : text("long.none");
    mount.finding = { asked: field.value, said: said.textContent };
    if (row >= 0) toRow(mount, row);
    if (column >= 0) toColumn(mount, column);
  };
  field.onkeydown = event => {
    if (event.key === "Enter") go();
    if (event.key !== "Escape" && event.key !== "Tab") event.stopPropagation();
  };
  return make("div", { class: "find" }, field,
    make("button", { type: "button", text: text("long.next"), onclick: go }), said);
}

/** The next word behind a place that holds what is asked for, or −1. */
function after(words, place, asked) {
  const holds = word => word.toLowerCase().includes(asked);
  const next = words.findIndex((word, at) => at > place && holds(word));
  return next < 0 ? words.findIndex(holds) : next;
}

/** Chooses a row, and moves the window there if it is outside. */
function toRow(mount, row) {
  const inside = isInside(spansOf(mount).rows, row);
  if (!inside) mount.from.rows = mount.from.columns = Math.max(0, row - WINDOW / 2);
  mount.dispatch("choose", { row });
  if (!inside) mount.build();
}

/** The same of a column, which is held. */
function toColumn(mount, column) {
  const inside = isInside(spansOf(mount).columns, column);
  if (!inside) mount.from.columns = Math.max(0, column - WINDOW / 2);
  mount.dispatch("hold", { row: null, column });
  if (!inside) mount.build();
}

const isInside = ({ first, count }, at) => at >= first && at < first + count;

/** Where a side has too many items to be drawn at once: which of them are. */
function windows(mount, spans) {
  return [["rows", "queries_window"], ["columns", "keys_window"]]
    .filter(([side]) => mount.stack[side] > WINDOW).map(([side, name]) => {
      const all = mount.stack[side], { first } = spans[side];
      const { input, said, set } = slider(text(`long.${name}`),
        { min: 0, max: all - WINDOW, step: 1 }, side, from => {
          mount.from[side] = from;
          mount.build();
        });
      set(first, windowSaid(spans[side], all));
      return make("label", { class: "choice" },
        make("span", { text: text(`long.${name}`) }), input, said);
    });
}

/** What pointer and keys do. */
function listen(mount, { cell, height }, { rows, columns }, { box }) {
  const under = event => {
    const { left, top } = box.getBoundingClientRect();
    const row = Math.floor((event.clientY - top) / height);
    const column = Math.floor((event.clientX - left) / cell);
    return row < 0 || row >= rows.count || column < 0 || column >= columns.count ? null
      : { row: row + rows.first, column: column + columns.first };
  };
  box.onpointermove = event => mount.dispatch("point", under(event));
  box.onpointerleave = () => mount.dispatch("point", null);
  box.onclick = event => {
    const place = under(event);
    if (place) mount.dispatch("pick", place);
  };
  box.onkeydown = event => {
    const { row } = mount.view, last = mount.stack.rows - 1;
    const to = { ArrowUp: row - 1, ArrowDown: row + 1, Home: 0, End: last }[event.key];
    if (to === undefined) return;
    take(event);
    if (to >= 0 && to <= last) toRow(mount, to);
  };
}
