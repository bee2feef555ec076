// A pass as the picture takes it: its sides, its stacks of maps, and what could stand next,
// as viz/payload/maps.py has them. Words or pieces; rows are queries, columns are keys.
import { halfOf, logSumExp } from "./tensors.js";
import { END, START } from "./tokenizer.js";

const MOST_PROBABLE = 8;
/** Scores of next pieces that are told one by one, and those that share one. */
const BEST = 512, GROUP = 64;

/** The three sides of a pass: what was read, the target as read, and as predicted. */
export function sidesOf({ read, written }, tokenizer) {
  const around = (pieces, before, after) => sideOf(pieces, before.map(id => tokenizer.piece(id)),
    after.map(id => tokenizer.piece(id)));
  return { source: around(read, [], [END]), read: around(written, [START], []),
    predicted: around(written, [], [END]) };
}

/** The pieces of a text with special pieces around them, each a word of its own. */
function sideOf({ pieces, words, wordOf }, before, after) {
  const n = before.length, m = words.length;
  return { pieces: [...before, ...pieces, ...after], words: [...before, ...words, ...after],
    wordOf: [...before.keys(), ...wordOf.map(word => n + word),
      ...after.map((_, i) => n + m + i)],
    special: [...before.map(() => true), ...words.map(() => false), ...after.map(() => true)] };
}

/** What stands along a side of a map. */
export function sequenceOf({ pieces, words, wordOf, special }, side, name, ofWords) {
  if (!ofWords) {
    return { words: pieces, special: wordOf.map(word => special[word]), name, side,
      kind: "pieces" };
  }
  const counts = words.map((_, word) => wordOf.filter(one => one === word).length);
  return { words, special, name, side, kind: "words",
    ...Math.max(...counts) > 1 ? { pieces: counts } : {} };
}

/**
 * The stacks of a pass, of each its weights as [layer][head][query][key] behind one another,
 * NaN where a query may not look. A recurrent model has the alignment alone. With `read`,
 * rows of cross-attention are averaged over the steps that read a word, not those that
 * predict it; not where cells are forbidden by hand, or the last word stopped short.
 */
export function stacksOf({ steps, encoder, experiment }, sides, ofWords, read = false) {
  const across = kind => layersOf(steps, kind);
  const later = read && !experiment.cells.length
    && sides.read.words.length === sides.predicted.words.length;
  const found = encoder.length ? [["encoder", "source", "source", encoder],
    ["decoder", "read", "read", across("self")],
    ["cross", "predicted", "source", across("cross")]]
    : [["alignment", "predicted", "source", across("cross")]];
  return found.map(([id, queries, keys, layers]) => {
    const back = id === "decoder", [down, right] = [sides[queries], sides[keys]];
    const averaged = id === "cross" && later ? sides.read : down;
    const maps = layers.map(heads => heads.map(rows =>
      ofWords ? overWords(rows, averaged, right) : overPieces(rows, right.pieces.length)));
    const mine = forbiddenIn(id, experiment, down, right, ofWords);
    return { id, queries, keys, back, ...mine.length ? { mine } : {}, shape: [maps.length, maps[0].length, maps[0][0].length,
      maps[0][0][0].length], values: Float32Array.from(maps.flat(3)) };
  });
}

/** The cells of a stack that the reader forbade: [layer, head, query, key], null for all. */
function forbiddenIn(id, { cells }, queries, keys, ofWords) {
  const shown = (side, piece) => ofWords && piece !== null ? side.wordOf[piece] ?? -1 : piece;
  return cells.filter(({ kind }) => kind === id).map(({ layer, head, query, key }) =>
    [layer, head, shown(queries, query), shown(keys, key)]);
}

/** The maps of all steps of the decoder, layer by layer and head by head. */
function layersOf(steps, kind) {
  return steps[0][kind].map((heads, layer) => heads.map((_, head) =>
    steps.map(step => step[kind][layer][head])));
}

/** Rows of one length: what stands later than a step was forbidden to it. */
const overPieces = (rows, keys) => rows.map(row =>
  Array.from({ length: keys }, (_, key) => key < row.length ? row[key] : NaN));

/** Weights into a word's pieces summed, rows of a word's pieces averaged. */
function overWords(rows, queries, keys) {
  const sums = queries.words.map(() => keys.words.map(() => NaN));
  const counts = queries.words.map(() => 0);
  rows.forEach((row, piece) => {
    const into = sums[queries.wordOf[piece]];
    counts[queries.wordOf[piece]] += 1;
    row.forEach((weight, key) => {
      if (Number.isNaN(weight)) return;
      const word = keys.wordOf[key];
      into[word] = (Number.isNaN(into[word]) ? 0 : into[word]) + weight;
    });
  });
  return sums.map((row, word) => row.map(sum => sum / counts[word]));
}

/** The rows of which the next piece is shown: those where a word begins, or all. */
export function nextPlaces({ pieces, words, wordOf }, ofWords) {
  return ofWords ? words.map((_, word) => wordOf.indexOf(word)) : [...pieces.keys()];
}

/** Per row the most probable next pieces: [piece, probability, written, rank]. The piece
    that was written is always among them. */
export function nextRows({ steps, ids, finished }, tokenizer, places) {
  return places.map(row => {
    const { scores } = steps[row], sum = logSumExp(scores);
    const written = ids[row] ?? (finished ? END : undefined);
    const best = largest(scores, MOST_PROBABLE).map((id, rank) => [id, rank]);
    if (written !== undefined && !best.some(([id]) => id === written)) {
      best[best.length - 1] = [written, scores.filter(one => one > scores[written]).length];
    }
    return best.map(([id, rank]) =>
      [tokenizer.piece(id), Math.exp(scores[id] - sum), id === written, rank]);
  });
}

/** Where the largest scores stand, falling; of equal ones the first. */
export function largest(scores, count) {
  const best = [];
  scores.forEach((score, id) => {
    if (best.length === count && score <= scores[best[count - 1]]) return;
    const at = best.findIndex(other => scores[other] < score);
    best.splice(at < 0 ? best.length : at, 0, id);
    if (best.length > count) best.pop();
  });
  return best;
}

/** The scores of these rows, the largest first, two half floats in every float: each less
    the largest of its row, behind the best of them one for every group of neighbours. */
export function halfScores({ steps }, places) {
  const rows = places.map(row => {
    const falling = steps[row].scores.slice().sort().reverse();
    const less = falling.map(score => score - falling[0]), told = [...less.subarray(0, BEST)];
    for (let from = BEST; from < less.length; from += GROUP) {
      const group = less.subarray(from, from + GROUP);
      told.push(logSumExp(group) - Math.log(group.length));
    }
    return told;
  }).flat();
  const halves = Uint16Array.from({ length: rows.length + rows.length % 2 }, (_, at) =>
    halfOf(rows[at] ?? 0));
  return { logits: { vocabulary: steps[0].scores.length, best: BEST, group: GROUP },
    values: new Float32Array(halves.buffer) };
}

/** Of every written word how probable it was: the product over its pieces. */
export const wordChances = ({ written: { words, wordOf }, chances }) => words.map((_, word) =>
  Math.exp(chances.reduce((sum, one, piece) => sum + (wordOf[piece] === word ? one : 0), 0)));
