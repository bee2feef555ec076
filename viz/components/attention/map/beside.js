// Beside a picture: queries that lie on none, to be chosen; keys that lie on none, with
// their weights.
import { make, write } from "../../common/nodes.js";
import { decimals, fixed } from "../../common/numbers.js";
import { parts, text } from "../../common/texts.js";
import { rowIn } from "../core/weights.js";
import { bar, EVERY, segments } from "../core/widgets.js";
import { askedKey, asksKeys, largestBeside, othersOf } from "./onpicture.js";

const MOST = 24;   // keys that all have a bar; of more the largest have one

export function buildBeside(mount) {
  const { stack } = mount;
  const queries = othersOf(stack.rows, stack.queryPatches);
  const keys = othersOf(stack.columns, stack.keyPatches);
  const shown = [...asksKeys(stack) ? [keyWords(mount, keys)] : queries.length ? [queryWords(mount, queries)] : [],
    ...keys.length ? [barsOf(mount, keys)] : [],
    ...keys.length && !asksKeys(stack) && !stack.signed ? [shareOf(mount, keys)] : []];
  if (!shown.length) return { node: null, row() {} };
  return { node: make("div", { class: "beside-picture" }, ...shown.map(({ node }) => node)),
    row() { shown.forEach(part => part.row()); } };
}

/** Words or tokens that ask: one of them is chosen, and pointing tries another. */
function queryWords(mount, items) {
  const { stack } = mount;
  const words = segments(text("patches.queries"), items.map(at =>
    ({ value: at, text: stack.queryWords[at], name: stack.queryNames[at] })),
  () => mount.view.row, row => mount.dispatch("choose", { row }), EVERY);
  return pointing(mount, words, items, row => ({ row, column: null }), "query");
}

/** Keys that can be asked for: the queries that attend to one of them light up. */
function keyWords(mount, items) {
  const { stack } = mount;
  const words = segments(text("patches.keys"), items.map(at =>
    ({ value: at, text: stack.keyWords[at], name: stack.keyNames[at] })),
  () => askedKey(mount), column => mount.dispatch("hold", { row: null, column }), EVERY);
  return pointing(mount, words, items, column => ({ row: null, column }), "key");
}

function pointing(mount, words, items, placeOf, role) {
  words.group.querySelectorAll("button").forEach((button, at) => {
    button.classList.add("word", role);
    button.onpointerenter = () => mount.dispatch("point", placeOf(items[at]));
    button.onpointerleave = () => mount.dispatch("point", null);
  });
  return { node: words.node, row: words.update };
}

/** What the shown query gives to keys that lie on no picture. */
function barsOf(mount, items) {
  const { stack } = mount, title = make("h3", {}), host = make("div", { class: "bars" });
  const barOf = key => {
    const item = bar(stack.keyWords[key], stack.keySpecial[key], "key");
    item.node.onpointerenter = () => mount.dispatch("point", asksKeys(stack)
      ? { row: null, column: key } : { row: mount.shownRow, column: key });
    item.node.onpointerleave = () => mount.dispatch("point", null);
    return item;
  };
  const all = items.length <= MOST ? new Map(items.map(key => [key, barOf(key)])) : null;
  if (all) host.replaceChildren(...[...all.values()].map(({ node }) => node));
  return { node: make("div", {}, title, host), row() {
    const weights = rowIn(stack, mount.view, mount.shownRow);
    write(title, parts("patches.others", { query: { text: stack.queryNames[mount.shownRow], role: "query" } }));
    const among = all ? items : largestBeside(stack, weights);
    const bars = all ? items.map(key => all.get(key)) : among.map(barOf);
    bars.forEach((item, at) => item.set(weights[among[at]], decimals(weights[among[at]], stack.digits),
      mount.pointed?.column === among[at]));
    if (!all) host.replaceChildren(...bars.map(({ node }) => node));
  } };
}

/** How much of the row lies on the picture; the rest is beside it. */
function shareOf(mount, others) {
  const node = make("p", { class: "note" });
  return { node, row() {
    const { stack, view, shownRow } = mount, weights = rowIn(stack, view, shownRow);
    const sum = list => list.reduce((total, key) => total + (weights[key] || 0), 0);
    const beside = sum(others), whole = sum(Array.from(weights.keys()));
    node.textContent = text("patches.share", { on: tenths((whole - beside) / (whole || 1)) });
  } };
}

/** 98.1; what is not quite all, or not quite none, never rounds to it. */
const tenths = share => share >= 0.9995 && share < 1 ? `> ${fixed(99.9, 1)}`
  : share > 0 && share < 0.0005 ? `< ${fixed(0.1, 1)}` : fixed(100 * share, 1);
