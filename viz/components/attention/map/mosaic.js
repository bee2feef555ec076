// All heads at once, on one canvas: thumbnails, an ink ring on the open one.
import { alone, make, px, take } from "../../common/nodes.js";
import { text } from "../../common/texts.js";
import { afterPaint } from "../core/coarse.js";
import { bitmap } from "../core/theme.js";
import { shownOf } from "../core/trace.js";
import { toggled } from "../core/view.js";
import { segments, SIDEWAYS } from "../core/widgets.js";
import { layerPlan, mosaicPlan, tileAt } from "./ribbons.js";
import { buildTiles } from "./patchtiles.js";
import { onPicture } from "./onpicture.js";
import { headName } from "./say.js";

/** @param {import("../mount.js").Mount} mount */
export function buildMosaic(mount, host) {
  if (onPicture(mount.stack)) return buildTiles(mount, host);
  const { trace, header, panels } = mount, { special, overview } = mount.view;
  const stacks = [...trace.stacks.values()].map(stack => shownOf(header, stack, { special }));
  const chooses = panels.has("show");
  const mosaic = { stacks, chooses, one: chooses && overview === "layer", layout: null,
    canvas: make("canvas", { role: "img" }),
    marks: make("canvas", { class: "marks", "aria-hidden": "true" }),
    ring: make("div", { class: "ring" }),
    over: make("div", { class: "ring over", hidden: true }),
    said: make("p", { class: "tile-name", "aria-live": "polite" }) };
  const board = make("div", { class: "mosaic", tabindex: 0, role: "group",
    "data-stay": "mosaic", "aria-label": text("mosaic.about") },
  mosaic.canvas, mosaic.marks, mosaic.ring, mosaic.over);
  const extent = chooses ? segments(text("mosaic.which"), [
    { value: "all", text: text("mosaic.all_layers") },
    { value: "layer", text: text("mosaic.this_layer") }], () => mount.view.overview,
  overview => mount.dispatch("choose", { overview }), SIDEWAYS) : null;
  host.replaceChildren(make("h3", {}, `${text("mosaic.heads")} `,
    extent?.node ?? make("small", { text: countsOf(stacks) })), board, mosaic.said);
  if (chooses) board.title = countsOf(stacks);
  listen(mount, mosaic, board);
  lay(mount, mosaic, board);
  return {
    weights() {
      lay(mount, mosaic, board);
      extent?.update();
      const { head, heads } = mount.view, line = lineOf(mosaic, mount.view);
      around(mosaic.ring, heads.length ? [] : head < 0 ? line : [line[head]]);
      markRow(mount, mosaic);
    },
    row: () => markRow(mount, mosaic),
  };
}

/** The thumbnails of one layer of a stack. */
const lineOf = ({ layout }, { stack, layer }) => layout.places.filter(place =>
  place.stack === stack && place.layer === layer);

/** Places the thumbnails and paints them: once, or again for another layer. */
function lay({ view, theme, unit, arriving }, mosaic, board) {
  const { stack, layer, colour } = view, { stacks, one, canvas, marks } = mosaic;
  const now = one ? `${stack} ${layer}` : "all", width = board.parentNode.clientWidth;
  if (mosaic.laid === now) return;
  mosaic.laid = now;
  const layout = mosaic.layout = one
    ? layerPlan(stacks.find(({ id }) => id === stack), layer, width, unit)
    : mosaicPlan(stacks, width, unit);
  const sharp = Math.min(3, Math.max(2, window.devicePixelRatio || 1));
  for (const node of [canvas, marks]) {
    node.width = Math.round(layout.width * sharp);
    node.height = Math.round(layout.height * sharp);
    node.style.width = px(layout.width);
    node.style.height = px(layout.height);
  }
  board.style.height = px(layout.height);
  canvas.setAttribute("aria-label",
    text(one ? "mosaic.of_layer" : "mosaic.all", { n: layout.places.length }));
  arriving.then(afterPaint(stacks[0], () => {
    if (mosaic.laid === now && canvas.isConnected) {
      draw(canvas, sharp, layout, stacks, theme, unit, colour);
    }
  }));
  marks.getContext("2d").scale(sharp, sharp);
}

/** Pointing names a head, a click opens it, with Shift it joins the mean; arrows move. */
function listen(mount, mosaic, board) {
  const { canvas, over, said } = mosaic;
  const name = place => {
    const stack = mount.trace.stacks.get(place.stack);
    return text("mosaic.place", { stack: stack.short ?? stack.label,
      layer: stack.numbers[place.layer], head: headName(stack, place.head) });
  };
  const open = ({ stack, layer, head }) => mount.dispatch("choose", { stack, layer, head });
  const under = event => {
    const box = canvas.getBoundingClientRect();
    return tileAt(mosaic.layout, event.clientX - box.left, event.clientY - box.top);
  };
  board.onpointermove = event => {
    const place = under(event);
    around(over, place ? [place] : []);
    said.textContent = place ? name(place) : "";
  };
  board.onpointerleave = () => { over.hidden = true; said.textContent = ""; };
  board.onclick = event => {
    const place = under(event);
    if (!place) return;
    if (event.shiftKey && mosaic.chooses && lineOf(mosaic, mount.view).includes(place)) {
      mount.dispatch("choose", toggled(mount.view, place.head));
    } else open(place);
  };
  board.onkeydown = event => {
    const way = WAYS[event.key];
    if (!way || !alone(event)) return;
    take(event);
    const next = neighbour(mosaic, mount.view, way);
    if (!next) return;
    open(next);
    said.textContent = name(next);
  };
}

const WAYS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

