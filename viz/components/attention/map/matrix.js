// The matrix: rows are queries, columns are keys. A forbidden cell is hatched, never 0.
import { make, px, steps } from "../../common/nodes.js";
import { cellText, short } from "../../common/numbers.js";
import { text } from "../../common/texts.js";
import { numeralOf } from "../core/projecting.js";
import { fieldOf } from "../core/theme.js";
import { brightest, rowOf } from "../core/weights.js";
import { strokes } from "./hand.js";
import { cornerOf, keyWord, lead } from "./labels.js";
import { promptEnds } from "./prompt.js";
import { cellSentence, textOf, titleOf } from "./say.js";

/** @param {import("../mount.js").Mount} mount */
export function buildMatrix(mount, layout, inner) {
  const { stack } = mount, { rows, columns } = stack;
  const drawn = nodesOf(mount, layout), { lines, frame, pick, shaft, places } = drawn;
  inner.append(drawn.grid);
  const cells = focusable(mount, layout, lines);
  const print = printer(mount, layout, drawn.strip, cells);
  listen(mount, layout, drawn, cells);
  let bold = null, printed = -1;
  const row = () => {
    const { shownRow: shown, pointedCell: cell, pointedColumn: pointed } = mount;
    const chosen = mount.view.row;
    if (printed !== shown) {
      if (layout.numbers) print(printed, false);
      else drawn.strip.style.top = px(shown * layout.height);
      print(printed = shown, true);
    }
    shaft.hidden = pointed === null;
    shaft.style.left = px(layout.label + (pointed ?? 0) * layout.cell);
    bold?.classList.remove("on");
    bold = lines[shown];
    bold?.classList.add("on");
    frame.style.top = px(chosen * layout.height);
    frame.hidden = !rows || !columns;
    places.forEach((place, at) =>
      place.classList.toggle("on", (pointed ?? cell?.column) === at));
    pick.hidden = !cell || cell.column === null;
    if (!pick.hidden) {
      pick.style.left = px(layout.label + cell.column * layout.cell);
      pick.style.top = px(cell.row * layout.height);
    }
    if (!rows || !columns) return;
    const best = brightest(rowOf(mount.weights, columns, chosen));
    cells.standOn(cell && cell.column !== null ? cell.row * columns + cell.column
      : chosen * columns + Math.max(0, best));
  };
  return {
    weights() {
      drawn.grid.setAttribute("aria-label",
        text("map.matrix", { title: titleOf(stack, mount.view) }));
      drawn.field.draw(mount.weights, mount.kept);
      if (layout.numbers) for (let at = 0; at < rows; at++) print(at, false);
      printed = -1;
      row();
    },
    row,
  };
}

/** All that stands still: words, colours, the frame of a row, and what marks a cell. */
function nodesOf(mount, layout) {
  const { stack, unit } = mount, { rows, columns } = stack;
  const { label, cell, height } = layout, heads = columnHeads(mount, layout);
  const lines = stack.queryWords.map((word, row) => make("div", { class: "line",
    role: "row", "aria-rowindex": row + 2, style: `top:${px(row * height)};`
      + `height:${px(height)};width:${px(layout.right)}` },
  make("div", { role: "rowheader", title: word, text: word, lang: stack.lang,
    class: `word query${stack.querySpecial[row] ? " special" : ""}`,
    style: `width:${px(label - (layout.phone ? 8 : 12) * unit)};`
      + `font-size:${px(layout.rowSize)};line-height:${px(height)}` })));
  const box = (name, wide, high, more = {}) => make("div", { class: name,
    style: `width:${px(wide)};height:${px(high)}`, ...more });
  const frame = box("frame", columns * cell, height);
  frame.style.left = px(label);
  const pick = box("pick", cell, height, { hidden: true });
  const shaft = box("shaft", cell, rows * height, { hidden: true });
  // Where numbers do not fit into the cells, the shown row prints its own on a strip.
  const strip = make("div", { class: "strip", "aria-hidden": "true" },
    ...layout.numbers ? [] : stack.keyWords.map((_, column) => make("div", {
      class: "number", style: `left:${px(label + column * cell)};width:${px(cell)};`
        + `line-height:${px(height)}` })));
  const field = shades(mount, layout);
  const body = make("div", { class: "lines", role: "rowgroup",
    style: `height:${px(rows * height)}` },
  field.node, ...lines, ...promptEnds(mount, layout, label), frame, shaft, pick, strip);
  const grid = make("div", { class: "grid", role: "grid", "aria-rowcount": rows + 1,
    "aria-colcount": columns + 1 }, heads, body);
  return { grid, heads, body, lines, frame, pick, shaft, strip, field,
    places: [...heads.querySelectorAll(".key-place")] };
}

