// Which items of a map lie on pictures, and which of its weights are seen there.
import { clearness, veilOf } from "../../common/veil.js";
import { largestOf, rowIn } from "../core/weights.js";

export const onPicture = ({ queryPatches, keyPatches }) => Boolean(queryPatches || keyPatches);

/** The patches that are drawn: those of the keys, or, where keys are words, of the queries. */
export const gridsOf = ({ keyPatches, queryPatches }) =>
  keyPatches.length ? keyPatches : queryPatches;

/** Are queries lit by a key that is asked for? No key lies on the picture then. */
export const asksKeys = ({ keyPatches }) => !keyPatches.length;

/** Of how many cells an equal weight is one, for the scale of the veil. Where queries are
    lit there are few keys, and a share of one of them is soon large. */
export const scaleOf = stack => stack.columns * (asksKeys(stack) ? 2.4 : 1);

/** How thick the veil is over a weight; over what may not be attended to as over 0. */
export const veilOver = (stack, weight, colour) =>
  veilOf(clearness(weight || 0, scaleOf(stack), colour));

/** Where the patches of a grid are in a field: left, top, width and height of each. */
export const cellsOf = ({ rows, columns }, width, height) => at => [at % columns * width / columns,
  Math.floor(at / columns) * height / rows, width / columns, height / rows];

/** Which of the 256 colours of the map a weight has beside the picture, on the scale of the
    veil. Where weights may be below 0, they begin at the middle one. */
export function shadeOn(stack, weight, colour) {
  const clear = clearness(Math.abs(weight || 0), scaleOf(stack), colour);
  return Math.round(stack.signed ? 127.5 + 127.5 * Math.sign(weight || 0) * clear : 255 * clear);
}

/** The weights that lie on the picture: of a row, or those of a column in all rows. */
export function lit(stack, view, row, column) {
  if (!asksKeys(stack)) return rowIn(stack, view, row);
  return Float32Array.from({ length: stack.rows }, (_, at) => rowIn(stack, view, at)[column]);
}

/** The key that is asked for, where the picture is of queries: the one pointed at, the last
    one that was, or the first that is a word. */
export function askedKey({ stack, pointed, asked }) {
  if (!asksKeys(stack)) return -1;
  const word = Math.max(0, stack.keySpecial.findIndex(special => !special));
  return pointed?.column ?? Math.min(asked ?? word, stack.columns - 1);
}

/** The keys beside the picture that get most. */
export function largestBeside({ columns, keyPatches }, weights) {
  const others = new Set(othersOf(columns, keyPatches));
  return largestOf(weights.map((weight, key) => others.has(key) ? Math.abs(weight) : 0));
}

/** The items of a side that are no patches. */
export const othersOf = (count, patches) => Array.from({ length: count }, (_, at) => at)
  .filter(at => !patches.some(({ first, count: n }) => at >= first && at < first + n));
