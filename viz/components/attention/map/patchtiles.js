// All heads of a stack over the same picture, for the row that is shown: a tile each.
import { make, px } from "../../common/nodes.js";
import { text } from "../../common/texts.js";
import { askedKey, gridsOf, lit, shadeOn } from "./onpicture.js";
import { headName } from "./say.js";

const GAP = 1;   // pixels between tiles, in patches
const FEW = 4;   // layers whose heads may stand in several lines, and heads in a line then
const NUMBER = 16;   // pixels of the design before a line, for the layer's number

/** @param {import("../mount.js").Mount} mount */
export function buildTiles(mount, host) {
  const { stack, theme, unit } = mount, grids = gridsOf(stack);
  if (stack.layers * stack.heads < 2) { host.hidden = true; return { weights() {} }; }
  const wide = grids.reduce((sum, { columns }) => sum + columns, 0) + GAP;
  const high = Math.max(...grids.map(({ rows }) => rows)) + GAP;
  const across = stack.layers > FEW ? stack.heads : Math.min(stack.heads, FEW);
  const lines = Math.ceil(stack.heads / across), plan = { across, lines };
  const canvas = make("canvas", { width: wide * across, height: high * lines * stack.layers, role: "img",
    "aria-label": text("mosaic.all", { n: stack.layers * stack.heads }) });
  const ring = make("div", { class: "ring" }), said = make("p", { class: "tile-name", "aria-live": "polite" });
  const pen = canvas.getContext("2d"), image = pen.createImageData(canvas.width, canvas.height);
  const pixels = new Uint32Array(image.data.buffer);
  const width = Math.min(host.clientWidth - NUMBER * unit, across * 96 * unit);
  const height = width * canvas.height / canvas.width;
  const board = make("div", { class: "tiles", style: `width:${px(width)};height:${px(height)};margin-left:${px(NUMBER * unit)}` },
    canvas, ring, ...Array.from({ length: stack.layers > 1 ? stack.layers : 0 }, (_, at) => make("small", {
      text: stack.numbers[at], style: `top:${px((at + 0.5) * height / stack.layers)}` })));
  host.replaceChildren(make("h3", { text: text("patches.heads") }), board, said);
  listen(mount, canvas, said, plan);
  const row = () => {
    const { view, shownRow, arriving } = mount, column = askedKey(mount);
    for (let layer = 0; layer < stack.layers; layer++) {
      if (!arriving.has({ stack: stack.id, layer })) continue;
      for (let head = 0; head < stack.heads; head++) {
        const weights = lit(stack, { layer, head }, shownRow, column);
        tile(weights, { stack, grids, pixels, theme, colour: view.colour,
          line: canvas.width, x: head % across * wide, y: (layer * lines + Math.floor(head / across)) * high });
      }
    }
    pen.putImageData(image, 0, 0);
    const { layer, head, heads } = view, all = head < 0 || heads.length > 0;
    const gap = [100 * GAP / canvas.width, 100 * GAP / canvas.height], line = 100 / stack.layers / lines;
    ring.style.cssText = `left:${all ? 0 : head % across * 100 / across}%;`
      + `top:${(layer * lines + (all ? 0 : Math.floor(head / across))) * line}%;`
      + `width:${(all ? 100 : 100 / across) - gap[0]}%;height:${line * (all ? lines : 1) - gap[1]}%`;
  };
  mount.arriving.then(() => { if (canvas.isConnected) row(); });
  return { weights: row, row };
}

/** The grids of one head, side by side. */
function tile(weights, { stack, grids, pixels, theme, colour, line, x, y }) {
  let left = x;
  for (const { first, count, columns } of grids) {
    for (let at = 0; at < count; at++) {
      const shade = shadeOn(stack, weights[first + at], colour);
      pixels[(y + Math.floor(at / columns)) * line + left + at % columns] = theme.packed[shade];
    }
    left += columns;
  }
}

/** Pointing names a head, a click opens it. The keyboard has the choices above. */
function listen(mount, canvas, said, { across, lines }) {
  const { stack } = mount;
  const under = event => {
    const { left, top, width, height } = canvas.getBoundingClientRect();
    const line = Math.floor((event.clientY - top) / height * stack.layers * lines);
    const head = line % lines * across + Math.floor((event.clientX - left) / width * across);
    const layer = Math.floor(line / lines);
    return head >= 0 && head < stack.heads && layer >= 0 && layer < stack.layers ? { layer, head } : null;
  };
  canvas.onpointermove = event => {
    const place = under(event);
    said.textContent = place ? text("mosaic.place", { stack: stack.short ?? stack.label,
      layer: stack.numbers[place.layer], head: headName(stack, place.head) }) : "";
  };
  canvas.onpointerleave = () => { said.textContent = ""; };
  canvas.onclick = event => {
    const place = under(event);
    if (place) mount.dispatch("choose", place);
  };
}
