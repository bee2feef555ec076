// What is changed on purpose in one model, in the form of an address, and how it is said:
// silence=cross.3.1, forbid=cross.3.*.2-5, without=positions.encoder, causal=false.
import { text } from "../../components/common/texts.js";

const LISTS = ["silence", "forbid", "without"];
export const MOST_CELLS = 64;
export const AS_USUAL = { causal: true, silence: "", forbid: "", without: "", prefix: "" };

const listed = written => written ? written.split(",") : [];
const union = (one, other) => [...new Set([...one, ...other])];

/** How an entry of a list is written; numbers count from 1. */
const PATTERNS = {
  silence: /^(encoder|decoder|cross)\.([1-9]\d?)\.([1-9]\d?)$/,
  forbid: /^(encoder|decoder|cross)\.([1-9]\d?)\.(\*|[1-9]\d?)\.(\*|[1-9]\d{0,2})-(\*|[1-9]\d{0,2})$/,
  without: /^positions\.(encoder|decoder)$/,
};

/** What an address gives as an experiment; what it leaves out is as usual. */
export const experimentOf = given => ({ ...AS_USUAL, ...given });

/** An experiment without what a model of these sizes lacks. */
export function fitting(experiment, { n_layers: layers = 0, n_heads: heads = 0 }) {
  const lists = LISTS.map(name => [name, listed(experiment[name]).filter(entry => {
    const [, , layer = 1, head = 1] = entry.match(PATTERNS[name]) ?? [0, 0, Infinity];
    return layer <= layers && (head === "*" || head <= heads);
  }).slice(0, MOST_CELLS).join(",")]);
  return { ...experiment, ...Object.fromEntries(lists) };
}

export const has = (written, entry) => listed(written).includes(entry);

/** The experiment with entries of a list more, or without them if all were there. */
export function turned(experiment, name, entries) {
  const before = listed(experiment[name]);
  const all = entries.every(entry => before.includes(entry));
  const after = all ? before.filter(entry => !entries.includes(entry)) : union(before, entries);
  return { ...experiment, [name]: after.join(",") };
}

/** What names places in one sentence: they would mean something else in the next. */
export const ofTheSentence = ({ forbid, prefix }) => Boolean(forbid || prefix);
export const withoutSentence = experiment => ({ ...experiment, forbid: "", prefix: "" });

/** The cells that a stroke names, piece by piece: row and key count words, or pieces. */
export function cellsOf({ kind, layer, heads, cells }, { queries, keys }, words) {
  const places = (side, at) => at === null ? ["*"] : words
    ? [...side.wordOf.keys()].filter(piece => side.wordOf[piece] === at).map(one => one + 1)
    : [at + 1];
  const named = heads ? heads.map(head => head + 1) : ["*"];
  return [...new Set(named.flatMap(head => cells.flatMap(([row, key]) =>
    places(queries, row).flatMap(query => places(keys, key).map(column =>
      `${kind}.${layer + 1}.${head}.${query}-${column}`)))))];
}

/** Every change that runs: what it is called, and the experiment without it. */
export function running(experiment, called) {
  const found = [];
  if (!experiment.causal) {
    found.push({ said: text("live.change.causal"), undone: { ...experiment, causal: true } });
  }
  for (const name of LISTS) {
    for (const entries of grouped(name, listed(experiment[name]))) {
      found.push({ said: SAID[name](entries, called), undone: turned(experiment, name, entries) });
    }
  }
  if (experiment.prefix) {
    found.push({ said: text("live.change.prefix", { prefix: experiment.prefix }),
      undone: { ...experiment, prefix: "" } });
  }
  return found;
}

/** Cells of one map are undone together. */
function grouped(name, entries) {
  const groups = new Map();
  for (const entry of entries) {
    const key = name === "forbid" ? entry.slice(0, entry.lastIndexOf(".")) : entry;
    groups.set(key, [...groups.get(key) ?? [], entry]);
  }
  return [...groups.values()];
}

const SAID = {
  silence: ([entry], called) => text("live.change.silence", { map: mapOf(entry, called) }),
  without: ([entry]) => text(`live.change.${entry}`),
  forbid(entries, called) {
    const map = mapOf(entries[0], called), n = entries.length;
    if (n > 1) return text("live.change.cells", { map, n });
    const [query, key] = called.pieces(entries[0]);
    return query === null ? text("live.change.column", { map, key })
      : text("live.change.cell", { map, query, key: key ?? text("live.change.every") });
  },
};

/** "Cross-attention, layer 3, head 1" */
function mapOf(entry, called) {
  const [kind, layer, head] = entry.split(".");
  return text(head === "*" ? "live.change.heads" : "live.change.map",
    { attention: called.attention(kind), layer, head });
}
