// Attention over a picture as a file: the pictures under their veils, numbers of the largest
// weights, and what lies on no picture.
import { bare, fixed } from "../../common/numbers.js";
import { text } from "../../common/texts.js";
import { clearFrom, clearness, veilOf } from "../../common/veil.js";
import { paint } from "../core/colour_arithmetic.js";
import { Sheet } from "../core/sheet.js";
import { rowIn } from "../core/weights.js";
import { largestOf } from "./long.js";
import { askedKey, asksKeys, gridsOf, largestBeside, lit, scaleOf, shadeOn } from "./onpicture.js";
import { imageOf, sizesOf, veilColour } from "./patches.js";
import { optionsSaid, sentence, textOf, titleOf } from "./say.js";

const WIDTH = 900, GAP = 12, LINE = 22;

export function patchesSvg(mount) {
  const { header, stack, whole, view, theme } = mount, grids = gridsOf(stack), column = askedKey(mount);
  const weights = lit(stack, view, view.row, column), title = titleOf(stack, view);
  const sheet = new Sheet(theme), sizes = sizesOf(grids, WIDTH, 1);
  sheet.text(0, 34, header.labels?.title || title, { size: 22, weight: 600, font: theme.language });
  sheet.text(0, 56, title, { fill: theme.muted });
  const asked = asksKeys(stack) ? text("patches.asked", { key: stack.keyNames[column] })
    : textOf(sentence(header, stack, view, view.row));
  sheet.text(0, 82, asked);
  let x = 0, y = 100, below = 0;
  grids.forEach((grid, at) => {
    const { wide, high } = sizes[at];
    if (x && x + wide > WIDTH) { x = 0; y += below + GAP; below = 0; }
    drawGrid(sheet, mount, grid, weights, { x, y, wide, high });
    x += wide + GAP;
    below = Math.max(below, high);
  });
  const lines = [...asksKeys(stack) ? [] : besideSaid(stack, view),
    text("patches.saved", { weight: fixed(clearFrom(scaleOf(stack)), stack.digits) }),
    ...new Set(grids.map(({ picture }) => picture.said)), ...optionsSaid(whole, stack, view)];
  lines.forEach((line, at) => sheet.text(0, y + below + 30 + LINE * at, line, { fill: theme.muted }));
  return sheet.svg(title, WIDTH, y + below + 30 + LINE * lines.length);
}

/** "[CLS] 0.123 · register 1 0.004": the largest of what lies on no picture. */
function besideSaid(stack, view) {
  const weights = rowIn(stack, view, view.row), largest = largestBeside(stack, weights);
  return largest.length ? [largest.map(key => `${stack.keyNames[key]} ${fixed(weights[key], stack.digits)}`).join(" · ")] : [];
}

function drawGrid(sheet, { stack, view, theme }, grid, weights, { x, y, wide, high }) {
  const { first, count, rows, columns, picture } = grid, across = wide / columns, down = high / rows;
  const veil = paint(veilColour(theme, imageOf(picture, () => {})));
  sheet.add("image", { x, y, width: wide, height: high, href: picture.src, preserveAspectRatio: "none" });
  const cells = weights.subarray(first, first + count), largest = largestOf(cells.map(Math.abs));
  const placeOf = at => [x + at % columns * across, y + Math.floor(at / columns) * down];
  cells.forEach((weight, at) => {
    const [left, top] = placeOf(at), opacity = veilOf(clearness(weight || 0, scaleOf(stack), view.colour)).toFixed(3);
    sheet.add("rect", { x: left, y: top, width: across, height: down, fill: veil, "fill-opacity": opacity,
      "shape-rendering": "crispEdges" });
  });
  const row = view.row - first;
  if (!asksKeys(stack) && stack.queryPatches.length && row >= 0 && row < count) {
    const [left, top] = placeOf(row);
    sheet.add("rect", { x: left, y: top, width: across, height: down, fill: "none", stroke: theme.query, "stroke-width": 3 });
  }
  for (const at of largest) {
    const [left, top] = placeOf(at);
    const shade = shadeOn(stack, cells[at], view.colour), said = bare(fixed(cells[at], stack.digits));
    const width = 7 * said.length + 4;
    const middle = Math.min(x + wide - width / 2, Math.max(x + width / 2, left + across / 2));
    sheet.add("rect", { x: middle - width / 2, y: top + down / 2 - 8, width, height: 16, fill: theme.fills[shade] });
    sheet.text(middle, top + down / 2 + 4, said, { size: 12, anchor: "middle", fill: theme.inks[shade] });
  }
}
