// The open stage as a file: a table of its numbers, a drawing that needs nothing else.
import { fixed } from "../../common/numbers.js";
import { text } from "../../common/texts.js";
import { Sheet } from "../core/sheet.js";
import { apart } from "../core/trace.js";
import { rowOf } from "../core/weights.js";
import { inkOf } from "./shade.js";
import { reachOf } from "./tensors.js";

const columnsOf = (machine, block) => block.across
  ? apart(machine.sides[block.across].pieces)
  : block.names?.map(([piece]) => piece)
    ?? Array.from({ length: block.columns }, (_, column) => String(column + 1));

const rowNames = (machine, block) =>
  apart(machine.sides[block.side].pieces).slice(0, block.rows);

/** For a file, one number a line: of which matrix, in which row and column. */
export const stageLines = (machine, blocks) => ({
  head: ["matrix", "row", "column", "number"].map(name => text(`saved.${name}`)),
  rows: blocks.flatMap(block => {
    const columns = columnsOf(machine, block);
    return rowNames(machine, block).flatMap((name, row) => Array.from(
      rowOf(block.values, block.columns, row),
      (number, column) => [block.title, name, columns[column], number]));
  }),
});

/** For the page: rows of pieces, the columns of all matrices one behind another. */
export function stageTable(machine, blocks) {
  const head = [text("saved.piece")], lines = new Map();
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

const LABEL = 110, HIGH = 26, ABOVE = 96;

/** The matrices of a stage side by side, as one drawing (SVG). */
export function stageSvg({ machine, blocks, title, theme }) {
  const sheet = new Sheet(theme);
  sheet.text(0, 34, title, { size: 22, font: theme.language });
  let left = 0;
  for (const block of blocks) left = drawBlock(sheet, machine, block, left + LABEL) + 24;
  const rows = Math.max(1, ...blocks.map(block => block.rows));
  // What the colours mean, of every kind that is shown; a letter is about 7 wide.
  const kinds = new Set(["pieces", ...blocks.map(({ kind }) => kind)].filter(kind => kind !== "id"));
  const said = [...kinds].map(kind => text(`saved.${kind}`)).join(" "), height = ABOVE + rows * HIGH + 40;
  sheet.text(0, height - 14, said, { size: 14, fill: theme.muted });
  return sheet.svg(title, Math.max(left, 520, 7 * said.length), height);
}

/** One matrix with its words; answers where it ends. */
function drawBlock(sheet, machine, block, x) {
  const { theme } = sheet, named = block.across || block.names, number = block.kind === "id";
  const ink = inkOf(block, reachOf(block).most, theme);
  const wide = named ? 52 : Math.max(1.5, Math.min(16, 560 / block.columns));
  sheet.text(x, 62, block.title, { size: 14, fill: theme.muted });
  if (named) {
    columnsOf(machine, block).forEach((name, column) => sheet.text(x + (column + 0.5) * wide,
      86, name, { size: 14, anchor: "middle", fill: theme.key, font: theme.language }));
  }
  rowNames(machine, block).forEach((name, row) => {
    const y = ABOVE + row * HIGH;
    sheet.text(x - 8, y + 18, name, { anchor: "end", font: theme.language, size: 16,
      fill: theme[block.colour] ?? theme.text });
    rowOf(block.values, block.columns, row).forEach((value, column) => {
      const forbidden = Number.isNaN(value);
      sheet.add("rect", { x: x + column * wide, y, width: wide.toFixed(2), height: HIGH - 1,
        fill: forbidden || number ? "none" : ink.fills[ink.at(value)],
        stroke: forbidden && theme.hatch });
      if (wide < 40 && !number || forbidden) return;
      sheet.text(x + (column + 0.5) * wide, y + 18, number ? String(value) : fixed(value, 2),
        { anchor: "middle", size: 13, fill: number ? theme.text : ink.inks[ink.at(value)] });
    });
  });
  return x + block.columns * wide;
}
