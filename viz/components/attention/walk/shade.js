// Colours of a stage's cells: weights on the ramp, gates from the page to its ink, signed
// numbers between two hues.
import { make } from "../../common/nodes.js";

const stepOf = share => Math.round(Math.min(1, Math.max(0, share)) * 255);

/** How a block is coloured: a number to the index of a shade, and the shades. */
export function inkOf(block, most, theme) {
  if (block.kind === "weight") return { at: stepOf, ...theme };
  if (block.kind === "gate") return { at: stepOf, ...theme.gates };
  return { at: value => stepOf(0.5 + value / most / 2), ...theme.signed };
}

/** A block as a bitmap, a pixel a cell; forbidden cells stay clear. */
export function bitmapOf(block, most, theme) {
  const { rows, columns, values } = block, ink = inkOf(block, most, theme);
  const map = make("canvas", { width: Math.max(1, columns), height: Math.max(1, rows) });
  const pen = map.getContext("2d"), image = pen.createImageData(map.width, map.height);
  const pixels = new Uint32Array(image.data.buffer);
  for (let cell = 0; cell < rows * columns; cell++) {
    if (!Number.isNaN(values[cell])) pixels[cell] = ink.packed[ink.at(values[cell])];
  }
  pen.putImageData(image, 0, 0);
  return map;
}
