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
    const maps = layers * heads, whole = body.subarray(stack.offset,
      stack.offset + maps * queries * (stack.lower ? (queries + 1) / 2 : keys));
    stacks.set(stack.id, {
      ...stack, layers, heads, means: [],
      rows: queries, columns: keys, named: stack.queries,
      places: Array.from({ length: keys }, (_, key) => key),
      values: stack.lower ? squares(whole, maps, queries) : whole,
      ...sideOf(header, stack.queries, "query"), ...sideOf(header, stack.keys, "key"),
    });
  }
  return { header, stacks, body };
}

/** Maps of which only itself and before was sent: all that is ahead is forbidden. */
function squares(lower, maps, size) {
  const values = new Float32Array(maps * size * size).fill(NaN);
  for (let line = 0, at = 0; line < maps * size; line++) {
    const count = line % size + 1;
    values.set(lower.subarray(at, at += count), line * size);
  }
  return values;
}

/** The words of a sequence as one side of a map: queryWords, queryNames, querySpecial. */
function sideOf(header, sequence, side) {
  const { words, special } = header.sequences[sequence];
  return { [`${side}Words`]: words, [`${side}Names`]: apart(words),
    [`${side}Special`]: special ?? [] };
}

/**
 * A stack as the reader wants it: without the keys that are special pieces, and rows
 * named by the word read or by the word predicted. The rows themselves stand still.
 * `places` says which key of the whole map each shown column is.
 */
export function shownOf(header, stack, { special = true, names = "" } = {}) {
  const named = names && stack.queries !== "source" && header.sequences[names]
    ? names : stack.queries;
  const places = stack.places.filter(key => special || !stack.keySpecial[key]);
  const whole = !places.length || places.length === stack.columns;
  if (whole && named === stack.queries) return stack;
  const shown = (stack.shown ??= new Map()), kind = `${named} ${whole}`;
  if (!shown.has(kind)) shown.set(kind, { ...stack, named, means: [], chosen: null,
    ...sideOf(header, named, "query"), ...whole ? {} : withKeys(stack, places) });
  return shown.get(kind);
}

function withKeys(stack, places) {
  const columns = places.length, lines = stack.values.length / stack.columns;
  const values = new Float32Array(lines * columns);
  for (let line = 0; line < lines; line++) {
    for (let at = 0; at < columns; at++) {
      values[line * columns + at] = stack.values[line * stack.columns + places[at]];
    }
  }
  const of = list => places.map(key => list[key]);
  return { places, columns, values, keyWords: of(stack.keyWords),
    keyNames: of(stack.keyNames), keySpecial: of(stack.keySpecial) };
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

/** The map of a view: one head, the mean of all, or the mean of those in `heads`. */
export function mapOf(stack, { layer, head, heads = [] }) {
  if (heads.length < 2) return weightsOf(stack, layer, head);
  const name = `${layer} ${heads}`, size = stack.rows * stack.columns * stack.heads;
  if (stack.chosen?.name !== name) {
    stack.chosen = { name, mean: meanOfHeads(
      stack.values.subarray(layer * size, (layer + 1) * size), stack.heads, heads) };
  }
  return stack.chosen.mean;
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
export function parked(stack, weights, row) {
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

const among = (value, ...allowed) => allowed.includes(value) ? value : allowed[0];

/** How a view is drawn, whatever is drawn; the first of several values is the usual. */
export const optionsOf = (view = {}) => ({
  colour: among(view.colour, "linear", "root"),
  links: whole(view.links ?? 100, 10, 100),
  special: view.special !== false,
  names: among(view.names, "", "read", "predicted"),
  terms: among(view.terms, "", "other"),
  overview: among(view.overview, "all", "layer"),
  temperature: whole(view.temperature ?? 10, 1, 30),
  topk: whole(view.topk ?? 0, 0, 50),
  topp: whole(view.topp ?? 100, 10, 100),
});

/** The nearest view that this trace has. */
export function fit(stacks, view) {
  const id = stacks.has(view?.stack) ? view.stack : stacks.keys().next().value;
  const stack = stacks.get(id), options = optionsOf(view ?? {});
  if (!stack) return { stack: null, layer: 0, head: 0, row: 0, heads: [], ...options };
  const several = [...new Set(view?.heads ?? [])].sort((a, b) => a - b)
    .filter(head => Number.isInteger(head) && head >= 0 && head < stack.heads);
  const mean = several.length > 1 && several.length < stack.heads;
  return {
    stack: id,
    layer: whole(view?.layer, 0, stack.layers - 1),
    head: stack.heads === 1 ? 0 : mean || several.length === stack.heads ? -1
      : several.length ? several[0] : whole(view?.head ?? -1, -1, stack.heads - 1),
    row: whole(view?.row, 0, Math.max(0, stack.rows - 1)),
    heads: mean ? several : [],
    ...options,
  };
}

/** The view with one head more or less in the mean; without any, the mean of all. */
export function toggled({ head, heads }, one) {
  const before = heads.length ? heads : head >= 0 ? [head] : [];
  const after = before.includes(one) ? before.filter(other => other !== one)
    : [...before, one];
  return after.length ? { head: after[0], heads: after } : { head: -1, heads: [] };
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

/** The step of 255 on the ramp that a weight is painted with. */
export const shadeOf = (weight, colour) => Math.round(255
  * Math.min(1, Math.max(0, colour === "root" ? Math.sqrt(weight) : weight)));

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

/** As `percent`; a small one with the first figure that counts, never as none. */
export function probability(share) {
  if (share === 0 || share >= 0.0095) return percent(share);
  const digits = Math.max(0, -Math.floor(Math.log10(100 * share)));
  return share < 1e-5 ? "< 0.001 %" : `${(100 * share).toFixed(digits)} %`;
}

export const decimals = weight =>
  Number.isNaN(weight) ? "forbidden" : weight.toFixed(3);
