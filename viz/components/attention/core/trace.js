// A trace as it comes: its stacks of maps, and the words on their sides.
import { decode } from "../../common/blob.js";
import { coarseMaps } from "./coarse.js";
import { meanOfHeads } from "./weights.js";

/**
 * What stands on a side of a map. `side` says which sentence it is of; the words read and
 * those predicted are two names of the same steps. `pieces` counts the pieces of a word;
 * `given` says that the model wrote nothing of it, `prompt` how many words of it were
 * there before it wrote.
 * `patches` are items on a picture: the first, rows, columns, which of the pictures.
 * `kind` says what an item is; cells stand row after row in a `grid` of [rows, columns].
 * @typedef {{ words: string[], special: boolean[], name: string,
 *   side: "source" | "output", kind?: "words" | "pieces" | "lines" | "cells",
 *   pieces?: number[], grid?: [number, number], given?: boolean, prompt?: number,
 *   patches?: [number, number, number, number][] }} Sequence
 *
 * Maps over the same words. `queries` and `keys` name their sequences; with `back` a
 * query looks at itself and before. `shape` is [layer, head, query, key]; `lower` says
 * that only those cells were sent, `part` that its rows are parts of rows, `free` that they
 * need not add up to 1, `signed` that weights may be below 0. Weights that were rounded
 * have an `error`, and so many of a row are `exact`. `numbers` are those of its layers. `mine` are cells forbidden by hand, `pads` padding.
 * @typedef {{ id: string, label: string, short?: string, note?: string,
 *   queries: string, keys: string, back?: boolean, shape: number[], offset: number,
 *   lower?: boolean, part?: boolean, free?: boolean, signed?: boolean, error?: number,
 *   exact?: number, numbers?: number[], maps?: string[], mine?: (number | null)[][], pads?: number[] }} Sent
 *
 * What Python sends: see `viz.payload.maps`. A page adds view, view_rev, dim and more.
 * @typedef {{ id: string, sequences: Record<string, Sequence>, stacks: Sent[],
 *   view: import("./view.js").View, view_rev: string, panels: string[], dim?: boolean,
 *   mute?: boolean, labels?: { title: string, file: string },
 *   next?: { rows: any[], logits?: object },
 *   statistics?: object, machine?: import("../walk/walk.js").Machine, hands?: boolean,
 *   begins?: boolean, takes?: string[], writes?: boolean, units?: boolean }} Header
 *
 * A stack as it is drawn: how large, its weights row after row, its words by side. `map`
 * gives the weights of one map, counted through all layers; `values` are those of all of
 * them, where they were not rounded. Where they were, `knows` says which rows are exact.
 * `side` and `keySide` are those of queries and keys, `named` the sequence that its rows go by, `places`
 * says which key of the whole map each column is; `prompt` counts the keys of a prompt.
 * @typedef {Sent & { layers: number, heads: number, rows: number, columns: number,
 *   map: (at: number, passing?: boolean) => Float32Array, values?: Float32Array,
 *   knows?: (view: { layer: number, row: number }) => boolean,
 *   learn?: (layer: number, row: number, weights: Float32Array) => void, means: Float32Array[], places: number[], named: string,
 *   side: "source" | "output", keySide: "source" | "output", given?: boolean,
 *   prompt: number, queryWords: string[], queryNames: string[],
 *   querySpecial: boolean[], keyWords: string[], keyNames: string[],
 *   keySpecial: boolean[] }} Stack
 *
 * @typedef {{ header: Header, stacks: Map<string, Stack>, body: Float32Array }} Trace
 */

/**
 * The stacks of a packed trace by their names, beside its header and all its numbers.
 * @param {Uint8Array} bytes
 * @returns {Trace}
 */
