// Colours of a stage's cells: weights on the ramp, gates from the page to its ink, signed
// numbers between two hues.

const stepOf = share => Math.round(Math.min(1, Math.max(0, share)) * 255);

/** How a block is coloured: a number to the index of a shade, and the shades. */
export function inkOf(block, most, theme) {
  if (block.kind === "weight") return { at: stepOf, ...theme };
  if (block.kind === "gate") return { at: stepOf, ...theme.gates };
  return { at: value => stepOf(0.5 + value / most / 2), ...theme.signed };
}
