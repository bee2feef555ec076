// Where the words of a first picture stand: nothing is slanted, a long sentence scrolls.
import { projected } from "../core/projecting.js";
import { spread } from "../map/ribbons.js";

const LANGUAGE = [24, 21, 18.5, 17], SMALLER = [19, 17, 15.5];
const LARGE = [32, 28];   // before those, on a projector
const MOST_CELL = 150;   // a short sentence is not pulled apart

/**
 * The largest type in which the French fits, the width of a column, and how wide all of
 * it is. `widths(size)` are those of the French words, each with the meaning below it,
 * `keys` those of the English. Without room it is wider than the page.
 */
export function plan({ width, unit, widths, keys }) {
  const phone = width < 480 * unit, label = phone ? 0 : 104 * unit;
  const space = width - label - 3 * unit, gap = (phone ? 6 : 12) * unit;
  const needed = size => {
    const all = widths(size * unit);
    return total(all) + gap * Math.max(0, all.length - 1);
  };
  const large = projected(unit);
  const sizes = phone ? SMALLER : large ? [...LARGE, ...LANGUAGE] : LANGUAGE;
  const size = sizes.find(one => needed(one) <= space) ?? sizes.at(-1);
  const least = keys.map(one => Math.max(one, (phone ? 30 : large ? 50 : 40) * unit) + 6 * unit);
  const cells = columns(least, space, needed(size), (large ? 190 : MOST_CELL) * unit);
  const lefts = cells.map((_, at) => label + total(cells.slice(0, at)));
  const right = label + total(cells);
  return {
    phone, label, right, cells, lefts, size: size * unit, inner: right + 3 * unit,
    wide: right + 3 * unit > width + 1, cell: total(cells) / Math.max(1, cells.length),
    from: spread(widths(size * unit), label, right, 34 * unit),
    to: cells.map((cell, at) => lefts[at] + cell / 2),
  };
}

const total = list => list.reduce((sum, one) => sum + one, 0);

/** How wide the columns are: all alike, or, where that is too much, each as it needs. */
function columns(least, space, needed, most) {
  const count = Math.max(1, least.length), all = Math.max(space, needed);
  const even = Math.min(all / count, Math.max(most, needed / count));
  if (least.every(one => one <= even)) return least.map(() => even);
  const spare = Math.max(0, all - total(least)) / count;
  return least.map(one => one + spare);
}
