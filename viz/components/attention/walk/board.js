// One matrix of a stage: words on its axes, a frame on the row, one cell to stand on.
import { make, px, steps } from "../../common/nodes.js";
import { text } from "../../common/texts.js";
import { apart } from "../core/trace.js";
import { cells } from "./cells.js";

/**
 * A canvas for the cells of a block, and over it one that the keyboard can stand on.
 * `at` counts the blocks of the stage, `names` are the words above the columns.
 */
export function boardOf(mount, block, at, layout, names) {
  const { unit, walk } = mount, { rows, columns } = block;
  const { x, label, wide } = layout.places[at], { cell, height } = layout;
  const above = (names && layout.slanted ? 84 : 42) * unit;
  const field = cells(mount, block, wide, layout);
  Object.assign(field.node.style, { left: px(label), top: px(above) });
  const lines = linesOf(mount, block, { label, wide, height, above });
  const spot = make("div", { class: "spot-cell", role: "gridcell", tabindex: at ? -1 : 0 });
  const frame = make("div", { class: "frame", style: `left:${px(label)};width:${px(wide)};`
    + `height:${px(height)}` });
  const top = axis(mount, block, names, { label, wide, cell, above, slanted: layout.slanted });
  const node = make("div", { class: "board", role: "grid", "aria-rowcount": rows,
    "aria-colcount": columns, "aria-label": text("walk.board", { title: block.title, rows, columns }),
    style: `left:${px(x - label)};width:${px(label + wide)};height:100%` },
  top, field.node, ...lines, frame);
  listen(mount, block, at, { node, field, spot });
  let bold = null;
  return {
    node, above, field: field.node, rows, columns, left: label, wide, height,
    /** Where the chosen row and cell of the board are, in its field. */
    get marked() {
      const marked = walk.marked(block, at);
      return { ...marked, cell, top: marked.row * height, from: marked.column * cell };
    },
    row() {
      const marked = walk.marked(block, at);
      frame.style.top = px(above + marked.row * height);
      frame.hidden = marked.row >= rows;
      bold?.classList.remove("on");
      bold = lines[marked.row];
      bold?.classList.add("on");
      spot.hidden = !marked.here && at > 0;
      spot.classList.toggle("shown", marked.here);
      Object.assign(spot.style, { width: px(Math.max(cell, 8 * unit)), height: px(height),
        left: px(label + marked.column * cell - (cell < 8 ? 3 * unit : 0)) });
      if (bold && spot.parentNode !== bold) {
        const focused = spot.matches(":focus");
        bold.append(spot);
        if (focused) spot.focus();
      }
      spot.setAttribute("aria-label", walk.cellSaid(block, marked));
      top.querySelectorAll("[data-column]").forEach(word => word.classList.toggle("on",
        marked.here && Number(word.dataset.column) === marked.column));
      field.dim(mount.view.walk === "short" && block.kind !== "id" ? marked.row : -1);
    },
  };
}

/** The rows, each with its word where there is room for a label. */
function linesOf({ unit, walk }, block, { label, wide, height, above }) {
  const { special, pieces } = walk.machine.sides[block.side];
  const shown = pieces.slice(0, block.rows), words = apart(shown);
  return shown.map((piece, row) => make("div", { class: "line", role: "row",
    style: `top:${px(above + row * height)};height:${px(height)};width:${px(label + wide)}` },
  make("div", { role: "rowheader", title: piece, text: label ? piece : "",
    "aria-label": words[row], class: `word ${block.colour}${special[row] ? " special" : ""}`,
    style: `width:${px(Math.max(0, label - 10 * unit))};line-height:${px(height)};`
      + `font-size:${px(17 * unit)}` })));
}

/** Pointing shows a cell, a click holds it, arrow keys move what is held. */
function listen(mount, block, at, { node, field, spot }) {
  const { rows, columns } = block;
  const under = event => {
    const box = field.node.getBoundingClientRect();
    const column = Math.floor((event.clientX - box.left) / box.width * columns);
    const row = Math.floor((event.clientY - box.top) / box.height * rows);
    if (row < 0 || row >= rows) return null;
    return { block: at, row, column: Math.min(columns - 1, Math.max(0, column)) };
  };
  const hold = place => mount.dispatch("holdCell", { block: at, ...place });
  node.onpointermove = event => mount.dispatch("pointCell", under(event));
  node.onpointerleave = () => mount.dispatch("pointCell", null);
  node.onclick = event => { const place = under(event); if (place) hold(place); };
  const here = () => {
    const { row, column } = mount.walk.marked(block, at);
    return { row, column };
  };
  spot.onfocus = () => { if (spot.matches(":focus-visible")) hold(here()); };
  spot.onkeydown = event => {
    if (event.key === "Escape") {
      event.stopPropagation();
      mount.root.focus();
      return;
    }
    const { row, column } = here();
    const next = steps(event, row * columns + column, rows * columns, columns);
    if (next < 0) return;
    hold({ row: Math.floor(next / columns), column: next % columns });
    spot.focus();
  };
}

/** Above a matrix: the words of its columns, or how many numbers there are. */
function axis({ unit }, block, names, { label, wide, cell, above, slanted }) {
  const top = make("div", { class: "axis", ...names && { role: "row" },
    style: `height:${px(above)}` });
  const left = px(label);
  top.append(make("b", { class: `block-title ${block.kind === "weight" ? "" : block.colour}`,
    style: `left:${left}`, text: block.title }));
  if (names) {
    top.append(...names.words.map((word, column) => make("span", { role: "columnheader",
      "data-column": column, text: word, title: word,
      class: `column-word word${names.key ? " key" : ""}${names.special[column] ? " special" : ""}`
        + (slanted ? " slanted" : "")
        + (block.names?.[column][1] ? " predicted" : ""),
      style: `left:${px(label + (column + 0.5) * cell)};font-size:${px(15.5 * unit)}` })));
    return top;
  }
  if (block.kind === "id") return top;
  if (block.group) {
    for (let head = 0; head < block.columns / block.group; head++) {
      top.append(make("span", { class: `group-name${head === block.open ? " on" : ""}`,
        text: wide > 420 * unit ? text("map.head", { n: head + 1 }) : head + 1,
        style: `left:${px(label + (head + 0.5) * block.group * cell)}` }));
    }
    return top;
  }
  top.append(make("span", { class: "counted", style: `left:${left};width:${px(wide)}` },
    make("span", { text: "1" }), make("span", { text: text("walk.numbers", { n: block.columns }) })));
  return top;
}