/**
 * The cells as nodes, counted row after row: all of them where they hold numbers, else
 * only the one that the keyboard stops at.
 */
function focusable(mount, layout, lines) {
  const { stack } = mount, { rows, columns } = stack, cells = new Map();
  let stop = null;
  const cellAt = at => {
    if (cells.has(at)) return cells.get(at);
    const row = Math.floor(at / columns), column = at % columns;
    const cell = make("div", { class: "cell", role: "gridcell", tabindex: -1,
      "aria-colindex": column + 2, "data-cell": at, style:
        `left:${px(layout.label + column * layout.cell + 1)};`
        + `width:${px(layout.cell - 2)};height:${px(layout.height - 2)};`
        + `line-height:${px(layout.height - 2)};`
        + `font-size:${px(numeralOf(14, mount.unit) * mount.unit)}` });
    cells.set(at, cell);
    lines[row].append(cell);
    return cell;
  };
  if (layout.numbers) for (let at = 0; at < rows * columns; at++) cellAt(at);
  const standOn = at => {
    if (stop?.dataset.cell !== String(at)) {
      const old = stop;
      stop = cellAt(at);
      if (old) old.tabIndex = -1;
      if (old && !layout.numbers && !old.matches(":focus")) {
        old.remove();
        cells.delete(Number(old.dataset.cell));
      }
      stop.tabIndex = 0;
    }
    stop.setAttribute("aria-label", textOf(cellSentence(
      stack, mount.view, Math.floor(at / columns), at % columns)));
  };
  return { cellAt, standOn, stop: () => stop };
}

/** Prints the numbers of one row; the shown row prints `all` of its own. */
function printer(mount, layout, strip, { cellAt }) {
  const { rows, columns } = mount.stack, { colour } = mount.view;
  return (row, all) => {
    if (row < 0 || row >= rows) return;
    const { weights, kept } = mount, line = layout.numbers ? null : strip.children;
    for (let column = 0; column < columns; column++) {
      const at = row * columns + column, cell = line ? line[column] : cellAt(at);
      const hidden = kept && !kept[at] || Number.isNaN(weights[at]);
      const number = hidden ? ""
        : all ? short(weights[at]) : cellText(weights[at]);
      if (cell.textContent !== number) cell.textContent = number;
      if (number) cell.style.color = mount.theme.inks[mount.theme.shade(weights[at], colour)];
    }
  };
}

/** What pointer and keys do on the matrix. */
function listen(mount, layout, { body, heads, field, places }, cells) {
  const { rows, columns } = mount.stack;
  const under = event => {
    const box = field.node.getBoundingClientRect();
    const column = Math.floor((event.clientX - box.left) / layout.cell);
    const row = Math.floor((event.clientY - box.top) / layout.height);
    if (row < 0 || row >= rows || column >= columns) return null;
    const named = event.target.getAttribute("role") === "rowheader" || column < 0;
    return { row, column: named ? null : column };
  };
  const placeAt = at => ({ row: Math.floor(at / columns), column: at % columns });
  const cellOf = ({ dataset: { cell } }) => cell === undefined ? null : placeAt(cell);
  body.onpointermove = event => {
    const place = under(event), now = mount.pointedCell;
    if (place?.row !== now?.row || place?.column !== now?.column) {
      mount.dispatch("point", place);
    }
  };
  body.onpointerleave = () => mount.dispatch("point", null);
  strokes({ mount, layout, body, heads, under, cellOf });
  body.onclick = event => {
    const place = under(event);
    if (place?.column === null) mount.dispatch("choose", { row: place.row });
    else if (place) mount.dispatch("pick", place);
  };
  body.onfocusin = event => {
    if (event.target.matches("[data-cell]:focus-visible")) {
      mount.dispatch("pick", cellOf(event.target));
    }
  };
  body.onkeydown = event => {
    if (event.target !== cells.stop()) return;
    const at = Number(event.target.dataset.cell);
    if (event.key === "ArrowUp" && at < columns) places[at].focus();
    const next = steps(event, at, rows * columns, columns);
    if (next < 0 || next === at) return;
    cells.cellAt(next).focus();
    mount.dispatch("pick", placeAt(next));
  };
  alongKeys(mount, places, cells);
}

