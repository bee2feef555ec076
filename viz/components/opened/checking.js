// What a picture from anywhere must hold before it is drawn. Only what is known is kept.
import { cellsIn, floatsIn } from "../attention/core/coarse.js";
import { Refused } from "./reading.js";

const PANELS = ["choose", "ribbons", "matrix", "show", "heads", "statistics", "row",
  "next", "legend", "names"];
const SIDES = ["source", "output"], KINDS = ["words", "pieces", "lines", "cells"];
const MOST = 2 ** 16, MOST_MAPS = 2 ** 10;   // items of a side; layers, and heads
const LARGEST = 1.02;   // of a weight: a sum of rounded ones may be a little more than 1

const PICTURE = /^data:image\/(png|jpeg);base64,[A-Za-z0-9+/]+={0,2}$/;
const MOST_PICTURES = 64, LONGEST_PICTURE = 2 ** 24;   // letters of one

const demand = good => { if (!good) throw new Refused("opened.damaged"); };
const isText = value => typeof value === "string" && value.length <= 20000;
const isCount = (value, least = 0) =>
  Number.isSafeInteger(value) && value >= least && value <= 2 ** 40;
const isList = (value, good) => Array.isArray(value) && value.every(good);
const isTable = value => value && typeof value === "object" && !Array.isArray(value);

/** A packed picture again, with `spoken` in place of what it says itself. */
export function checked(bytes, spoken) {
  demand(bytes.length > 8);
  const length = new DataView(bytes.buffer).getUint32(0, true);
  demand(length <= bytes.length - 4 && (length + bytes.length) % 4 === 0);
  let header;
  try {
    header = JSON.parse(new TextDecoder("utf-8", { fatal: true })
      .decode(bytes.subarray(4, 4 + length)));
  } catch { throw new Refused("opened.damaged"); }
  demand(isTable(header));
  const numbers = bytes.slice(4 + length);
  const told = known(header, Math.floor(numbers.length / 4));
  for (const one of told.stacks) demand(isWeights(numbers.buffer, one));
  return packed({ ...told, spoken }, numbers);
}

/** Whether a stack holds weights, from 0 to 1 or nowhere; of rounded ones the exact ones. */
function isWeights(buffer, one) {
  const { shape: [layers, heads, rows], offset, exact, signed } = one;
  const size = numbersOf(one) / layers;
  const count = one.error === undefined ? size : (1 + exact) * heads * rows;
  const least = signed ? -LARGEST : 0, good = weight =>
    Number.isNaN(weight) || (weight >= least && weight <= LARGEST);
  return Array.from({ length: layers }, (_, layer) =>
    new Float32Array(buffer, 4 * (offset + layer * size), count)).every(part => part.every(good));
}

/** How many numbers a stack has. */
const numbersOf = stack =>
  stack.shape[0] * (stack.error === undefined ? cellsIn : floatsIn)(stack);

/** The parts of a header that the picture draws, each of its kind. */
function known(header, count) {
  demand(isTable(header.sequences) && isList(header.stacks, isTable) && header.stacks.length);
  const sequences = Object.fromEntries(Object.entries(header.sequences)
    .slice(0, 32).map(([name, one]) => [name, sequence(one, header.pictures?.length ?? 0)]));
  const stacks = header.stacks.slice(0, 32).map(one => stack(one, sequences, count));
  demand(new Set(stacks.map(({ id }) => id)).size === stacks.length);
  const { title = "", file = "" } = isTable(header.labels) ? header.labels : {};
  demand(isText(title) && isText(file));
  const panels = PANELS.filter(name => Array.isArray(header.panels)
    && header.panels.includes(name) && (name !== "next" || nextOf(header, count)));
  const cited = isText(header.cited) ? header.cited : "";
  const pictures = picturesOf(header);
  return { id: "opened", sequences, ...pictures ? { pictures } : {}, stacks, panels, labels: { title, file }, cited,
    view: isTable(header.view) ? header.view : {}, view_rev: String(Math.random()),
    dim: false, next: nextOf(header, count), explore: [] };
}

