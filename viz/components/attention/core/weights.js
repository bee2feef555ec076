// What the weights of a map say: numbers in, numbers out.

/** The weights of one head, row after row. Head −1 is the mean of all heads. */
export function weightsOf(stack, layer, head) {
  if (head >= 0) return stack.map(layer * stack.heads + head);
  return (stack.means[layer] ??= meanOfHeads(layerOf(stack, layer), stack.heads));
}

/** All heads of a layer, one behind another. */
function layerOf({ rows, columns, heads, values, map }, layer) {
  const size = rows * columns * heads;
  if (values) return values.subarray(layer * size, (layer + 1) * size);
  const all = new Float32Array(size);
  for (let head = 0; head < heads; head++) {
    all.set(map(layer * heads + head, true), head * rows * columns);
  }
  return all;
}

/** Whether any cell is forbidden; of very many maps the first one tells. */
export const hasForbidden = stack => stack.hatched ??= Boolean(stack.lower)
  || (stack.values ?? stack.map(0)).some(Number.isNaN);

/** The map of a view: one head, the mean of all, or the mean of those in `heads`. */
export function mapOf(stack, { layer, head, heads = [] }) {
  if (heads.length < 2) return weightsOf(stack, layer, head);
  const name = `${layer} ${heads}`;
  if (stack.chosen?.name !== name) {
    stack.chosen = { name,
      mean: meanOfHeads(layerOf(stack, layer), stack.heads, heads) };
  }
  return stack.chosen.mean;
}

/** One row of what `mapOf` gives. Of weights that were rounded no other row is unpacked. */
export function rowIn(stack, view, row) {
  const { columns, line } = stack, { layer, head, heads = [] } = view;
  if (!line) return rowOf(mapOf(stack, view), columns, row);
  if (head >= 0 && heads.length < 2) return line(layer, head, row);
  const among = heads.length > 1 ? heads : Array.from({ length: stack.heads }, (_, at) => at);
  const lines = new Float32Array(among.length * columns);
  among.forEach((one, at) => lines.set(line(layer, one, row), at * columns));
  return meanOfHeads(lines, among.length);
}

/** A cell that only some heads may look at counts as 0 in the others. */
export function meanOfHeads(values, heads, among = Array.from({ length: heads }, (_, i) => i)) {
  const size = values.length / heads, mean = new Float32Array(size);
  for (let cell = 0; cell < size; cell++) {
    let sum = 0, allowed = 0;
    for (const head of among) {
      const weight = values[head * size + cell];
      if (!Number.isNaN(weight)) { sum += weight; allowed++; }
    }
    mean[cell] = allowed ? sum / among.length : NaN;
  }
  return mean;
}

/**
 * Which cells are the strongest of their row: the fewest that together carry `share`
 * of what the row shows. 1 where a cell is among them; null when all are wanted.
 */
export function strongest(weights, rows, columns, share) {
  if (share >= 1) return null;
  const kept = new Uint8Array(rows * columns);
  for (let row = 0; row < rows; row++) {
    const line = rowOf(weights, columns, row), order = [];
    let total = 0;
    line.forEach((weight, key) => { if (weight > 0) { order.push(key); total += weight; } });
    order.sort((a, b) => line[b] - line[a]);
    let carried = 0;
    for (const key of order) {
      if (carried >= share * total - 1e-9) break;
      carried += line[key];
      kept[row * columns + key] = 1;
    }
  }
  return kept;
}

/** The weight of a row that lies on special keys, and its mean over all rows. */
export function onSpecial(stack, weights, row) {
  let here = 0, all = 0;
  for (let cell = 0; cell < stack.rows * stack.columns; cell++) {
    if (!stack.keySpecial[cell % stack.columns] || !(weights[cell] > 0)) continue;
    all += weights[cell];
    if (Math.floor(cell / stack.columns) === row) here += weights[cell];
  }
  return { here, all: all / Math.max(1, stack.rows) };
}

export const rowOf = (weights, columns, row) =>
  weights.subarray(row * columns, (row + 1) * columns);

/** What ribbons show of weights: those below 0 are no light. Forbidden ones stay NaN. */
export const above0 = weights => weights.map(weight => weight < 0 ? 0 : weight);

/** How much light each key receives from all queries together. */
export function received(weights, rows, columns) {
  const sums = new Float64Array(columns);
  for (let cell = 0; cell < rows * columns; cell++) {
    if (!Number.isNaN(weights[cell])) sums[cell % columns] += weights[cell];
  }
  return sums;
}

/** The keys with the largest weights of a row above 0, the largest first. */
export function largestOf(row, count = 8) {
  const order = [];
  row.forEach((weight, key) => { if (weight > 0) order.push(key); });
  return order.sort((a, b) => row[b] - row[a]).slice(0, count);
}

/** The key with the largest weight of a row, or −1 when every cell is forbidden. */
export function brightest(row) {
  let best = -1;
  row.forEach((weight, key) => {
    if (!Number.isNaN(weight) && (best < 0 || weight > row[best])) best = key;
  });
  return best;
}
