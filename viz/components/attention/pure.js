// What the picture is made of: numbers in, numbers out. Nothing here touches the page.

/** One blob: [u32 header length][JSON header][float32 tensor]. NaN is a forbidden cell. */
export function unpack(bytes) {
  const length = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    .getUint32(0, true);
  const header = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + length)));
  const body = new Float32Array(bytes.slice(4 + length).buffer);
  const stacks = new Map();
  for (const stack of header.stacks) {
    const [layers, heads, queries, keys] = stack.shape;
    const count = layers * heads * queries * keys;
    stacks.set(stack.id, {
      ...stack, layers, heads, means: [],
      rows: queries, columns: keys,
      values: body.subarray(stack.offset, stack.offset + count),
      queryWords: header.sequences[stack.queries].words,
      keyWords: header.sequences[stack.keys].words,
      queryNames: apart(header.sequences[stack.queries].words),
      keyNames: apart(header.sequences[stack.keys].words),
      querySpecial: header.sequences[stack.queries].special ?? [],
      keySpecial: header.sequences[stack.keys].special ?? [],
    });
  }
  return { header, stacks };
}

/** Repeated words are kept apart by their position: "la (1)", "la (7)". */
export function apart(words) {
  const counts = new Map();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return words.map((word, at) => counts.get(word) > 1 ? `${word} (${at + 1})` : word);
}

/** The weights of one head, row after row. Head −1 is the mean of all heads. */
export function weightsOf(stack, layer, head) {
  const size = stack.rows * stack.columns;
  if (head >= 0) {
    const start = (layer * stack.heads + head) * size;
    return stack.values.subarray(start, start + size);
  }
  return (stack.means[layer] ??= meanOfHeads(
    stack.values.subarray(layer * stack.heads * size, (layer + 1) * stack.heads * size),
    stack.heads));
}

/** A cell that only some heads may look at counts as 0 in the others. */
export function meanOfHeads(values, heads) {
  const size = values.length / heads, mean = new Float32Array(size);
  for (let cell = 0; cell < size; cell++) {
    let sum = 0, allowed = 0;
    for (let head = 0; head < heads; head++) {
      const weight = values[head * size + cell];
      if (!Number.isNaN(weight)) { sum += weight; allowed++; }
    }
    mean[cell] = allowed ? sum / heads : NaN;
  }
  return mean;
}

export const rowOf = (weights, columns, row) =>
  weights.subarray(row * columns, (row + 1) * columns);

/** How much light each key receives from all queries together. */
export function received(weights, rows, columns) {
  const sums = new Float64Array(columns);
  for (let cell = 0; cell < rows * columns; cell++) {
    if (!Number.isNaN(weights[cell])) sums[cell % columns] += weights[cell];
  }
  return sums;
}

/** The key with the largest weight of a row, or −1 when every cell is forbidden. */
export function brightest(row) {
  let best = -1;
  row.forEach((weight, key) => {
    if (!Number.isNaN(weight) && (best < 0 || weight > row[best])) best = key;
  });
  return best;
}

const whole = (value, low, high) =>
  Math.min(high, Math.max(low, Number.isFinite(value) ? Math.trunc(value) : low));

/** The nearest view that this trace has. */
export function fit(stacks, view) {
  const id = stacks.has(view?.stack) ? view.stack : stacks.keys().next().value;
  const stack = stacks.get(id);
  if (!stack) return { stack: null, layer: 0, head: 0, row: 0 };
  return {
    stack: id,
    layer: whole(view?.layer, 0, stack.layers - 1),
    head: stack.heads === 1 ? 0 : whole(view?.head ?? -1, -1, stack.heads - 1),
    row: whole(view?.row, 0, Math.max(0, stack.rows - 1)),
  };
}

// Colours ---------------------------------------------------------------------------

/** "#1E3A5F" or "rgb(30, 58, 95)" to [30, 58, 95]. */
export function channels(colour) {
  const hex = /^#([0-9a-f]{3}|[0-9a-f]{6})([0-9a-f]{2})?$/i.exec(colour.trim());
  if (!hex) return (colour.match(/[\d.]+/g) ?? [0, 0, 0]).slice(0, 3).map(Number);
  const full = hex[1].length === 3 ? hex[1].replace(/./g, "$&$&") : hex[1];
  return [0, 2, 4].map(at => parseInt(full.slice(at, at + 2), 16));
}

export const paint = ([red, green, blue]) => `rgb(${red}, ${green}, ${blue})`;

export const blend = (from, to, share) =>
  from.map((value, at) => Math.round(value + (to[at] - value) * share));

/** A list of colours as Streamlit writes it, separated by commas. */
export const stopsOf = list =>
  (list.match(/#[0-9a-f]{3,8}|rgba?\([^)]*\)/gi) ?? []).map(channels);

/** A weight from 0 to 1 as a colour of the ramp. */
export function rampColour(stops, weight) {
  const last = stops.length - 1, place = Math.min(1, Math.max(0, weight)) * last;
  const below = Math.min(last - 1, Math.floor(place));
  return blend(stops[below], stops[below + 1], place - below);
}

/** WCAG 2.2 relative luminance, 0 to 1. */
export function luminance(rgb) {
  const [red, green, blue] = rgb.map(value => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Black or white, whichever reads better on this colour. */
export const inkOn = rgb => (luminance(rgb) + 0.05) ** 2 >= 0.05 * 1.05
  ? "#000000" : "#FFFFFF";

// Numbers as they are printed ---------------------------------------------------------

export const BLANK = 0.035;

/** .72, 1.00, and nothing under .035: the value stays in the read-out and the table. */
export const cellText = weight =>
  Number.isNaN(weight) || weight < BLANK ? "" : weight.toFixed(2).replace(/^0/, "");

export const percent = weight => `${Math.round(weight * 100)} %`;

export const decimals = weight =>
  Number.isNaN(weight) ? "forbidden" : weight.toFixed(3);
