// The same facts in words: titles, sentences, tables.
import { brightest, decimals, percent, rowOf, weightsOf } from "./pure.js";

export function titleOf(stack, { layer, head }) {
  const parts = [stack.label];
  if (stack.layers > 1) parts.push(`layer ${layer + 1}`);
  if (stack.heads > 1) parts.push(headName(stack, head));
  return parts.join(", ");
}

export const headName = (stack, head) =>
  head < 0 ? `mean of ${stack.heads} heads` : `head ${head + 1}`;

export const sizeOf = stack => stack.rows === stack.columns
  ? `${stack.rows} × ${stack.columns}`
  : `${stack.rows} queries × ${stack.columns} keys`;

const query = text => ({ text, role: "query" });
const key = text => ({ text, role: "key" });
const plain = text => ({ text });

/** "rouge looks most at red (90 %)." as pieces of text with their roles. */
export function sentence(header, stack, view, row = view.row) {
  if (!stack.rows || !stack.columns) return [plain("Nothing to look at yet.")];
  const weights = rowOf(weightsOf(stack, view.layer, view.head), stack.columns, row);
  const best = brightest(weights), word = query(stack.queryNames[row]);
  if (best < 0) return [word, plain(" may not look anywhere: every key is forbidden.")];
  const target = [
    plain(" looks most at "), key(stack.keyNames[best]),
    plain(` (${percent(weights[best])}).`),
  ];
  const predicted = stack.queries === "read"
    && header.sequences.predicted?.words[row];
  return predicted
    ? [plain("To write "), { text: predicted, role: "predicted" }, plain(", "), word,
      ...target]
    : [word, ...target];
}

/** One cell: "rouge → red: 0.903", or why there is no number. */
export function cellSentence(stack, view, row, column) {
  const weight = weightsOf(stack, view.layer, view.head)[row * stack.columns + column];
  const pair = [query(stack.queryNames[row]), plain(" → "),
    key(stack.keyNames[column])];
  if (!Number.isNaN(weight)) return [...pair, plain(`: ${decimals(weight)}`)];
  const later = stack.queries === "read" && stack.keys === "read" && column > row;
  return [...pair, plain(later ? ": forbidden, not written yet" : ": forbidden")];
}

export const textOf = parts => parts.map(part => part.text).join("");

/** The whole picture in words, for those who do not see it. */
export function description(header, stack, view) {
  if (!stack.rows || !stack.columns) return "Nothing to look at yet.";
  const lines = stack.queryWords.map((_, row) => {
    const weights = rowOf(weightsOf(stack, view.layer, view.head), stack.columns, row);
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
  const weights = weightsOf(stack, view.layer, view.head);
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

export function fileName(header, stack, { layer, head }) {
  const parts = [header.labels?.file || "headlight", stack.id];
  if (stack.layers > 1) parts.push(`layer-${layer + 1}`);
  if (stack.heads > 1) parts.push(head < 0 ? "mean" : `head-${head + 1}`);
  return parts.join("-").replace(/[^\w.-]+/g, "-");
}
