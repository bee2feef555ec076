// All heads of a stack over the same picture, for the row that is shown: a tile each.
import { make, px } from "../../common/nodes.js";
import { text } from "../../common/texts.js";
import { clearness } from "../../common/veil.js";
import { askedKey, gridsOf, lit } from "./onpicture.js";
import { headName } from "./say.js";

const GAP = 1;   // pixels between tiles, in patches
const NUMBER = 16;   // pixels of the design before a line, for the layer's number

/** @param {import("../mount.js").Mount} mount */
export function buildTiles(mount, host) {
  const { stack, theme, unit } = mount, grids = gridsOf(stack);
  if (stack.layers * stack.heads < 2) { host.hidden = true; return { weights() {} }; }
  const wide = grids.reduce((sum, { columns }) => sum + columns, 0) + GAP;
  const high = Math.max(...grids.map(({ rows }) => rows)) + GAP;
  const canvas = make("canvas", { width: wide * stack.heads, height: high * stack.layers, role: "img",
    "aria-label": text("mosaic.all", { n: stack.layers * stack.heads }) });
  const ring = make("div", { class: "ring" }), said = make("p", { class: "tile-name", "aria-live": "polite" });
  const pen = canvas.getContext("2d"), image = pen.createImageData(canvas.width, canvas.height);
  const pixels = new Uint32Array(image.data.buffer);
  const width = Math.min(host.clientWidth - NUMBER * unit, stack.heads * 96 * unit);
  const height = width * canvas.height / canvas.width;
  const board = make("div", { class: "tiles", style: `width:${px(width)};height:${px(height)};margin-left:${px(NUMBER * unit)}` },
    canvas, ring, ...Array.from({ length: stack.layers > 1 ? stack.layers : 0 }, (_, at) => make("small", {
      text: at + 1, style: `top:${px((at + 0.5) * height / stack.layers)}` })));
  host.replaceChildren(make("h3", { text: text("patches.heads") }), board, said);
  listen(mount, canvas, said);
  const row = () => {
    const { view, shownRow, arriving } = mount, column = askedKey(mount);
    for (let layer = 0; layer < stack.layers; layer++) {
      if (!arriving.has({ stack: stack.id, layer })) continue;
      for (let head = 0; head < stack.heads; head++) {
        const weights = lit(stack, { layer, head }, shownRow, column);
        tile(weights, { grids, pixels, theme, colour: view.colour, cells: stack.columns,
          line: canvas.width, x: head * wide, y: layer * high });
      }
    }
    pen.putImageData(image, 0, 0);
    const { layer, head, heads } = view, all = head < 0 || heads.length > 0;
    ring.style.cssText = `left:${all ? 0 : head * 100 / stack.heads}%;top:${layer * 100 / stack.layers}%;`
      + `width:${(all ? 100 : 100 / stack.heads) - 100 * GAP / canvas.width}%;`
      + `height:${100 / stack.layers - 100 * GAP / canvas.height}%`;
  };
  mount.arriving.then(() => { if (canvas.isConnected) row(); });
  return { weights: row, row };
}

/** The grids of one head, side by side. */
function tile(weights, { grids, pixels, theme, colour, cells, line, x, y }) {
  let left = x;
  for (const { first, count, columns } of grids) {
    for (let at = 0; at < count; at++) {
      const shade = Math.round(255 * clearness(weights[first + at], cells, colour)) || 0;
      pixels[(y + Math.floor(at / columns)) * line + left + at % columns] = theme.packed[shade];
    }
    left += columns;
  }
}

/** Pointing names a head, a click opens it. The keyboard has the choices above. */
function listen(mount, canvas, said) {
  const { stack } = mount;
  const under = event => {
    const { left, top, width, height } = canvas.getBoundingClientRect();
    const head = Math.floor((event.clientX - left) / width * stack.heads);
    const layer = Math.floor((event.clientY - top) / height * stack.layers);
    return head >= 0 && head < stack.heads && layer >= 0 && layer < stack.layers ? { layer, head } : null;
  };
  canvas.onpointermove = event => {
    const place = under(event);
    said.textContent = place ? text("mosaic.place", { stack: stack.short ?? stack.label,
      layer: place.layer + 1, head: headName(stack, place.head) }) : "";
  };
  canvas.onpointerleave = () => { said.textContent = ""; };
  canvas.onclick = event => {
    const place = under(event);
    if (place) mount.dispatch("choose", place);
  };
}