/** The words of the keys: reached from the first row by ↑, left by ↓. */
function alongKeys(mount, places, { cellAt }) {
  places.forEach((place, column) => {
    place.tabIndex = -1;
    place.onfocus = () => mount.dispatch("point", { row: null, column });
    place.onblur = () => mount.dispatch("point", null);
    place.onkeydown = event => {
      if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        place.click();
      }
      if (event.key === "ArrowDown") {
        cellAt(column).focus();
        mount.dispatch("pick", { row: 0, column });
      }
      const next = steps(event, column, places.length);
      if (next >= 0 && /Left|Right|Home|End/.test(event.key)) places[next].focus();
    };
  });
}

/**
 * The colours of all cells on one canvas, with gaps of 2 px: hatched where forbidden,
 * bare where a link is not among the strongest, a dot on the largest of each row.
 */
function shades(mount, layout) {
  const { stack: { rows, columns }, theme, unit, view: { colour } } = mount;
  const { cell, height } = layout;
  const { node, pen, hatch, sharp } = fieldOf(mount, cell * columns, height * rows);
  node.style.left = px(layout.label);
  const edges = (size, count) => Array.from({ length: count + 1 },
    (_, at) => Math.round(at * size * sharp));
  const xs = edges(cell, columns), ys = edges(height, rows), gap = Math.round(sharp);
  const wide = cell >= 48 * unit, dot = (wide ? 2.2 : 1.7) * unit * sharp;
  return {
    node,
    draw(weights, kept) {
      pen.clearRect(0, 0, node.width, node.height);
      for (let row = 0, at = 0; row < rows; row++) {
        const best = brightest(rowOf(weights, columns, row));
        for (let column = 0; column < columns; column++, at++) {
          const weight = weights[at], shade = theme.shade(weight, colour);
          if (kept && !kept[at] && !Number.isNaN(weight)) continue;
          pen.fillStyle = Number.isNaN(weight) ? hatch : theme.fills[shade];
          pen.fillRect(xs[column] + gap, ys[row] + gap,
            xs[column + 1] - xs[column] - 2 * gap, ys[row + 1] - ys[row] - 2 * gap);
          if (column !== best) continue;
          pen.fillStyle = theme.inks[shade];
          pen.beginPath();
          pen.arc(wide ? xs[column + 1] - gap - dot * 2 : (xs[column] + xs[column + 1]) / 2,
            ys[row] + gap + dot * (wide ? 2 : 1.3), dot, 0, 7);
          pen.fill();
        }
      }
    },
  };
}

function columnHeads(mount, layout) {
  const { stack, panels, unit } = mount, ribbons = panels.has("ribbons");
  const height = layout.words + (ribbons ? 10 * unit : 0);
  const heads = make("div", { class: ribbons ? "read" : "read bare", role: "row",
    "aria-rowindex": 1, style: `height:${px(height)}` });
  const corner = cornerOf(layout.label - (layout.phone ? 8 : 12) * unit, "columnheader");
  heads.append(ribbons && !layout.phone
    ? lead("keys", mount, stack.keys, -44 * unit) : corner);
  heads.append(...stack.keyWords.map((_, column) =>
    keyWord(mount, layout, column, { role: "columnheader" })));
  return heads;
}
