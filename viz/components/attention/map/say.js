// The same facts in words: titles, sentences, tables.
import { decimals, fixed, percent, probability } from "../../common/numbers.js";
import { parts, text, written } from "../../common/texts.js";
import { brightest, mapOf, onSpecial, received, rowIn, rowOf } from "../core/weights.js";
import { onPicture } from "./onpicture.js";

const MOST_ROWS = 24;   // that are told to those who do not see the picture

/** "Decoder self-attention, layer 2, head 3" */
export function titleOf(stack, { layer, head, heads }) {
  return [stack.label, ...stack.layers > 1 ? [text("map.layer", { n: stack.numbers[layer] })] : [],
    ...stack.heads > 1 ? [headName(stack, head, heads)] : []].join(", ");
}

export const headName = (stack, head, heads = []) =>
  heads.length ? text("map.some_heads", { heads: listed(heads.map(one => one + 1)) })
    : head < 0 ? text("map.heads", { n: stack.heads }) : text("map.head", { n: head + 1 });

/** "1, 3 and 5" */
const listed = list => list.length < 2 ? list.join("")
  : text("map.both", { before: list.slice(0, -1).join(", "), last: list.at(-1) });

/** What the rows of a translation may go by; those of other models have one name. */
export const NAMES = ["read", "predicted"];

/** What a row goes by: a word that the model did not write itself is not written next. */
export const nameOf = (stack, named = stack.named) =>
  text(`map.${named === "predicted" && stack.given ? "next" : named}`);

/** "from French to English · each row: the word about to be written · 8 × 7" */
export const aboutOf = stack => [stack.note, NAMES.includes(stack.named)
  && text("map.rows", { named: nameOf(stack) }),
`${stack.rows} × ${stack.columns}`].filter(Boolean).join(" · ");

const word = (words, role) => ({ text: words, role });

/** A share of its row; where rows need not add up to 1, the weight as it is. */
const shareOf = (stack, weight) => stack.free ? decimals(weight, stack.digits)
  : (stack.digits ? probability : percent)(weight);

/** "rouge attends most to red (90%)." as pieces of text with their roles. */
export function sentence(header, stack, view, row = view.row) {
  if (!stack.rows || !stack.columns) return parts("map.nothing");
  const weights = rowIn(stack, view, row), best = brightest(weights);
  const query = word(stack.queryNames[row], "query");
  if (best < 0) return parts("say.nowhere", { query });
  const attends = { query, key: word(stack.keyNames[best], "key"),
    weight: shareOf(stack, weights[best]) };
  const { read, predicted } = header.sequences, written = predicted?.words[row];
  const plainly = stack.queries === "predicted" && stack.named === "predicted"
    || row + 1 < read?.prompt;   // what comes next is of the prompt, too
  if (stack.side === "source" || plainly || stack.given || !written || !read?.words[row]) {
    return parts("say.attends", attends);
  }
  // The row of a word of several pieces is their mean: only its last piece writes on.
  const own = stack.queries === "read" ? read : predicted, n = own.pieces?.[row] ?? 1;
  const steps = { ...attends, n, query: word(read.words[row], "query"),
    next: word(written, "predicted") };
  if (n > 1) return parts(stack.queries === "read" ? "say.read_mean" : "say.written_mean", steps);
  return parts(predicted.pieces?.[row] > 1 ? "say.begins" : "say.writes", steps);
}

/** One cell: "rouge → red: 0.903", or why there is no number. */
export function cellSentence(stack, view, row, column) {
  const weight = rowIn(stack, view, row)[column];
  const pair = { query: word(stack.queryNames[row], "query"),
    key: word(stack.keyNames[column], "key") };
  if (!Number.isNaN(weight)) {
    return parts("say.cell", { ...pair, weight: decimals(weight, stack.digits) });
  }
  const who = forbidder(stack, view, row, stack.places[column]);
  return who ? parts("say.no_cell_by", { ...pair, who }) : parts("say.no_cell", pair);
}

/** Who forbade a cell of a map, in words; `key` counts the keys of the whole map. */
export function forbidder(stack, { layer, head, heads = [] }, row, key) {
  const fits = (named, own) => named === null || named === own;
  const shown = heads.length ? heads : head < 0 ? null : [head];
  const mine = (stack.mine ?? []).some(([inLayer, inHead, query, column]) =>
    inLayer === layer && (inHead === null || !shown || shown.includes(inHead))
    && fits(query, row) && fits(column, key));
  if (mine) return text("say.by_you");
  if (stack.back && key > row) return text(stack.given || key < stack.prompt ? "say.by_later" : "say.by_causal");
  return stack.pads?.includes(key) ? text("say.by_padding") : "";
}

