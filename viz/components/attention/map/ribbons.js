// Where words stand and how light falls: geometry only.
import { projected } from "../core/projecting.js";
import { above0, received } from "../core/weights.js";
import { ARCS } from "./arcs.js";

const SLOPE = 40 * Math.PI / 180;
export const MOST_LIGHT = 1.35;   // a key's ribbons are compressed beyond this sum

const clamp = (value, low, high) => Math.min(high, Math.max(low, value));

/**
 * Sizes of one picture. `unit` is a pixel of the design (root font / 18), widths are
 * those of the words as drawn. Columns are at least 24 units; where that is wider than
 * the page, the picture scrolls inside its own box. Words are slanted in narrow columns
 * that they do not fit, and cut short in wide ones.
 */
export function plan({ width, unit, rows, keyWidths, rowWidths, ribbons }) {
  const columns = keyWidths.length, phone = width < 480 * unit;
  const label = Math.round(clamp(Math.max(0, ...rowWidths) + (phone ? 15 : 20) * unit,
    (ribbons && !phone ? 96 : 56) * unit, (phone ? 0.32 : 0.26) * width));
  const widest = Math.max(0, ...keyWidths);
  const space = width - label - 3 * unit;
  const plain = space / Math.max(1, columns);
  const fits = widest <= plain - 2 * unit;
  const slanted = !fits && plain < 64 * unit;
  const reach = slanted ? Math.min(widest, 110 * unit) : 0;
  const overhang = slanted ? Math.max(0, reach * Math.cos(SLOPE) - plain / 2) : 0;
  const cell = clamp((space - overhang) / Math.max(1, columns),
    24 * unit, 132 * unit);
  const large = projected(unit), high = ribbons || rows > 24 ? 24 : rows > 14 ? 28 : 36;
  const height = Math.max(high, large ? 32 : 0) * unit;
  const words = Math.max(slanted ? reach * Math.sin(SLOPE) + 20 * unit : 26 * unit,
    ribbons ? 0 : 42 * unit);
  const right = label + cell * columns;
  return {
    phone, label, fits, slanted, reach, cell, height, words: Math.round(words), right,
    inner: right + Math.max(overhang, 3 * unit),
    numbers: cell >= (large ? 44 : 28) * unit && height >= 22 * unit,
    keys: keyWidths.map((_, key) => label + (key + 0.5) * cell),
  };
}

/** Words side by side by their own width, centred: where the middle of each one is. */
export function spread(widths, from, to, mostGap) {
  const sum = widths.reduce((total, width) => total + width, 0);
  const count = widths.length;
  const gap = count > 1 ? Math.min(mostGap, (to - from - sum) / (count - 1)) : 0;
  let left = from + (to - from - sum - gap * (count - 1)) / 2;
  return widths.map(width => {
    const middle = left + width / 2;
    left += width + gap;
    return middle;
  });
}

/**
 * The ribbons of a map. Near end: `near` wide per query, split by its weights, also
 * where these add up to more than 1. Far end:
 * weight × `unit` wide, stacked, so that a key's lit width is what it received; beyond
 * 1.35 the stack is compressed. Links under `least` are kept for the chosen row only;
 * where `kept` is 0 the light falls but is not drawn. A weight below 0 has no ribbon.
 */
export function ribbonsOf(
  { weights: all, rows, columns, from, to, unit, near, height, least = 0.02, chosen = -1,
    kept = null },
) {
  const weights = above0(all), sums = received(weights, rows, columns), filled = new Float64Array(columns);
  const ribbons = [];
  for (let query = 0; query < rows; query++) {
    const row = weights.subarray(query * columns, (query + 1) * columns);
    const across = near / Math.max(1, row.reduce((sum, weight) => sum + (weight || 0), 0));
    let used = 0;
    for (let key = 0; key < columns; key++) {
      const weight = weights[query * columns + key];
      if (Number.isNaN(weight)) continue;
      const squeeze = Math.min(1, MOST_LIGHT / sums[key]);
      const start = from[query] - near / 2 + used * across;
      const end = to[key] - Math.min(sums[key], MOST_LIGHT) * unit / 2 + filled[key];
      used += weight;
      filled[key] += weight * unit * squeeze;
      if (all[query * columns + key] < 0 || weight < least && query !== chosen) continue;
      if (kept && !kept[query * columns + key]) continue;
      ribbons.push({
        query, key, weight, start, startWidth: Math.max(weight * across, 0.5),
        end, endWidth: Math.max(weight * unit * squeeze, 0.6), height,
      });
    }
  }
  return ribbons;
}

