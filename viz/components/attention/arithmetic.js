// One cell's arithmetic behind an ink rule: the same lamp as in the formula and the film.
import { make } from "./page.js";
import { apart } from "./pure.js";
import { sidesOf } from "./stages.js";
import { cellSums } from "./recurrent-sums.js";
import { placeId } from "./stations.js";

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
    host.replaceChildren(cellTitle(machine, block, cell),
      ...sums.board ? [productsOf(sums.board)] : [],
      ...sums.table ? [weighed(machine, sidesOf(data.id).columns, sums.table)] : [],
      make("dl", {}, ...sums.lines.flatMap(line => [
        make("dt", { class: line.stage === view.stage ? "now" : null }, line.label,
          ...line.power ? [make("sup", { text: line.power })] : []),
        make("dd", { class: line.stage === view.stage ? "now" : null },
          make(line.result ? "b" : "span", { text: line.value }))])));
  };
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
  const node = make("div", { class: whole ? "products whole" : "products",
    tabindex: whole ? 0 : null, role: whole ? "group" : null, "aria-label": whole || null,
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
