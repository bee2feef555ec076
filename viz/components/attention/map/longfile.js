// The picture of a long text as a file: the cells are one image, the chosen row is drawn out.
import { fixed } from "../../common/numbers.js";
import { text } from "../../common/texts.js";
import { Sheet } from "../core/sheet.js";
import { largestOf, rowOf } from "../core/weights.js";
import { fading } from "./labels.js";
import { layoutOf, ribbonsOfRow, shadesOf, spansOf, spread, windowSaid } from "./long.js";
import { hatching, notesOf } from "./picturefile.js";
import { drawPromptEnds } from "./prompt.js";
import { optionsSaid, titleOf } from "./say.js";

const WIDTH = 900, LINE = 22, HEAD = 70;
const LONGEST = 72;   // letters of a title

const cut = title => title.length > LONGEST ? `${title.slice(0, LONGEST)} …` : title;

/** What is on the screen, as one drawing (SVG). @param {import("../mount.js").Mount} mount */
export function longSvgOf(mount) {
  const { header, stack, whole, view, theme, weights } = mount;
  const spans = spansOf(mount), layout = layoutOf({ stack, unit: 1 }, WIDTH, spans);
  const sheet = new Sheet(theme), title = titleOf(stack, view);
  sheet.text(0, 34, cut(header.labels?.title || title), { size: 22, weight: 600,
    font: theme.language });
  sheet.text(0, 56, title, { fill: theme.muted });
  drawCells(sheet, mount, layout, spans);
  const corner = { left: layout.left, top: HEAD + layout.top };
  drawPromptEnds(sheet, mount, layout, corner, spans);
  drawRow(sheet, mount, layout, spans);
  const foot = HEAD + layout.top + layout.below + 34;
  const lines = [...largestSaid(mount), ...windowsSaid(stack, spans),
    ...notesOf(weights, view, whole.part || stack.columns < whole.columns,
      optionsSaid(whole, stack, view))];
  lines.forEach((line, at) => sheet.text(0, foot + LINE * at, line, { fill: theme.muted }));
  return sheet.svg(title, Math.max(WIDTH, layout.right), foot + LINE * lines.length,
    hatching(theme), fading("ribbon", theme));
}

/** The cells as an image over the hatching, and words beside them, every so many. */
function drawCells(sheet, mount, { left, top, cell, height, right, below }, spans) {
  const { stack, theme, weights, view } = mount, { rows, columns } = spans, y = HEAD + top;
  const place = { x: left, y, width: right - left, height: below };
  sheet.add("rect", { ...place, fill: "url(#forbidden)" });
  sheet.add("image", { ...place, preserveAspectRatio: "none",
    href: shadesOf(mount, spans).toDataURL(),
    style: cell < 1 ? "" : "image-rendering:pixelated" });
  const best = largestOf(rowOf(weights, stack.columns, view.row), 1)[0] ?? -1;
  for (const at of spread(rows, Math.ceil(18 / height), view.row)) {
    sheet.word(left - 8, y + (at - rows.first + 0.5) * height + 5, stack.queryWords[at],
      stack.querySpecial[at], { fill: theme.query, size: 14, anchor: "end",
        weight: at === view.row ? 700 : 400 });
  }
  for (const at of spread(columns, Math.ceil(22 / cell), best)) {
    sheet.word(left + (at - columns.first + 0.5) * cell + 4, y - 6, stack.keyWords[at],
      stack.keySpecial[at], { fill: theme.key, size: 14, turn: -40,
        weight: at === best ? 700 : 400 });
  }
}

/** The chosen row: its ribbons, and a line along it. */
function drawRow(sheet, { stack, theme, view, weights }, layout, { rows, columns }) {
  const { left, right, ribbons, top, cell, height } = layout, at = view.row - rows.first;
  if (at < 0 || at >= rows.count) return;
  const from = left + (at + 0.5) / rows.count * (right - left);
  const drawn = ribbonsOfRow(rowOf(weights, stack.columns, view.row), columns,
    { from, left, cell, unit: 1, height: ribbons - 2 });
  drawn.forEach(ribbon => sheet.add("path", { fill: "url(#ribbon)", ...ribbon,
    transform: `translate(0 ${HEAD})` }));
  sheet.add("circle", { cx: from, cy: HEAD + 7, r: 6, fill: theme.text });
  sheet.add("rect", { x: left, y: HEAD + top + (at + 0.5) * height, width: right - left,
    height: 1, fill: theme.text });
}

/** "The largest weights of w97", and which. */
function largestSaid({ stack, view, weights }) {
  const row = rowOf(weights, stack.columns, view.row), found = largestOf(row)
    .map(key => `${stack.keyNames[key]} ${fixed(row[key])}`);
  return [text("long.largest", { query: stack.queryNames[view.row] }),
    found.slice(0, 4).join(" · "), found.slice(4).join(" · ")].filter(Boolean);
}

/** Where not all is drawn: what is. */
const windowsSaid = (stack, spans) => ["rows", "columns"]
  .filter(side => spans[side].count < stack[side])
  .map(side => text("say.called", { said: windowSaid(spans[side], stack[side]),
    name: text(`long.${side === "rows" ? "queries" : "keys"}_window`) }));