export function pathOf({ start, startWidth, end, endWidth, height }, top = 8) {
  const one = value => Math.round(value * 10) / 10;
  const upper = one(top + (height - top) * 0.4), lower = one(top + (height - top) * 0.56);
  const [a, b, c, d] = [start, start + startWidth, end, end + endWidth].map(one);
  return `M${a},${top}C${a},${lower} ${c},${upper} ${c},${height}`
    + `L${d},${height}C${d},${upper} ${b},${lower} ${b},${top}Z`;
}

/** Whether there is one text alone, which looks back, and its words name the rows. */
export const onOneLine = ({ stacks }, { lower, named, keys }) =>
  Boolean(lower && stacks.length === 1 && named === keys);

/** How the links of a map are drawn: arcs on one line, else ribbons between two. */
export const drawnAs = (header, stack) => onOneLine(header, stack) ? ARCS
  : { linksOf: ribbonsOf, outline: pathOf };

/** Chosen row 60–100 %, the others 10–30 %: never all at full. */
export const glow = (weight, chosen) =>
  chosen ? 0.6 + 0.4 * weight : 0.1 + 0.2 * weight;

/** Thumbnails of all heads: a group a stack, a line a layer, a column a head. */
export function mosaicPlan(stacks, width, unit) {
  const most = Math.max(1, ...stacks.map(stack => stack.heads));
  const margin = 18 * unit, gap = 4, room = (width - margin) / most;
  const beside = clamp(room / 4, 1, gap), tile = clamp(room - beside, 2, 44 * unit);
  const places = [], titles = [];
  let top = 0;
  for (const stack of stacks) {
    titles.push({ text: stack.short ?? stack.label, y: top + 10 * unit });
    top += 20 * unit;
    const height = Math.max(10 * unit, tile * clamp(stack.rows / stack.columns, 0.6, 0.75));
    for (let layer = 0; layer < stack.layers; layer++) {
      for (let head = 0; head < stack.heads; head++) {
        places.push({
          stack: stack.id, layer, head, width: tile, height,
          x: margin + head * (tile + beside), y: top,
        });
      }
      top += height + gap;
    }
    top += 6 * unit;
  }
  return { places, titles, width, height: Math.max(0, top - 6 * unit), margin,
    beside };
}

/** The heads of one layer, as many side by side as are wide enough to be read. */
export function layerPlan(stack, layer, width, unit) {
  const gap = 8 * unit, title = 20 * unit;
  const across = Math.min(stack.heads,
    Math.max(1, Math.floor((width + gap) / (88 * unit + gap))));
  const tile = Math.min(150 * unit, (width + gap) / across - gap);
  const height = tile * clamp(stack.rows / stack.columns, 0.6, 1);
  const places = Array.from({ length: stack.heads }, (_, head) => ({
    stack: stack.id, layer, head, width: tile, height,
    x: head % across * (tile + gap),
    y: title + Math.floor(head / across) * (height + title),
  }));
  const titles = places.map(({ x, y, head }) => ({ text: String(head + 1), x, y: y - 9 * unit }));
  const lines = Math.ceil(stack.heads / across);
  return { places, titles, width, height: lines * (height + title), margin: 0 };
}

export const tileAt = ({ places, beside = 4 }, x, y) => places.find(place =>
  x >= place.x && x < place.x + place.width + beside
  && y >= place.y && y < place.y + place.height + 4);
