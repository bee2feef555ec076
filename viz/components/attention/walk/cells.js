// The cells of a matrix on one canvas: colours, and numbers where there is room for them.
import { cellText, fixed } from "../../common/numbers.js";
import { whole } from "../../common/texts.js";
import { numeralOf, projected } from "../core/projecting.js";
import { fieldOf } from "../core/theme.js";
import { inkOf } from "./shade.js";
import { reachOf } from "./tensors.js";

const DIM = 0.55;   // the rows that are not chosen

/** The canvas, and `dim`, which leaves one row in full light. */
export function cells(mount, block, wide, { cell, height }) {
  const { theme, unit } = mount, { rows, columns, values } = block, { most } = reachOf(block);
  const { node, pen, hatch, sharp } = fieldOf(mount, wide, rows * height);
  const ink = inkOf(block, most, theme), gap = cell > 6 * unit ? sharp : 0;
  const digits = block.kind === "weight" ? null : most >= 10 ? 1 : 2;
  const room = cell > (projected(unit) ? 46 : 30) * unit && height > 20 * unit;
  const size = numeralOf(block.kind === "id" || cell > 52 * unit ? 17 : 14, unit);
  let lit = null;
  const one = (row, alpha) => {
    const top = Math.round(row * height * sharp), bottom = Math.round((row + 1) * height * sharp);
    pen.clearRect(0, top, node.width, bottom - top);
    pen.globalAlpha = alpha;
    for (let column = 0; column < columns; column++) {
      const value = values[row * columns + column];
      const left = Math.round(column * cell * sharp), right = Math.round((column + 1) * cell * sharp);
      const forbidden = Number.isNaN(value);
      if (block.kind !== "id") {
        pen.fillStyle = forbidden ? hatch : ink.fills[ink.at(value)];
        pen.fillRect(left + gap, top + sharp, Math.max(1, right - left - 2 * gap),
          bottom - top - 2 * sharp);
      }
      if (!room && block.kind !== "id" || forbidden || alpha < 1) continue;
      const text = block.kind === "id" ? whole(Math.round(value))
        : digits === null ? lit < 0 ? cellText(value) : fixed(value, 2) : fixed(value, digits);
      pen.fillStyle = block.kind === "id" ? theme.text : ink.inks[ink.at(value)];
      pen.font = `${size * unit * sharp}px ${theme.instrument}`;
      pen.textAlign = block.kind === "id" ? "right" : "center";
      pen.textBaseline = "middle";
      pen.fillText(text, block.kind === "id" ? right - 16 * sharp : (left + right) / 2,
        (top + bottom) / 2 + sharp);
    }
    pen.globalAlpha = 1;
  };
  return {
    node,
    /** All rows in full light, or only one; −1 is all. */
    dim(row) {
      if (row === lit) return;
      const before = lit;
      lit = row;
      for (let other = 0; other < rows; other++) {
        if (before === null || (row < 0) !== (before < 0) || other === row || other === before) {
          one(other, row < 0 || other === row ? 1 : DIM);
        }
      }
    },
  };
}
