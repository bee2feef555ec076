// A trace as it comes: its stacks of maps, and the words on their sides.
import { decode } from "../../common/blob.js";

/** The stacks of a packed trace by their names, beside its header and all its numbers. */
export function unpack(bytes) {
  const { header, numbers: body } = decode(bytes);
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
