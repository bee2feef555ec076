// One cell's arithmetic behind an ink rule: the same lamp as in the formula and the film.
import { make } from "../../common/nodes.js";
import { connected } from "../core/line.js";
import { apart } from "../core/trace.js";

const ALL = "all-products", LONG = 64;   // more products stand below each other

/** @param {import("../mount.js").Mount} mount */
export function buildArithmetic(mount, host) {
  const { walk } = mount, { machine, model } = walk;
  const paint = () => {
    const { view, header } = mount, { data, mark } = walk, block = walk.blocks[mark.block];
    host.hidden = !view.walk;
    if (!data || !block) { host.replaceChildren(); return; }
    const { board, table, lines } = model.sums(data, view.stage, block,
      { ...mark, head: walk.head, step: walk.piece("predicted") });
    const stayed = host.getRootNode().activeElement?.dataset?.stay;
    host.replaceChildren(cellTitle(machine, block, mark),
      ...board ? [productsOf(board)] : [],
      ...board?.more && header.hands ? [opener(mount, data.id, board.more)] : [],
      ...table ? [weighed(machine, model.sides(data.id).columns, table)] : [],
      make("dl", {}, ...lines.flatMap(line => lineNodes(line, view.stage))));
    if (stayed === ALL) host.querySelector(`[data-stay="${ALL}"]`)?.focus({ preventScroll: true });
  };
  return { weights: paint, row: paint };
}

/** A line of the sum: what it is, and how much; lit where the open stage computes it. */
function lineNodes({ label, power, value, result, stage }, open) {
  const lit = { class: stage === open ? "now" : null };
  return [make("dt", lit, label, ...power ? [make("sup", { text: power })] : []),
    make("dd", lit, make(result ? "b" : "span", { text: value }))];
}

/** The server keeps the trained columns; one comes when all products are wanted. */
const opener = (mount, place, { count, ...more }) => make("button", { type: "button",
  class: "tool all", text: `All ${count} products`, "data-stay": ALL,
  disabled: !connected(), onclick: () => mount.ask({ what: "products", place, ...more }) });

function cellTitle(machine, block, { row, column }) {
  const { pieces } = machine.sides[block.side], words = apart(pieces);
  const end = block.across
    ? [" looks at ", make("b", { class: "word key",
      text: apart(machine.sides[block.across].pieces)[column] })]
    : block.names ? [" → ", make("b", { class: "word", text: block.names[column][0] })]
      : block.kind === "id" ? [] : [`, number ${column + 1}`];
  return make("h4", {}, "One cell: ",
    make("b", { class: `word ${block.lamp}`, text: words[row] }), ...end);
}

/** The first products, or all of them in a box that scrolls. */
function productsOf({ row, column, made, roles, whole }) {
  const more = whole ? [] : ["…"];
  const rows = [[row, roles[0] || "plain"], [column, roles[1]], [made, "made"]].flatMap(
    ([numbers, role]) => [...numbers, ...more].map(text => make("span", { class: role, text })));
  const long = row.length > LONG ? " long" : "";
  const node = make("div", { class: whole ? `products whole${long}` : "products",
    tabindex: whole ? 0 : null, role: whole ? "group" : null, "aria-label": whole || null,
    "data-stay": whole ? ALL : null,
    onkeydown: event => {
      if (whole && /^Arrow/.test(event.key)) event.stopPropagation();
    } }, ...rows);
  node.style.setProperty("--products", row.length);
  return node;
}

const weighed = (machine, side, table) => make("div", { class: "weighed" },
  ...["", "weight", "× value", "="].map(text => make("small", { text })),
  ...table.flatMap(({ key, numbers }) => [
    make("b", { class: "word key", text: apart(machine.sides[side].pieces)[key] }),
    ...numbers.map((text, at) => make("span", { class: at === 1 ? "value" : "", text }))]));
