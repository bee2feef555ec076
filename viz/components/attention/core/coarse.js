// Maps that were rounded to bytes: see `viz.payload.coarse`. One is unpacked when asked for.

const EXACT = 8, STEPS = 254, FORBIDDEN = 255, NOWHERE = 65535;
const KEPT = 16;   // maps that stay unpacked

/** What takes long with so many weights is done once the page is painted. */
export const afterPaint = (stack, run) =>
  stack.error === undefined ? run : () => { setTimeout(run); };

/** Where the parts of a stack lie in the body. */
function partsOf(body, { shape: [layers, heads, rows, columns], offset, lower }) {
  const lines = layers * heads * rows, begin = body.byteOffset + 4 * offset;
  const cells = lower ? layers * heads * rows * (rows + 1) / 2 : lines * columns;
  const largest = begin + 4 * lines, places = largest + 4 * EXACT * lines;
  return {
    scales: new Float32Array(body.buffer, begin, lines),
    largest: new Float32Array(body.buffer, largest, EXACT * lines),
    places: new Uint16Array(body.buffer, places, EXACT * lines),
    bytes: new Uint8Array(body.buffer, places + 2 * EXACT * lines, cells),
  };
}

/**
 * The map of a number, counted through all layers, as plain weights. With `passing` it
 * is only looked at now: the next one takes its place.
 */
export function coarseMaps(body, stack) {
  const [, , rows, columns] = stack.shape, { lower } = stack;
  const { scales, largest, places, bytes } = partsOf(body, stack);
  const kept = new Map();
  let passed = null;
  const fill = (values, map) => {
    for (let row = 0; row < rows; row++) {
      const line = map * rows + row, step = scales[line] / STEPS, to = row * columns;
      const count = lower ? row + 1 : columns;
      const from = lower ? (map * rows * (rows + 1) + row * (row + 1)) / 2 : line * columns;
      for (let at = 0; at < count; at++) {
        const byte = bytes[from + at];
        values[to + at] = byte === FORBIDDEN ? NaN : byte * step;
      }
      values.fill(NaN, to + count, to + columns);
      for (let at = line * EXACT; at < (line + 1) * EXACT; at++) {
        if (places[at] !== NOWHERE) values[to + places[at]] = largest[at];
      }
    }
    return values;
  };
  return (map, passing = false) => {
    if (kept.has(map)) return kept.get(map);
    if (passing) return fill(passed ??= new Float32Array(rows * columns), map);
    if (kept.size >= KEPT) kept.delete(kept.keys().next().value);
    kept.set(map, fill(new Float32Array(rows * columns), map));
    return kept.get(map);
  };
}