/** One column: what the key receives from all queries together. */
export function keySentence(stack, view, column) {
  const sums = received(mapOf(stack, view), stack.rows, stack.columns);
  return parts("say.column",
    { key: word(stack.keyNames[column], "key"), sum: fixed(sums[column]) });
}

/** The special keys of a map: "‹start›", "‹end›" and "‹pad›". */
const specialKeys = stack => [...new Set(
  stack.keyWords.filter((_, at) => stack.keySpecial[at]))];

export const specialNames = stack => listed(specialKeys(stack));

/** What the picture leaves out or does otherwise than usual, in whole sentences. */
export const optionsSaid = (whole, shown, view) => [
  shown.columns < whole.columns && text("say.hidden",
    { keys: specialNames(whole), n: specialKeys(whole).length }),
  whole.prompt && !onPicture(whole) && text("say.prompt"),
  whole.free && text("say.free"),
  whole.signed && text(onPicture(whole) ? "say.signed_veil" : "say.signed"),
  whole.error !== undefined && roundingSaid(whole, view, whole.knows(view)),
  view.links < 100 && text("say.links", { percent: view.links })].filter(Boolean);

/** What was rounded of a map, by how much at most, and what of it is exact. */
function roundingSaid({ error, exact: n, signed }, { head }, known = false) {
  const kind = known ? "known" : head < 0 ? "rounded_mean" : signed ? "rounded_signed" : "rounded";
  return text(`say.${kind}`, { error: upTo(error), n });
}

/** The next larger number of one digit: "0.0004" for 0.00034. */
export function upTo(error) {
  const unit = 10 ** Math.floor(Math.log10(error || 1));
  const next = Math.ceil(error / unit - 1e-6) * unit;
  return written(next.toFixed(Math.max(0, Math.ceil(-Math.log10(next || 1)))));
}

/** How much weight lies on special keys: a share of the row, and in words. */
export function onSpecialSaid(stack, weights, row) {
  const { here, all } = onSpecial(stack, weights, row);
  return { here, said: text("say.special", { here: percent(here), all: percent(all) }) };
}

export const textOf = said => said.map(part => part.text).join("");

/** Sentences in a row: "cat: 1; dog: 2". */
export const parted = lines =>
  lines.reduce((first, second) => text("say.parted", { first, second }));

/** The whole picture in words, for those who do not see it. */
export function description(header, stack, view) {
  if (!stack.rows || !stack.columns) return text("map.nothing");
  const lines = stack.queryNames.map((query, row) => {
    const weights = rowOf(mapOf(stack, view), stack.columns, row), best = brightest(weights);
    return best < 0 ? text("say.row_nowhere", { query }) : text("say.row",
      { query, key: stack.keyNames[best],
        weight: stack.free ? decimals(weights[best]) : percent(weights[best]) });
  });
  const more = lines.splice(MOST_ROWS).length;
  if (more) lines.push(text("say.more", { n: more }));
  return text("say.picture", { title: titleOf(stack, view), rows: parted(lines) });
}

/** Header line and rows of the table: queries down, keys across, six decimals. */
export function tableOf(stack, view) {
  const names = stack.queryNames;
  return {
    head: [[text("say.row_head"), ...stack.error === undefined ? []
      : [roundingSaid(stack, view)]].join(". "), ...stack.keyNames],
    rows: names.map((name, row) => [name,
      ...Array.from(rowIn(stack, view, row))]),
  };
}

/** The numbers of the chosen row alone, where all would be too many for a page. */
export const rowTable = (stack, view) => ({
  head: ["", stack.queryNames[view.row]], digits: stack.digits,
  rows: Array.from(rowIn(stack, view, view.row), (weight, key) => [stack.keyNames[key], weight]),
});

/** A cell that a spreadsheet would run as a formula gets an apostrophe; a hyphen alone
    and a number below 0 stay what they are. */
export function csvCell(value) {
  if (typeof value === "number") return Number.isNaN(value) ? "" : value.toFixed(6);
  const runs = /^[=+\-@\t\r]/.test(value) && !/^-(\d+(\.\d+)?)?$/.test(value);
  const safe = runs ? `'${value}` : value;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Forbidden cells are empty: they are not 0. */
export const csvOf = ({ head, rows }) =>
  [head, ...rows].map(line => line.map(csvCell).join(",")).join("\r\n") + "\r\n";

export function fileName(header, stack, { layer, head, heads = [] }) {
  const parts = [header.labels?.file || "headlight", stack.id];
  if (stack.layers > 1) parts.push(`layer-${stack.numbers[layer]}`);
  if (stack.heads > 1) parts.push(
    heads.length ? `heads-${heads.map(one => one + 1).join("-")}`
      : head < 0 ? "mean" : `head-${head + 1}`);
  return parts.join("-").replace(/[^\w.-]+/g, "-");
}
