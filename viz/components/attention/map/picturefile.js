// The picture as a file, made in the browser.
import { shadeOf } from "../core/colours.js";
import { cellText } from "../core/numbers.js";
import { brightest, mapOf, rowOf, strongest } from "../core/weights.js";
import { beamsOf, glow, pathOf, plan, spread } from "./beams.js";
import { optionsSaid, titleOf } from "./say.js";

const ENTITIES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Text for an SVG file; characters that XML refuses are left out. */
export const escaped = text => String(text)
  .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "")
  .replace(/[&<>"]/g, sign => ENTITIES[sign]);

/**
 * The picture as one SVG text that needs nothing else: colours are resolved, fonts fall
 * back to Georgia and the system's. `widths(words, special, size)` measures words,
 * `whole` is the map before special keys were hidden. Drawn as on the screen: colours,
 * strongest links, a dot on each row's largest cell, all numbers of the chosen row.
 */
export function svgOf({ header, stack, whole = stack, view, theme, beams, widths }) {
  const keyWidths = widths(stack.keyWords, stack.keySpecial, 15.5);
  const rowWidths = widths(stack.queryWords, stack.querySpecial, 17);
  const layout = plan({ width: 900, unit: 1, rows: stack.rows, keyWidths, rowWidths,
    beams });
  const weights = mapOf(stack, view), out = [];
  const kept = strongest(weights, stack.rows, stack.columns, (view.links ?? 100) / 100);
  const text = (x, y, words, { fill = theme.text, size = 15, anchor = "start",
    font = theme.instrument, weight = 400, turn = 0 } = {}) => out.push(
    `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" fill="${fill}" font-size="${size}" `
    + `font-family="${escaped(font)}" font-weight="${weight}" text-anchor="${anchor}"`
    + (turn ? ` transform="rotate(${turn} ${x.toFixed(1)} ${y.toFixed(1)})"` : "")
    + `>${escaped(words)}</text>`);
  const word = (x, y, words, special, options) => text(x, y, words, {
    font: special ? theme.instrument : theme.language, ...options });
  const margin = 24;
  let top = 34;
  text(0, top, header.labels?.title || titleOf(stack, view), { size: 22, weight: 600,
    font: theme.language });
  text(0, top += 22, titleOf(stack, view), { fill: theme.muted });
  if (beams) top = drawBeams(top);
  const heads = top + layout.words + 14;
  stack.keyWords.forEach((name, key) => word(layout.keys[key], heads - 10, name,
    stack.keySpecial[key], { fill: theme.key, size: 15.5, turn: layout.slanted ? -40 : 0,
      anchor: layout.slanted ? "start" : "middle" }));
  text(layout.label - 12, heads - 28, "keys →", { fill: theme.key, anchor: "end" });
  text(layout.label - 12, heads - 9, "queries ↓", { fill: theme.query, anchor: "end" });
  for (let row = 0; row < stack.rows; row++) drawRow(row);
  const frame = heads + view.row * layout.height;
  out.push(`<rect x="${layout.label}" y="${frame}" width="${layout.cell * layout.keys.length}" `
    + `height="${layout.height}" fill="none" stroke="${theme.text}" stroke-width="2.5"/>`);
  const foot = heads + stack.rows * layout.height + 34;
  const said = optionsSaid(whole, stack, view);
  const sums = said.includes("no longer") ? "" : " Every row adds up to 1.";
  const lines = [`Rows are queries, columns are keys.${sums}`,
    weights.some(Number.isNaN) && "Hatched: forbidden.",
    view.colour === "root" && "Colours go by the square root of the weight.",
    ...said.split(/(?<=\.) /)].filter(Boolean);
  lines.forEach((line, at) => text(0, foot + 22 * at, line, { fill: theme.muted }));
  const width = Math.ceil(Math.max(layout.inner, 600) + 2 * margin), height = foot + 22 * lines.length + 2;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" `
    + `viewBox="${-margin} 0 ${width} ${height}">`
    + `<title>${escaped(titleOf(stack, view))}</title><defs>`
    + '<pattern id="forbidden" width="7" height="7" patternUnits="userSpaceOnUse" '
    + `patternTransform="rotate(45)"><path d="M0,0V7" stroke="${theme.hatch}" `
    + 'stroke-width="1.3"/></pattern>'
    + `<linearGradient id="beam" x1="0" y1="0" x2="0" y2="1"><stop offset="0" `
    + `stop-color="${theme.beam}"/><stop offset="1" stop-color="${theme.far}"/>`
    + `</linearGradient></defs><rect x="${-margin}" width="${width}" height="${height}" `
    + `fill="${theme.page}"/>${out.join("")}</svg>`;

  function drawBeams(above) {
    const sizes = widths(stack.queryWords, stack.querySpecial, 20);
    const room = layout.right - layout.label, sum = sizes.reduce((a, b) => a + b, 0);
    const level = sum + 6 * sizes.length <= room;
    const places = level ? spread(sizes, layout.label, layout.right, 26)
      : sizes.map((_, row) => layout.label + (row + 0.5) * room / sizes.length);
    if (!level) above += Math.min(300, Math.max(...sizes) * 0.75 * 0.643);
    stack.queryWords.forEach((name, row) => word(places[row], above + 44, name,
      stack.querySpecial[row], { size: level ? 20 : 15, turn: level ? 0 : -40,
        anchor: level ? "middle" : "start",
        fill: row === view.row ? theme.text : theme.query,
        weight: row === view.row ? 700 : 500 }));
    out.push(`<g transform="translate(0 ${above + 54})">`);
    beamsOf({ weights, kept, rows: stack.rows, columns: stack.columns, from: places,
      to: layout.keys, unit: layout.cell * 0.6, near: 9, height: 150, chosen: view.row })
      .sort((a, b) => (a.query === view.row) - (b.query === view.row))
      .forEach(beam => out.push(`<path d="${pathOf(beam)}" fill="url(#beam)" opacity="`
        + `${glow(beam.weight, beam.query === view.row).toFixed(3)}"/>`));
    places.forEach((x, row) => out.push(`<circle cx="${x.toFixed(1)}" cy="7" r="`
      + `${row === view.row ? 6 : 4.5}" fill="${
        row === view.row ? theme.text : theme.query}"/>`));
    layout.keys.forEach(x => out.push(`<rect x="${(x - layout.cell * 0.41).toFixed(1)}" `
      + `y="156" width="${(layout.cell * 0.82).toFixed(1)}" height="3" `
      + `fill="${theme.key}"/>`));
    out.push("</g>");
    return above + 214;
  }

  function drawRow(row) {
    const y = heads + row * layout.height, middle = y + layout.height / 2 + 5;
    word(layout.label - 12, middle, stack.queryWords[row], stack.querySpecial[row], {
      fill: theme.query, size: 17, anchor: "end", weight: row === view.row ? 700 : 400 });
    const best = brightest(rowOf(weights, stack.columns, row));
    for (let key = 0; key < stack.columns; key++) {
      const at = row * stack.columns + key, weight = weights[at];
      const x = layout.label + key * layout.cell, shade = shadeOf(weight, view.colour) || 0;
      if (kept && !kept[at] && !Number.isNaN(weight)) continue;
      out.push(`<rect x="${(x + 1).toFixed(1)}" y="${y + 1}" width="${
        (layout.cell - 2).toFixed(1)}" height="${layout.height - 2}" fill="${
        Number.isNaN(weight) ? "url(#forbidden)" : theme.fills[shade]}"/>`);
      const number = row === view.row && !Number.isNaN(weight)
        ? weight.toFixed(2).replace(/^0/, "") : cellText(weight);
      if (layout.numbers && number) {
        text(x + layout.cell / 2, middle, number, { size: 14, anchor: "middle",
          fill: theme.inks[shade] });
      }
      if (key === best) {
        out.push(`<circle class="largest" cx="${(x + layout.cell - 6).toFixed(1)}" `
          + `cy="${y + 6}" r="2.2" fill="${theme.inks[shade]}"/>`);
      }
    }
  }
}
