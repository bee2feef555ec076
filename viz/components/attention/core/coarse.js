// Maps that were rounded to bytes: see `viz.payload.coarse`. One is unpacked when asked for.
// Where a row is known exactly, it stands in them as it is.

const STEPS = 254, ZERO = 127, FORBIDDEN = 255, NOWHERE = 65535;
const KEPT = 16;   // maps that stay unpacked
const KNOWN = 64;  // rows that are known exactly

/** What takes long with so many weights is done once the page is painted. */
export const afterPaint = (stack, run) =>
  stack.error === undefined ? run : () => { setTimeout(run); };

/** How many cells a layer has. */
export const cellsIn = ({ shape: [, heads, rows, columns], lower }) =>
  heads * rows * (lower ? (rows + 1) / 2 : columns);

/** How many numbers a layer takes: scales, exact weights, places and bytes. */
export const floatsIn = stack => stack.shape[1] * stack.shape[2] * (1 + 1.5 * stack.exact)
  + Math.ceil(cellsIn(stack) / 4);

/** Where the parts of a layer lie in the body. */
function partsOf(body, stack, layer) {
  const { shape: [, heads, rows], offset, exact } = stack, lines = heads * rows, cells = cellsIn(stack);
  const begin = body.byteOffset + 4 * (offset + layer * floatsIn(stack));
  const largest = begin + 4 * lines, places = largest + 4 * exact * lines;
  return {
    scales: new Float32Array(body.buffer, begin, lines),
    largest: new Float32Array(body.buffer, largest, exact * lines),
    places: new Uint16Array(body.buffer, places, exact * lines),
    bytes: new Uint8Array(body.buffer, places + 2 * exact * lines, cells),
  };
}

/**
 * `map` gives the map of a number, counted through all layers, as plain weights; with
 * `passing` it is only looked at now: the next one takes its place. `learn` takes the
 * exact weights of a row, all heads of its layer one behind another; `knows` one. `line`
 * is one row of one head: nothing else of its map is unpacked.
 */
export function coarseMaps(body, stack) {
  const [, heads, rows, columns] = stack.shape, { lower, exact, signed } = stack;
  const zero = signed ? ZERO : 0;
  const kept = new Map(), known = new Map();
  let passed = null;
  const know = (values, head, { row, weights }) =>
    values.set(weights.subarray(head * columns, (head + 1) * columns), row * columns);
  const put = (values, to, { scales, largest, places, bytes }, head, row) => {
    const line = head * rows + row, step = scales[line] / (STEPS - zero);
    const count = lower ? row + 1 : columns;
    const from = lower ? (head * rows * (rows + 1) + row * (row + 1)) / 2 : line * columns;
    for (let at = 0; at < count; at++) {
      const byte = bytes[from + at];
      values[to + at] = byte === FORBIDDEN ? NaN : (byte - zero) * step;
    }
    values.fill(NaN, to + count, to + columns);
    for (let at = line * exact; at < (line + 1) * exact; at++) {
      if (places[at] !== NOWHERE) values[to + places[at]] = largest[at];
    }
  };
  const fill = (values, map) => {
    const head = map % heads, layer = Math.floor(map / heads);
    const parts = partsOf(body, stack, layer);
    for (let row = 0; row < rows; row++) put(values, row * columns, parts, head, row);
    for (const one of known.values()) if (one.layer === layer) know(values, head, one);
    return values;
  };
  const map = (at, passing = false) => {
    if (kept.has(at)) return kept.get(at);
    if (passing) return fill(passed ??= new Float32Array(rows * columns), at);
    if (kept.size >= KEPT) kept.delete(kept.keys().next().value);
    kept.set(at, fill(new Float32Array(rows * columns), at));
    return kept.get(at);
  };
  const learn = (layer, row, weights) => {
    const one = { layer, row, weights };
    if (known.size >= KNOWN) known.delete(known.keys().next().value);
    known.set(`${layer} ${row}`, one);
    for (let head = 0; head < heads; head++) {
      if (kept.has(layer * heads + head)) know(kept.get(layer * heads + head), head, one);
    }
  };
  const line = (layer, head, row) => {
    const values = new Float32Array(columns), one = known.get(`${layer} ${row}`);
    if (one) know(values, head, { row: 0, weights: one.weights });
    else put(values, 0, partsOf(body, stack, layer), head, row);
    return values;
  };
  return { map, line, learn, knows: ({ layer, row }) => known.has(`${layer} ${row}`) };
}