/** The thumbnail beside, above or below the open one. */
function neighbour(mosaic, view, [down, right]) {
  const { places } = mosaic.layout, line = lineOf(mosaic, view), at = Math.max(0, view.head);
  if (right) return line[at + right];
  const tops = [...new Set(places.map(({ y }) => y))];
  const top = tops[tops.indexOf(line[at].y) + down];
  return places.filter(place => place.y === top && place.x <= line[at].x + 1).at(-1);
}

/** The shown row, or key, in every thumbnail over the same words: framed, or marked. */
function markRow({ view, stack: shown, theme, shownRow, pointedColumn: column }, mosaic) {
  const { stacks, one, layout } = mosaic, pen = mosaic.marks.getContext("2d");
  pen.clearRect(0, 0, layout.width, layout.height);
  pen.strokeStyle = pen.fillStyle = theme.text;
  const chosen = new Set(lineOf(mosaic, view).filter(({ head }) => view.heads.includes(head)));
  for (const place of layout.places) {
    const map = stacks.find(({ id }) => id === place.stack), { x, y, width, height } = place;
    pen.lineWidth = 3;
    if (chosen.has(place)) pen.strokeRect(x - 0.5, y - 0.5, width + 1, height + 1);
    pen.lineWidth = 1;
    if (column !== null) {
      if (map.keys !== shown.keys) continue;
      const wide = width / map.columns, left = x + column * wide;
      if (one) pen.strokeRect(left, y, wide, height);
      else for (const edge of [y - 3, y + height]) pen.fillRect(left, edge, wide, 3);
    } else if (map.side === shown.side) {
      const high = height / map.rows, top = y + shownRow * high;
      if (one) pen.strokeRect(x, top, width, high);
      else for (const edge of [x - 3, x + width]) pen.fillRect(edge, top, 3, high);
    }
  }
}

/** A frame around thumbnails, hidden where there are none. */
function around(node, places) {
  node.hidden = !places.length;
  if (node.hidden) return;
  const left = Math.min(...places.map(({ x }) => x)) - 2;
  const top = Math.min(...places.map(({ y }) => y)) - 2;
  const right = Math.max(...places.map(({ x, width }) => x + width)) + 2;
  const bottom = Math.max(...places.map(({ y, height }) => y + height)) + 2;
  Object.assign(node.style, { left: px(left), top: px(top), width: px(right - left),
    height: px(bottom - top) });
}

/** "3 attentions × 6 layers × 8 heads", or how many heads there are. */
function countsOf(stacks) {
  const [{ layers, heads }] = stacks, attentions = stacks.length;
  if (!stacks.every(stack => stack.layers === layers && stack.heads === heads)) {
    return text("mosaic.heads_in_all", { n: stacks.reduce((sum, stack) =>
      sum + stack.layers * stack.heads, 0) });
  }
  return [...attentions > 1 ? [text("mosaic.attentions", { n: attentions })] : [],
    text("mosaic.layers", { n: layers }), text("mosaic.counted", { n: heads })].join(" × ");
}

function draw(canvas, sharp, layout, stacks, theme, unit, colour) {
  const pen = canvas.getContext("2d"), maps = new Map();
  const paint = weight => theme.packed[theme.shade(weight, colour)];
  pen.scale(sharp, sharp);
  for (const stack of stacks) {
    const place = layout.places.find(({ stack: id }) => id === stack.id);
    if (place) maps.set(stack.id, tilesOf(stack, paint, place.width * sharp));
  }
  for (const place of layout.places) {
    const { map, high, wide } = maps.get(place.stack);
    if (!high || !wide) continue;
    pen.imageSmoothingEnabled = wide > place.width * sharp / 2;
    pen.drawImage(map, place.head * wide, place.layer * high, wide, high,
      place.x, place.y, place.width, place.height);
  }
  pen.fillStyle = theme.muted;
  pen.font = `${14 * unit}px ${theme.instrument}`;
  pen.textBaseline = "middle";
  for (const { text, x = 0, y } of layout.titles) pen.fillText(text, x, y);
  for (const { stack: id, head, layer, y, height } of layout.margin ? layout.places : []) {
    const { numbers } = stacks.find(stack => stack.id === id);
    if (head === 0) pen.fillText(numbers[layer], 0, y + height / 2);
  }
}

/**
 * Every stack is one small bitmap, a pixel a cell; the tiles are cut from it. Where a
 * tile has fewer pixels than cells, a pixel shows the largest weight under it, or the one
 * furthest from 0.
 */
function tilesOf(stack, paint, room) {
  const { rows, columns, heads, layers } = stack;
  const pool = Math.max(1, Math.ceil(columns / room));
  const wide = Math.ceil(columns / pool), high = Math.ceil(rows / pool);
  const most = new Float32Array(layers * high * heads * wide).fill(NaN);
  const under = Int32Array.from({ length: columns }, (_, at) => Math.floor(at / pool));
  for (let layer = 0; layer < layers; layer++) {
    for (let head = 0; head < heads; head++) {
      const values = stack.map(layer * heads + head, true);
      for (let row = 0, at = 0; row < rows; row++) {
        const line = (layer * high + Math.floor(row / pool)) * heads * wide + head * wide;
        for (let column = 0; column < columns; column++, at++) {
          const weight = values[at], pixel = line + under[column];
          if (!(Math.abs(weight) <= Math.abs(most[pixel])) && !Number.isNaN(weight)) {
            most[pixel] = weight;
          }
        }
      }
    }
  }
  const map = bitmap(heads * wide, layers * high, pixel =>
    Number.isNaN(most[pixel]) ? 0 : paint(most[pixel]));
  return { map, high, wide };
}
