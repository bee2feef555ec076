// Attention over a picture as a file: the pictures under their veils, numbers of the largest
// weights, and what lies on no picture.
import { bare, fixed } from "../../common/numbers.js";
import { text } from "../../common/texts.js";
import { clearFrom } from "../../common/veil.js";
import { paint } from "../core/colour_arithmetic.js";
import { Sheet } from "../core/sheet.js";
import { largestOf, rowIn } from "../core/weights.js";
import { askedKey, asksKeys, cellsOf, gridsOf, largestBeside, lit, scaleOf, shadeOn, veilOver }
  from "./onpicture.js";
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
  const { first, count, picture } = grid, cellOf = cellsOf(grid, wide, high);
  const veil = paint(veilColour(theme, imageOf(picture, () => {})));
  sheet.add("image", { x, y, width: wide, height: high, href: picture.src, preserveAspectRatio: "none" });
  const cells = weights.subarray(first, first + count), largest = largestOf(cells.map(Math.abs));
  const placeOf = at => {
    const [left, top, width, height] = cellOf(at);
    return { x: x + left, y: y + top, width, height };
  };
  cells.forEach((weight, at) => {
    const place = placeOf(at);
    sheet.add("rect", { ...place, fill: veil, "shape-rendering": "crispEdges",
      "fill-opacity": veilOver(stack, weight, view.colour).toFixed(3) });
    if (Number.isNaN(weight)) {
      sheet.add("line", { class: "forbidden", x1: place.x, y1: place.y + place.height,
        x2: place.x + place.width, y2: place.y, stroke: theme.muted });
    }
  });
  const row = view.row - first;
  if (!asksKeys(stack) && stack.queryPatches.length && row >= 0 && row < count) {
    sheet.add("rect", { ...placeOf(row), fill: "none", stroke: theme.query, "stroke-width": 3 });
  }
  for (const at of largest) {
    const place = placeOf(at), line = place.y + place.height / 2;
    const shade = shadeOn(stack, cells[at], view.colour), said = bare(fixed(cells[at], stack.digits));
    const width = 7 * said.length + 4;
    const middle = Math.min(x + wide - width / 2, Math.max(x + width / 2, place.x + place.width / 2));
    sheet.add("rect", { x: middle - width / 2, y: line - 8, width, height: 16, fill: theme.fills[shade] });
    sheet.text(middle, line + 4, said, { size: 12, anchor: "middle", fill: theme.inks[shade] });
  }
}
