// One cell's arithmetic behind an ink rule: the same lit lines as in the formula.
import { make, write } from "../../common/nodes.js";
import { percent } from "../../common/numbers.js";
import { parts, text } from "../../common/texts.js";
import { connected } from "../../common/line.js";
import { apart } from "../core/trace.js";
import { rowOf } from "../core/weights.js";
import { bar } from "../core/widgets.js";
import { headOf, maskOf } from "./tensors.js";

const ALL = "all-products", LONG = 64;   // more products stand below each other

/** @param {import("../mount.js").Mount} mount */
export function buildArithmetic(mount, host) {
  const { walk } = mount, { machine, model } = walk;
  const paint = () => {
    const { view, header } = mount, { data, mark } = walk, block = walk.blocks[mark.block];
    if (!data || !block) { host.replaceChildren(); return; }
    const { board, table, lines } = model.sums(data, view.stage, block,
      { ...mark, head: walk.head, step: walk.piece("predicted") });
    const stayed = host.getRootNode().activeElement?.dataset?.stay;
    host.replaceChildren(cellTitle(machine, block, mark),
      ...board ? [productsOf(board)] : [],
      ...board?.more && header.hands ? [opener(mount, data.id, board.more)] : [],
      ...table ? [weighed(machine, walk.sidesAt(data.id).columns, table)] : [],
      make("dl", {}, ...lines.flatMap(line => lineNodes(line, view.stage))),
      ...model.weighed.includes(view.stage) ? [rowBars(walk)] : []);
    if (stayed === ALL) host.querySelector(`[data-stay="${ALL}"]`)?.focus({ preventScroll: true });
  };
  return { weights: paint, row: paint };
}

/** The weights of the chosen row, a bar a key. */
function rowBars(walk) {
  const { data, head, id, mark, machine, over, held } = walk;
  const { rows, columns } = walk.sidesAt(id), { pieces, special } = machine.sides[columns];
  const weights = headOf(data.numbers.weights, head), { allowed } = data.numbers;
  const row = Math.min(mark.row, weights.rows - 1);
  const may = allowed && rowOf(maskOf(allowed, head).values, weights.columns, row);
  const shares = rowOf(weights.values, weights.columns, row);
  const query = { text: apart(machine.sides[rows].pieces)[row], role: "query" };
  const title = make("h3", {}), pointed = (over ?? held)?.row === row ? mark.column : -1;
  write(title, parts("walk.row_bars", { query }));
  return make("div", { class: "row-bars" }, title, make("div", { class: "bars" },
    ...pieces.map((piece, key) => {
      const item = bar(piece, special[key], "key"), forbidden = may && !may[key];
      item.set(forbidden ? NaN : shares[key],
        forbidden ? text("walk.is_forbidden") : percent(shares[key]),
        key === pointed || pointed < 0 && shares[key] === Math.max(...shares));
      return item.node;
    })));
}

/** A line of the sum: what it is, and how much; lit where the open stage computes it. */
function lineNodes({ label, power, value, result, stage }, open) {
  const lit = { class: stage === open ? "now" : null };
  return [make("dt", lit, label, ...power ? [make("sup", { text: power })] : []),
    make("dd", lit, make(result ? "b" : "span", { text: value }))];
}

/** The server keeps the trained columns; one comes when all products are wanted. */
const opener = (mount, place, { count, ...more }) => make("button", { type: "button",
  class: "tool all", text: text("walk.all_products", { n: count }), "data-stay": ALL,
  disabled: !connected(), onclick: () => mount.ask({ what: "products", place, ...more }) });

/** "One cell: poisson looks at fish" */
function cellTitle(machine, block, { row, column }) {
  const { sides } = machine, title = make("h2", {});
  const word = { text: apart(sides[block.side].pieces)[row], role: block.colour };
  write(title, block.across ? parts("walk.cell_looks", { word,
    key: { text: apart(sides[block.across].pieces)[column], role: "key" } })
    : block.names ? parts("walk.cell_piece",
      { word, piece: { text: block.names[column][0], role: "plain" } })
      : block.kind === "id" ? parts("walk.one_cell", { word })
        : parts("walk.cell_number", { word, n: column + 1 }));
  return title;
}

/** The first products, or all of them in a box that scrolls. */
function productsOf({ row, column, made, roles, whole }) {
  const more = whole ? [] : ["…"];
  const rows = [[row, roles[0] || "plain"], [column, roles[1]], [made, "made"]].flatMap(
    ([numbers, role]) => [...numbers, ...more].map(number => make("span", { class: role, text: number })));
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
  ...["", text("walk.weight"), text("walk.times_value"), "="].map(name =>
    make("small", { text: name })),
  ...table.flatMap(({ key, numbers }) => [
    make("b", { class: "word key", text: apart(machine.sides[side].pieces)[key] }),
    ...numbers.map((number, at) =>
      make("span", { class: at === 1 ? "value" : "", text: number }))]));