/** Pictures under patches: an image that is all there, its size, and what is said of it. */
function picturesOf({ pictures }) {
  if (pictures === undefined) return undefined;
  demand(isList(pictures, isTable) && pictures.length <= MOST_PICTURES);
  return pictures.map(({ src, size, said = "" }) => {
    demand(typeof src === "string" && src.length <= LONGEST_PICTURE && PICTURE.test(src));
    demand(isList(size, value => isCount(value, 1)) && size.length === 2 && isText(said));
    return { src, size, said };
  });
}

/** Patches of a side: the first, rows, columns, and which of so many pictures. */
function isPatches(one, count, pictures) {
  if (!isList(one, value => isCount(value)) || one.length !== 4) return false;
  const [first, rows, columns, picture] = one;
  return rows > 0 && columns > 0 && first + rows * columns <= count && picture < pictures;
}

function sequence(one, pictures) {
  demand(isTable(one) && isList(one.words, isText) && one.words.length <= MOST);
  const { words, special = [], name = "", side, kind = "words", pieces, grid, given, patches,
    prompt = 0 } = one;
  demand(patches === undefined || isList(patches, each => isPatches(each, words.length, pictures)));
  demand(isList(special, value => typeof value === "boolean") && isText(name));
  demand(SIDES.includes(side) && KINDS.includes(kind));
  demand(pieces === undefined || isList(pieces, value => isCount(value)));
  demand(grid === undefined || isList(grid, value => isCount(value)));
  demand(isCount(prompt) && prompt <= words.length);
  return { words, special, name, side, kind, pieces, grid, patches, prompt,
    given: given === true };
}

function stack(one, sequences, count) {
  const { id, label = "", short, note = "", queries, keys, shape, offset, error,
    exact = 8 } = one;
  demand([id, label, short ?? "", note, queries, keys].every(isText));
  demand(Object.hasOwn(sequences, queries) && Object.hasOwn(sequences, keys));
  demand(isList(shape, value => isCount(value, 1) && value <= MOST) && shape.length === 4);
  demand(isCount(offset) && (error === undefined || Number.isFinite(error)));
  demand(isCount(exact) && exact % 2 === 0 && exact <= 8);
  const [layers, heads, rows, columns] = shape, lower = one.lower === true;
  demand(layers <= MOST_MAPS && heads <= MOST_MAPS);
  demand(!lower || rows === columns);
  demand(sequences[queries].words.length === rows && sequences[keys].words.length === columns);
  const numbers = numbersOf({ shape, lower, error, exact });
  demand(offset + numbers <= count && layers * heads * rows * columns <= 2 ** 28);
  const named = isList(one.numbers, value => isCount(value, 1)) ? one.numbers : undefined;
  const pads = isList(one.pads, value => isCount(value)) ? one.pads : undefined;
  const hatched = typeof one.hatched === "boolean" ? one.hatched : undefined;
  return { id, label, short, note, numbers: named, queries, keys, shape, offset, error, exact, lower, pads,
    hatched, back: one.back === true, part: one.part === true, free: one.free === true,
    signed: one.signed === true };
}

/** The next pieces, where all of them are as they should be. */
function nextOf({ next, sequences }, count) {
  if (!isTable(next) || !Array.isArray(next.rows)) return undefined;
  const piece = one => Array.isArray(one) && isText(one[0]) && Number.isFinite(one[1])
    && isCount(one[3]);
  if (!next.rows.every(row => isList(row, piece)) || !sequences.predicted) return undefined;
  const { offset, vocabulary, best, group } = next.logits ?? {};
  if (!next.logits) return { rows: next.rows };
  const sizes = [vocabulary, best, group].every(value => isCount(value, 1));
  if (!isCount(offset) || !sizes || vocabulary > 2 ** 20) return { rows: next.rows };
  const single = Math.min(best, vocabulary);
  const scores = single + Math.ceil((vocabulary - single) / group);
  return offset + next.rows.length * scores / 2 <= count
    ? { rows: next.rows, logits: { offset, vocabulary, best, group } } : { rows: next.rows };
}

/** [u32 length][JSON header, padded][numbers] */
function packed(header, numbers) {
  const plain = new TextEncoder().encode(JSON.stringify(header));
  const length = plain.length + (8 - (4 + plain.length) % 8) % 8;
  const bytes = new Uint8Array(4 + length + numbers.length).fill(32, 4, 4 + length);
  new DataView(bytes.buffer).setUint32(0, length, true);
  bytes.set(plain, 4);
  bytes.set(numbers, 4 + length);
  return bytes;
}
