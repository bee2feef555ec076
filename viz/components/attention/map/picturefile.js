// The picture as a file, made in the browser.
import { make } from "../../common/nodes.js";
import { cellText, short } from "../../common/numbers.js";
import { text } from "../../common/texts.js";
import { Sheet } from "../core/sheet.js";
import { brightest, mapOf, rowOf, strongest } from "../core/weights.js";
import { drawnAs, glow, plan, spread } from "./ribbons.js";
import { fading } from "./labels.js";
import { drawPromptEnds } from "./prompt.js";
import { optionsSaid, titleOf } from "./say.js";

/**
 * The picture as one drawing (SVG), drawn as on the screen: colours, strongest links, a dot on
 * each row's largest cell, all numbers of the chosen row. `widths(words, special, size)`
 * measures words.
 */
export function svgOf({ header, stack, whole, view, theme, panels }, widths) {
  const ribbons = panels.has("ribbons"), { rows, columns } = stack;
  const layout = plan({ width: 900, unit: 1, rows, ribbons,
    keyWidths: widths(stack.keyWords, stack.keySpecial, 15.5),
    rowWidths: widths(stack.queryWords, stack.querySpecial, 17) });
  const weights = mapOf(stack, view), title = titleOf(stack, view);
  const kept = strongest(weights, rows, columns, view.links / 100);
  const sheet = new Sheet(theme), map = { header, stack, view, layout, weights, kept };
  sheet.text(0, 34, header.labels?.title || title, { size: 22, weight: 600,
    font: theme.language });
  sheet.text(0, 56, title, { fill: theme.muted });
  const top = ribbons
    ? drawRibbons(sheet, map, 56, widths(stack.queryWords, stack.querySpecial, 20)) : 56;
  const heads = top + layout.words + 14;
  drawKeys(sheet, map, heads);
  for (let row = 0; row < rows; row++) drawRow(sheet, map, heads + row * layout.height, row);
  drawPromptEnds(sheet, map, layout, { left: layout.label, top: heads });
  sheet.add("rect", { x: layout.label, y: heads + view.row * layout.height,
    width: layout.cell * columns, height: layout.height, fill: "none",
    stroke: theme.text, "stroke-width": 2.5 });
  const foot = heads + rows * layout.height + 34;
  const lines = notesOf(weights, view, whole.part || columns < whole.columns,
    optionsSaid(whole, stack, view));
  lines.forEach((line, at) => sheet.text(0, foot + 22 * at, line, { fill: theme.muted }));
  return sheet.svg(title, Math.max(layout.inner, 600), foot + 22 * lines.length + 2,
    hatching(theme), fading("ribbon", theme));
}

/** What a forbidden cell is filled with. */
export const hatching = theme => make("pattern", { id: "forbidden", width: 7, height: 7,
  patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
make("path", { d: "M0,0V7", stroke: theme.hatch, "stroke-width": 1.3 }));

/** Below the matrix: what its sides and colours are, and what is left out. */
export function notesOf(weights, { colour }, hidden, said) {
  return [text(hidden ? "saved.rows" : "saved.rows_add_up"),
    weights.some(Number.isNaN) && text("saved.hatched"),
    colour === "root" && text("saved.root"), ...said].filter(Boolean);
}

function drawKeys(sheet, { stack, layout }, heads) {
  const { theme } = sheet, { slanted } = layout;
  stack.keyWords.forEach((name, key) => sheet.word(layout.keys[key], heads - 10, name,
    stack.keySpecial[key], { fill: theme.key, size: 15.5, turn: slanted ? -40 : 0,
      anchor: slanted ? "start" : "middle" }));
  sheet.text(layout.label - 12, heads - 28, text("map.keys_above"), { fill: theme.key, anchor: "end" });
  sheet.text(layout.label - 12, heads - 9, text("map.queries_left"), { fill: theme.query, anchor: "end" });
}

/** Queries, ribbons and rails, or arcs, below `above`; answers where they end. */
function drawRibbons(sheet, { header, stack, view, layout, weights, kept }, above, sizes) {
  const { theme } = sheet, room = layout.right - layout.label;
  const { linksOf, outline } = drawnAs(header, stack);
  const level = sizes.reduce((a, b) => a + b, 0) + 6 * sizes.length <= room;
  const places = level ? spread(sizes, layout.label, layout.right, 26)
    : sizes.map((_, row) => layout.label + (row + 0.5) * room / sizes.length);
  if (!level) above += Math.min(300, Math.max(...sizes) * 0.75 * 0.643);
  stack.queryWords.forEach((name, row) => sheet.word(places[row], above + 44, name,
    stack.querySpecial[row], { size: level ? 20 : 15, turn: level ? 0 : -40,
      anchor: level ? "middle" : "start",
      fill: row === view.row ? theme.text : theme.query,
      weight: row === view.row ? 700 : 500 }));
  const top = above + 54;
  linksOf({ weights, kept, rows: stack.rows, columns: stack.columns, from: places,
    places: stack.places, to: layout.keys, unit: layout.cell * 0.6, near: 9, height: 150,
    chosen: view.row })
    .sort((a, b) => (a.query === view.row) - (b.query === view.row))
    .forEach(ribbon => sheet.add("path", { d: outline(ribbon), fill: "url(#ribbon)",
      opacity: glow(ribbon.weight, ribbon.query === view.row).toFixed(3),
      transform: `translate(0 ${top})` }));
  places.forEach((x, row) => sheet.add("circle", { cx: x, cy: top + 7,
    r: row === view.row ? 6 : 4.5, fill: row === view.row ? theme.text : theme.query }));
  layout.keys.forEach(x => sheet.add("rect", { x: x - layout.cell * 0.41, y: top + 156,
    width: layout.cell * 0.82, height: 3, fill: theme.key }));
  return above + 214;
}

function drawRow(sheet, { stack, view, layout, weights, kept }, y, row) {
  const { theme } = sheet, { cell, height } = layout, middle = y + height / 2 + 5;
  sheet.word(layout.label - 12, middle, stack.queryWords[row], stack.querySpecial[row], {
    fill: theme.query, size: 17, anchor: "end", weight: row === view.row ? 700 : 400 });
  const best = brightest(rowOf(weights, stack.columns, row));
  for (let key = 0; key < stack.columns; key++) {
    const at = row * stack.columns + key, weight = weights[at];
    const x = layout.label + key * cell, shade = theme.shade(weight, view.colour) || 0;
    if (kept && !kept[at] && !Number.isNaN(weight)) continue;
    sheet.add("rect", { x: x + 1, y: y + 1, width: cell - 2, height: height - 2,
      fill: Number.isNaN(weight) ? "url(#forbidden)" : theme.fills[shade] });
    const number = row === view.row && !Number.isNaN(weight) ? short(weight)
      : cellText(weight);
    if (layout.numbers && number) {
      sheet.text(x + cell / 2, middle, number, { size: 14, anchor: "middle",
        fill: theme.inks[shade] });
    }
    if (key === best) {
      sheet.add("circle", { class: "largest", cx: x + cell - 6, cy: y + 6, r: 2.2,
        fill: theme.inks[shade] });
    }
  }
}