export function unpack(bytes) {
  const { header, numbers: body } = decode(bytes);
  const stacks = new Map();
  for (const sent of header.stacks) {
    const stack = { exact: 8, ...sent };
    const [layers, heads, queries, keys] = stack.shape;
    stacks.set(stack.id, {
      ...stack, layers, heads, means: [],
      rows: queries, columns: keys, named: stack.queries,
      side: header.sequences[stack.queries].side,
      keySide: header.sequences[stack.keys].side,
      lang: header.tongues?.[header.sequences[stack.queries].side],
      keyLang: header.tongues?.[header.sequences[stack.keys].side],
      given: header.sequences[stack.queries].given,
      prompt: header.sequences[stack.keys].prompt ?? 0,
      numbers: Array.from({ length: layers }, (_, at) => stack.numbers?.[at] ?? at + 1),
      places: Array.from({ length: keys }, (_, key) => key),
      ...stack.error === undefined ? plainMaps(body, stack) : coarseMaps(body, stack),
      ...sideOf(header, stack.queries, "query"), ...sideOf(header, stack.keys, "key"),
      ...patchesOf(header, stack),
    });
  }
  return { header, stacks, body };
}

/**
 * Which queries and keys lie on pictures, and with how many decimals their weights are
 * written: an equal one has two figures, but none is finer than what was rounded.
 */
function patchesOf({ sequences, pictures = [] }, { queries, keys, error, shape: [, , , columns] }) {
  const of = name => (sequences[name].patches ?? []).map(([first, rows, wide, at]) =>
    ({ first, rows, columns: wide, count: rows * wide, picture: pictures[at] }));
  const found = { queryPatches: of(queries), keyPatches: of(keys) };
  const digits = Math.max(3, Math.ceil(Math.log10(columns)) + 1);
  return found.queryPatches.length + found.keyPatches.length
    ? { ...found, digits: error ? Math.max(2, Math.min(digits, Math.ceil(-Math.log10(error)))) : digits }
    : {};
}

/** All weights as they are. */
function plainMaps(body, { shape: [layers, heads, queries, keys], offset, lower }) {
  const maps = layers * heads, whole = body.subarray(offset,
    offset + maps * queries * (lower ? (queries + 1) / 2 : keys));
  return cut(lower ? squares(whole, maps, queries) : whole, queries * keys);
}

/** Weights of many maps, and how one of them is taken out. */
const cut = (values, size) =>
  ({ values, map: at => values.subarray(at * size, (at + 1) * size) });

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
 */
export function shownOf(header, stack, { special = true, names = "" } = {}) {
  const named = header.sequences[names]?.side === stack.side ? names : stack.queries;
  const places = stack.places.filter(key =>
    special || stack.keyPatches || !stack.keySpecial[key]);
  const whole = !places.length || places.length === stack.columns;
  if (whole && named === stack.queries) return stack;
  const shown = (stack.shown ??= new Map()), kind = `${named} ${whole}`;
  if (!shown.has(kind)) shown.set(kind, { ...stack, named, means: [], chosen: null,
    ...sideOf(header, named, "query"), ...whole ? {} : withKeys(stack, places) });
  return shown.get(kind);
}

/** Only these columns of some maps. */
function columnsOf(values, wide, places) {
  const columns = places.length, lines = values.length / wide;
  const kept = new Float32Array(lines * columns);
  for (let line = 0; line < lines; line++) {
    for (let at = 0; at < columns; at++) {
      kept[line * columns + at] = values[line * wide + places[at]];
    }
  }
  return kept;
}

function withKeys(stack, places) {
  const columns = places.length, of = list => places.map(key => list[key]);
  const weights = stack.values
    ? cut(columnsOf(stack.values, stack.columns, places), stack.rows * columns)
    : { map: (at, passing) => columnsOf(stack.map(at, passing), stack.columns, places),
      line: (...which) => columnsOf(stack.line(...which), stack.columns, places) };
  return { places, columns, ...weights, keyWords: of(stack.keyWords),
    keyNames: of(stack.keyNames), keySpecial: of(stack.keySpecial) };
}

/** The exact weights of a row of a stack, all heads of the layer one behind another. */
export function learn(stack, { layer, row }, weights) {
  stack.learn(layer, row, weights);
  for (const each of [stack, ...stack.shown?.values() ?? []]) {
    const seen = each.columns === stack.columns ? weights
      : columnsOf(weights, stack.columns, each.places);
    each.means[layer]?.set(meanOfHeads(seen, stack.heads), row * each.columns);
    each.chosen = null;
  }
}

/** Repeated words are kept apart by their position: "la (1)", "la (7)". */
export function apart(words) {
  const counts = new Map();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return words.map((word, at) => counts.get(word) > 1 ? `${word} (${at + 1})` : word);
}
