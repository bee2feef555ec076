// One cell's arithmetic behind an ink rule: the same lamp as in the formula and the film.
import { make } from "../../common/nodes.js";
import { connected } from "../core/line.js";
import { apart } from "../core/trace.js";
import { cellSums } from "../recurrent/sums.js";
import { sidesOf } from "./stages.js";
import { placeId } from "./stations.js";

const ALL = "all-products", LONG = 64;   // more products stand below each other

export function buildArithmetic(context) {
  const { host, machine } = context;
  const paint = () => {
    const view = context.view(), data = context.stages(placeId(view));
    const block = context.blocks()[context.mark().block];
    host.hidden = !view.walk;
    if (!data || !block) { host.replaceChildren(); return; }
    const cell = { ...context.mark(), head: Math.max(0, view.head),
      step: context.piece("predicted") };
    const sums = cellSums(data, view.stage, block, cell);
    const stayed = host.getRootNode().activeElement?.dataset?.stay;
    host.replaceChildren(cellTitle(machine, block, cell),
      ...sums.board ? [productsOf(sums.board)] : [],
      ...sums.board?.more && context.header.hands ? [opener(data.id, sums.board.more)] : [],
      ...sums.table ? [weighed(machine, sidesOf(data.id).columns, sums.table)] : [],
      make("dl", {}, ...sums.lines.flatMap(line => [
        make("dt", { class: line.stage === view.stage ? "now" : null }, line.label,
          ...line.power ? [make("sup", { text: line.power })] : []),
        make("dd", { class: line.stage === view.stage ? "now" : null },
          make(line.result ? "b" : "span", { text: line.value }))])));
    if (stayed === ALL) host.querySelector(`[data-stay="${ALL}"]`)?.focus({ preventScroll: true });
  };
  /** The server keeps the trained columns; one comes when all products are wanted. */
  const opener = (place, { count, ...more }) => make("button", { type: "button",
    class: "tool all", text: `All ${count} products`, "data-stay": ALL,
    disabled: !connected(),
    onclick: () => context.ask({ what: "products", place, ...more }) });
  return { weights: paint, row: paint };
}

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
