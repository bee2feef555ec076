// All heads at once, on one canvas: thumbnails, an ink ring on the open one.
import { mosaicPlan, tileAt } from "./beams.js";
import { make, px } from "./page.js";
import { headName } from "./say.js";

export function buildMosaic(context) {
  const { trace, unit, theme, host } = context, stacks = [...trace.stacks.values()];
  const layout = mosaicPlan(stacks, host.clientWidth, unit);
  const sharp = Math.min(3, Math.max(2, window.devicePixelRatio || 1));
  const canvas = make("canvas", { role: "img",
    width: Math.round(layout.width * sharp), height: Math.round(layout.height * sharp),
    style: `width:${px(layout.width)};height:${px(layout.height)}`,
    "aria-label": `all ${layout.places.length} heads as small matrices` });
  const ring = make("div", { class: "ring" }), over = make("div", { class: "ring over", hidden: true });
  const said = make("p", { class: "tile-name", "aria-live": "polite" });
  const board = make("div", { class: "mosaic", tabindex: 0, role: "group",
    "aria-label": "All heads: arrow keys move the open one", "data-stay": "mosaic",
    style: `height:${px(layout.height)}` }, canvas, ring, over);
  const counts = stacks.map(stack => `${stack.layers} × ${stack.heads}`);
  const all = new Set(counts).size === 1
    ? `${stacks.length > 1 ? `${stacks.length} attentions × ` : ""}`
      + `${many(stacks[0].layers, "layer")} × ${many(stacks[0].heads, "head")}`
    : `${layout.places.length} heads`;
  host.replaceChildren(make("h4", {}, "All heads ", make("small", { text: all })), board,
    said);
  draw(canvas, sharp, layout, trace, theme, unit);

  const name = place => {
    const stack = trace.stacks.get(place.stack);
    return `${stack.short ?? stack.label}, layer ${place.layer + 1}, `
      + headName(stack, place.head);
  };
  const open = ({ stack, layer, head }) => context.choose({ stack, layer, head });
  const around = (node, first, last = first) => {
    node.hidden = !first;
    if (!first) return;
    node.style.left = px(first.x - 2);
    node.style.top = px(first.y - 2);
    node.style.width = px(last.x + last.width - first.x + 4);
    node.style.height = px(first.height + 4);
  };
  const under = event => {
    const box = canvas.getBoundingClientRect();
    return tileAt(layout, event.clientX - box.left, event.clientY - box.top);
  };
  board.onpointermove = event => {
    const place = under(event);
    around(over, place);
    said.textContent = place ? name(place) : "";
  };
  board.onpointerleave = () => { over.hidden = true; said.textContent = ""; };
  board.onclick = event => { const place = under(event); if (place) open(place); };
  board.onkeydown = event => {
    const move = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0],
      ArrowDown: [1, 0] }[event.key];
    if (!move || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    const lines = [...new Set(layout.places.map(place => place.y))];
    const view = context.view(), head = Math.max(0, view.head);
    const here = layout.places.find(place => place.stack === view.stack
      && place.layer === view.layer && place.head === head);
    const y = lines[lines.indexOf(here.y) + move[0]];
    const line = layout.places.filter(place => place.y === y);
    const next = line.find(place => place.head === head + move[1]) ?? line.at(-1);
    if (!next || (move[1] && next.head !== head + move[1])) return;
    open(next);
    said.textContent = name(next);
  };
  return {
    weights() {
      const { stack, layer, head } = context.view();
      const line = layout.places.filter(place =>
        place.stack === stack && place.layer === layer);
      if (head < 0) around(ring, line[0], line.at(-1));
      else around(ring, line[head]);
    },
    row() {},
  };
}

function draw(canvas, sharp, layout, trace, theme, unit) {
  const pen = canvas.getContext("2d"), maps = new Map();
  pen.scale(sharp, sharp);
  for (const [id, stack] of trace.stacks) {
    const { width } = layout.places.find(place => place.stack === id);
    maps.set(id, bitmap(stack, theme.packed, width * sharp));
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
  for (const { text, y } of layout.titles) pen.fillText(text, 0, y);
  for (const { head, layer, y, height } of layout.places) {
    if (head === 0) pen.fillText(layer + 1, 0, y + height / 2);
  }
}

const many = (count, name) => `${count} ${name}${count === 1 ? "" : "s"}`;

/**
 * Every stack is one small bitmap, a pixel a cell; the tiles are cut from it. Where a
 * tile has fewer pixels than cells, a pixel shows the largest weight under it.
 */
function bitmap(stack, packed, room) {
  const { rows, columns, heads, layers, values } = stack;
  const pool = Math.max(1, Math.ceil(columns / room));
  const wide = Math.ceil(columns / pool), high = Math.ceil(rows / pool);
  const map = make("canvas", { width: Math.max(1, heads * wide),
    height: Math.max(1, layers * high) });
  const pen = map.getContext("2d"), most = new Float32Array(map.width * map.height);
  most.fill(-1);
  const under = Int32Array.from({ length: columns }, (_, at) => Math.floor(at / pool));
  let at = 0;
  for (let layer = 0; layer < layers; layer++) {
    for (let head = 0; head < heads; head++) {
      for (let row = 0; row < rows; row++) {
        const line = (layer * high + Math.floor(row / pool)) * map.width + head * wide;
        for (let column = 0; column < columns; column++, at++) {
          const weight = values[at], pixel = line + under[column];
          if (weight > most[pixel]) most[pixel] = weight;
        }
      }
    }
  }
  const image = pen.createImageData(map.width, map.height);
  const pixels = new Uint32Array(image.data.buffer);
  for (let pixel = 0; pixel < most.length; pixel++) {
    if (most[pixel] >= 0) pixels[pixel] = packed[Math.min(255, most[pixel] * 255 + 0.5 | 0)];
  }
  pen.putImageData(image, 0, 0);
  return { map, high, wide };
}
