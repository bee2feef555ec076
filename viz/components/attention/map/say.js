// The same facts in words: titles, sentences, tables.
import { decimals, percent } from "../core/numbers.js";
import { brightest, mapOf, parked, received, rowOf } from "../core/weights.js";

export function titleOf(stack, { layer, head, heads }) {
  const parts = [stack.label];
  if (stack.layers > 1) parts.push(`layer ${layer + 1}`);
  if (stack.heads > 1) parts.push(headName(stack, head, heads));
  return parts.join(", ");
}

export const headName = (stack, head, heads = []) =>
  heads.length ? `mean of heads ${listed(heads.map(one => one + 1))}`
    : head < 0 ? `mean of ${stack.heads} heads` : `head ${head + 1}`;

/** "1, 3 and 5" */
export const listed = parts => parts.length < 2 ? parts.join("")
  : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;

/** "the French looks at the English · rows: words predicted · 8 × 7" */
export const aboutOf = stack => [stack.note,
  stack.side === "output" && `rows: words ${stack.named}`,
  `${stack.rows} × ${stack.columns}`].filter(Boolean).join(" · ");

const query = text => ({ text, role: "query" });
const key = text => ({ text, role: "key" });
const plain = text => ({ text });

/** "rouge looks most at red (90 %)." as pieces of text with their roles. */
export function sentence(header, stack, view, row = view.row) {
  if (!stack.rows || !stack.columns) return [plain("Nothing to look at yet.")];
  const weights = rowOf(mapOf(stack, view), stack.columns, row);
  const best = brightest(weights), word = query(stack.queryNames[row]);
  if (best < 0) return [word, plain(" may not look anywhere: every key is forbidden.")];
  const target = [
    plain(" looks most at "), key(stack.keyNames[best]),
    plain(` (${percent(weights[best])})`),
  ];
  const { read, predicted } = header.sequences, written = predicted?.words[row];
  const plainly = stack.queries === "predicted" && stack.named === "predicted";
  if (stack.side === "source" || plainly || !written || !read?.words[row]) {
    return [word, ...target, plain(".")];
  }
  // The row of a word of several pieces is their mean: only its last piece writes on.
  const next = { text: written, role: "predicted" }, reader = query(read.words[row]);
  const own = stack.queries === "read" ? read : predicted;
  const pieces = own.pieces?.[row] ?? 1;
  if (pieces === 1) {
    const many = predicted.pieces?.[row] > 1;
    return [plain(many ? "To begin " : "To write "), next, plain(", "), reader, ...target,
      plain(".")];
  }
  return stack.queries === "read"
    ? [reader, plain(`, the mean of its ${pieces} pieces,`), ...target, plain(", before "),
      next, plain(".")]
    : [plain("After "), reader, plain(", "), next,
      plain(`, the mean of its ${pieces} pieces,`), ...target, plain(".")];
}

/** One cell: "rouge → red: 0.903", or why there is no number. */
export function cellSentence(stack, view, row, column) {
  const weight = mapOf(stack, view)[row * stack.columns + column];
  const pair = [query(stack.queryNames[row]), plain(" → "),
    key(stack.keyNames[column])];
  if (!Number.isNaN(weight)) return [...pair, plain(`: ${decimals(weight)}`)];
  const who = forbidder(stack, view, row, stack.places[column]);
  return [...pair, plain(`: forbidden${who && ` ${who}`}`)];
}

/** Who forbade a cell of a map, in words; `key` counts the keys of the whole map. */
export function forbidder(stack, { layer, head, heads = [] }, row, key) {
  const fits = (named, own) => named === null || named === own;
  const shown = heads.length ? heads : head < 0 ? null : [head];
  const mine = (stack.mine ?? []).some(([inLayer, inHead, query, column]) =>
    inLayer === layer && (inHead === null || !shown || shown.includes(inHead))
    && fits(query, row) && fits(column, key));
  if (mine) return "by you";
  if (stack.back && key > row) return "by the causal mask: not written yet";
  return stack.pads?.includes(key) ? "by the padding mask" : "";
}

/** One column: what the key receives from all queries together. */
export function keySentence(stack, view, column) {
  const sums = received(mapOf(stack, view), stack.rows, stack.columns);
  return [key(stack.keyNames[column]),
    plain(`: ${sums[column].toFixed(3)} received in all: not a probability`)];
}

/** The special keys of a map by name: "‹start›", "‹end› and ‹pad›". */
export const specialNames = stack => listed([...new Set(
  stack.keyWords.filter((_, at) => stack.keySpecial[at]))]);

/** What the picture leaves out or does otherwise than usual, in whole sentences. */
export function optionsSaid(whole, shown, view) {
  const said = [];
  if (shown.columns < whole.columns) {
    const names = specialNames(whole), many = names.includes(" and ");
    said.push(`${names} ${many ? "are hidden as keys" : "is hidden as a key"}: `
      + "rows no longer sum to 1.");
  }
  if (view.links < 100) {
    said.push("Only the strongest links are shown: the fewest that carry "
      + `${view.links} % of their row.`);
  }
  return said.join(" ");
}

/** "12 % of this row, 30 % of all rows lie on ‹end›." */
export function parkedSaid(stack, weights, row) {
  const { here, all } = parked(stack, weights, row);
  return { here, text: `${percent(here)} of this row on ${specialNames(stack)}, `
    + `${percent(all)} of all rows` };
}

export const textOf = parts => parts.map(part => part.text).join("");

/** The whole picture in words, for those who do not see it. */
export function description(header, stack, view) {
  if (!stack.rows || !stack.columns) return "Nothing to look at yet.";
  const lines = stack.queryWords.map((_, row) => {
    const weights = rowOf(mapOf(stack, view), stack.columns, row);
    const best = brightest(weights);
    const name = stack.queryNames[row];
    return best < 0 ? `${name}: forbidden everywhere`
      : `${name} → ${stack.keyNames[best]} ${percent(weights[best])}`;
  });
  const shown = lines.slice(0, 24);
  if (lines.length > 24) shown.push(`and ${lines.length - 24} more`);
  return `${titleOf(stack, view)}. Each query and the key it looks at most: `
    + `${shown.join("; ")}.`;
}

/** Header line and rows of the table: queries down, keys across, six decimals. */
export function tableOf(stack, view) {
  const weights = mapOf(stack, view);
  const names = stack.queryNames;
  return {
    head: ["query \\ key", ...stack.keyNames],
    rows: names.map((name, row) => [name,
      ...Array.from(rowOf(weights, stack.columns, row))]),
  };
}

/** A cell that a spreadsheet would run as a formula gets an apostrophe. */
export function csvCell(value) {
  if (typeof value === "number") return Number.isNaN(value) ? "" : value.toFixed(6);
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Forbidden cells are empty: they are not 0. */
export const csvOf = ({ head, rows }) =>
  [head, ...rows].map(line => line.map(csvCell).join(",")).join("\r\n") + "\r\n";

export function fileName(header, stack, { layer, head, heads = [] }) {
  const parts = [header.labels?.file || "headlight", stack.id];
  if (stack.layers > 1) parts.push(`layer-${layer + 1}`);
  if (stack.heads > 1) parts.push(
    heads.length ? `heads-${heads.map(one => one + 1).join("-")}`
      : head < 0 ? "mean" : `head-${head + 1}`);
  return parts.join("-").replace(/[^\w.-]+/g, "-");
}
