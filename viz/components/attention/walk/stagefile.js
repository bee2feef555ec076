// The open stage as a file: a table of its numbers, a drawing that needs nothing else.
import { fixed } from "../../common/numbers.js";
import { apart } from "../core/trace.js";
import { rowOf } from "../core/weights.js";
import { escaped } from "../map/picturefile.js";
import { inkOf } from "./shade.js";
import { reachOf } from "./stages.js";

const columnsOf = (machine, block) => block.across
  ? apart(machine.sides[block.across].pieces)
  : block.names?.map(([piece]) => piece)
    ?? Array.from({ length: block.columns }, (_, column) => String(column + 1));

const rowNames = (machine, block) =>
  apart(machine.sides[block.side].pieces).slice(0, block.rows);

const SCALES = {
  id: "", signed: "Violet is below 0, green above.", weight: "Weights are from 0 to 1.",
  gate: "Gates are from 0, the colour of the page, to 1, its ink.",
};

/** Rows of pieces; the columns of all matrices one behind another. */
export function stageTable(machine, blocks) {
  const head = ["piece"], lines = new Map();
  for (const block of blocks) {
    const before = head.length;
    head.push(...columnsOf(machine, block).map(name => `${block.title}: ${name}`));
    rowNames(machine, block).forEach((name, row) => {
      const key = `${block.side} ${row}`;
      if (!lines.has(key)) lines.set(key, [name]);
      const line = lines.get(key);
      while (line.length < before) line.push("");
      line.push(...rowOf(block.values, block.columns, row));
    });
  }
  return { head, rows: [...lines.values()] };
}

/** The matrices of a stage side by side, as one SVG text. */
export function stageSvg({ machine, blocks, title, theme }) {
  const out = [], label = 110, high = 26, above = 96;
  const text = (x, y, words, { size = 14, fill = theme.text, anchor = "start",
    font = theme.instrument } = {}) => out.push(
    `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" font-size="${size}" fill="${fill}" `
    + `text-anchor="${anchor}" font-family="${escaped(font)}">${escaped(words)}</text>`);
  text(0, 34, title, { size: 22, font: theme.language });
  let left = 0;
  for (const block of blocks) {
    const { most } = reachOf(block), ink = inkOf(block, most, theme);
    const wide = block.across || block.names ? 52 : Math.max(1.5, Math.min(16, 560 / block.columns));
    const x = left + label;
    text(x, 62, block.title, { fill: theme.muted });
    if (block.across || block.names) {
      columnsOf(machine, block).forEach((name, column) => text(x + (column + 0.5) * wide, 86,
        name, { anchor: "middle", fill: theme.key, font: theme.language }));
    }
    rowNames(machine, block).forEach((name, row) => {
      const y = above + row * high;
      text(x - 8, y + 18, name, { anchor: "end", font: theme.language, size: 16,
        fill: theme[block.lamp] ?? theme.text });
      for (let column = 0; column < block.columns; column++) {
        const value = block.values[row * block.columns + column];
        const cell = Number.isNaN(value) ? 'none" stroke="' + theme.hatch : block.kind === "id"
          ? "none" : ink.fills[ink.at(value)];
        out.push(`<rect x="${(x + column * wide).toFixed(1)}" y="${y}" width="${
          wide.toFixed(2)}" height="${high - 1}" fill="${cell}"/>`);
        if (wide < 40 && block.kind !== "id" || Number.isNaN(value)) continue;
        text(x + (column + 0.5) * wide, y + 18, block.kind === "id" ? String(value)
          : fixed(value, 2), { anchor: "middle", size: 13,
          fill: block.kind === "id" ? theme.text : ink.inks[ink.at(value)] });
      }
    });
    left = x + block.columns * wide + 24;
  }
  const rows = Math.max(1, ...blocks.map(block => block.rows));
  // What the colours mean, of every kind that is shown; a letter is about 7 wide.
  const kinds = new Set(blocks.map(block => SCALES[block.kind]).filter(Boolean));
  const said = ["Rows are pieces.", ...kinds].join(" ");
  const width = Math.ceil(Math.max(left, 520, 7 * said.length)) + 48, height = above + rows * high + 40;
  text(0, height - 14, said, { fill: theme.muted });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" `
    + `viewBox="-24 0 ${width} ${height}"><title>${escaped(title)}</title>`
    + `<rect x="-24" width="${width}" height="${height}" fill="${theme.page}"/>`
    + `${out.join("")}</svg>`;
}
