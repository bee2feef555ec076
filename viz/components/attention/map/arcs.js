// A text that attends to itself stands on one line: arcs lead back from word to word.
const FLAT = 1.8;   // how deep the flattest arc hangs, in widths of a row's weight
const BELOW = 2.4;  // what stays free below the deepest one

/**
 * The arcs of a map over the middles `at` of its words; column `key` is the word
 * `places[key]`. An arc is `near` wide for all of a row's weight and at most `height`
 * deep: the further back, the deeper. Links under `least` are kept for the chosen row
 * only; where `kept` is 0, or a weight below 0, nothing is drawn.
 */
export function arcsOf({ weights, rows, columns, places, from: at, near, height,
  least = 0.02, chosen = -1, kept = null }) {
  const arcs = [], longest = Math.max(1, ...at.map(x => x - at[0]));
  for (let query = 0; query < rows; query++) {
    for (let key = 0; key < columns; key++) {
      const weight = weights[query * columns + key];
      if (!(weight >= 0) || weight < least && query !== chosen) continue;
      if (kept && !kept[query * columns + key]) continue;
      const back = places[key], self = back === query ? near : 0;
      const far = (at[query] - at[back]) / longest;
      arcs.push({ query, key, weight, width: Math.max(weight * near, 0.6),
        right: at[query] + self, left: at[back] - self,
        depth: near * FLAT + (height - near * (BELOW + FLAT)) * far });
    }
  }
  return arcs;
}

/** An arc as an outline that hangs from `top`; a cubic reaches 3/4 of its handles. */
export function arcPath({ left, right, width, depth }, top = 8) {
  const one = value => Math.round(value * 10) / 10, half = width / 2;
  const [a, b, c, d] = [right + half, left - half, left + half, right - half].map(one);
  const outer = one(top + (depth + half) / 0.75), inner = one(top + (depth - half) / 0.75);
  return `M${a},${top}C${a},${outer} ${b},${outer} ${b},${top}`
    + `L${c},${top}C${c},${inner} ${d},${inner} ${d},${top}Z`;
}

/** How the links on one line are drawn. */
export const ARCS = { linksOf: arcsOf, outline: arcPath };
