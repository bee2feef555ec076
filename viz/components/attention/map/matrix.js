// The matrix: rows are queries, columns are keys. A forbidden cell is hatched, never 0.
import { make, px, steps } from "../../common/nodes.js";
import { shadeOf } from "../core/colours.js";
import { cellText } from "../core/numbers.js";
import { hatching } from "../core/theme.js";
import { brightest, rowOf } from "../core/weights.js";
import { strokes } from "./forbid.js";
import { keyWord, lead } from "./labels.js";
import { cellSentence, textOf, titleOf } from "./say.js";

export function buildMatrix(context, layout, inner) {
  const { stack, unit } = context, { rows, columns } = stack;
  const { colour } = context.view(), heads = columnHeads(context, layout);
  const body = make("div", { class: "lines", role: "rowgroup",
    style: `height:${px(rows * layout.height)}` });
  const field = shades(context, layout);
  const lines = stack.queryWords.map((word, row) => make("div", { class: "line",
    role: "row", "aria-rowindex": row + 2, style: `top:${px(row * layout.height)};`
      + `height:${px(layout.height)};width:${px(layout.right)}` },
  make("div", { role: "rowheader", title: word, text: word,
    class: `word query${stack.querySpecial[row] ? " special" : ""}`,
    style: `width:${px(layout.label - (layout.phone ? 8 : 12) * unit)};`
      + `font-size:${px(layout.rowSize)};line-height:${px(layout.height)}` })));
  const frame = make("div", { class: "frame",
    style: `left:${px(layout.label)};width:${px(columns * layout.cell)};`
      + `height:${px(layout.height)}` });
  const pick = make("div", { class: "pick", hidden: true,
    style: `width:${px(layout.cell)};height:${px(layout.height)}` });
  const shaft = make("div", { class: "shaft", hidden: true,
    style: `width:${px(layout.cell)};height:${px(rows * layout.height)}` });
  body.append(field.node, ...lines, frame, shaft, pick);
  const grid = make("div", { class: "grid", role: "grid", "aria-rowcount": rows + 1,
    "aria-colcount": columns + 1 }, heads, body);
  inner.append(grid);

  // Numbers are nodes; where they do not fit, the shown row prints its own on a strip
  // and only the cell in focus is a node.
  const strip = make("div", { class: "strip", "aria-hidden": "true" },
    ...layout.numbers ? [] : stack.keyWords.map((_, column) => make("div", {
      class: "number", style: `left:${px(layout.label + column * layout.cell)};`
        + `width:${px(layout.cell)};line-height:${px(layout.height)}` })));
  body.append(strip);
  const cells = new Map();
  const places = [...heads.querySelectorAll(".key-place")];
  places.forEach((place, column) => {
    place.tabIndex = -1;   // reached from the first row, by ↑
    place.onfocus = () => context.hover({ row: null, column });
    place.onblur = () => context.hover(null);
    place.onkeydown = event => {
      if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        place.click();
      }
      if (event.key === "ArrowDown") {
        cellAt(column).focus();
        context.pick({ row: 0, column });
      }
      const next = steps(event, column, columns);
      if (next >= 0 && /Left|Right|Home|End/.test(event.key)) places[next].focus();
    };
  });
  const cellAt = at => {
    if (cells.has(at)) return cells.get(at);
    const row = Math.floor(at / columns), column = at % columns;
    const cell = make("div", { class: "cell", role: "gridcell", tabindex: -1,
      "aria-colindex": column + 2, "data-cell": at, style:
        `left:${px(layout.label + column * layout.cell + 1)};`
        + `width:${px(layout.cell - 2)};height:${px(layout.height - 2)};`
        + `line-height:${px(layout.height - 2)}` });
    cells.set(at, cell);
    lines[row].append(cell);
    return cell;
  };
  if (layout.numbers) for (let at = 0; at < rows * columns; at++) cellAt(at);
  let stop = null;
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
      stack, context.view(), Math.floor(at / columns), at % columns)));
  };

  const under = event => {
    const box = field.node.getBoundingClientRect();
    const column = Math.floor((event.clientX - box.left) / layout.cell);
    const row = Math.floor((event.clientY - box.top) / layout.height);
    if (row < 0 || row >= rows || column >= columns) return null;
    const named = event.target.getAttribute("role") === "rowheader" || column < 0;
    return { row, column: named ? null : column };
  };
  body.onpointermove = event => {
    const place = under(event), now = context.cell();
    if (place?.row !== now?.row || place?.column !== now?.column) context.hover(place);
  };
  body.onpointerleave = () => context.hover(null);
  const cellOf = node => node.dataset.cell === undefined ? null
    : { row: Math.floor(node.dataset.cell / columns), column: node.dataset.cell % columns };
  strokes({ context, layout, body, heads, under, cellOf });
  body.onclick = event => {
    const place = under(event);
    if (place?.column === null) context.choose({ row: place.row });
    else if (place) context.pick(place);
  };
  body.onfocusin = event => {
    if (event.target.matches("[data-cell]:focus-visible")) {
      context.pick(cellOf(event.target));
    }
  };
  body.onkeydown = event => {
    if (event.target !== stop) return;
    const at = Number(stop.dataset.cell);
    if (event.key === "ArrowUp" && at < columns) places[at].focus();
    const next = steps(event, at, rows * columns, columns);
    if (next < 0 || next === at) return;
    const cell = cellAt(next);
    cell.focus();
    context.pick({ row: Math.floor(next / columns), column: next % columns });
  };

  /** The numbers of one row; the shown row prints all of its own. */
  const print = (row, all) => {
    if (row < 0 || row >= rows) return;
    const weights = context.weights(), kept = context.kept();
    const line = layout.numbers ? null : strip.children;
    for (let column = 0; column < columns; column++) {
      const at = row * columns + column, cell = line ? line[column] : cellAt(at);
      const hidden = kept && !kept[at];
      const text = hidden || Number.isNaN(weights[at]) ? ""
        : all ? weights[at].toFixed(2).replace(/^0/, "") : cellText(weights[at]);
      if (cell.textContent !== text) cell.textContent = text;
      if (text) cell.style.color = context.theme.inks[shadeOf(weights[at], colour)];
    }
  };

  let bold = null, printed = -1;
  const row = () => {
    const shown = context.row(), cell = context.cell(), chosen = context.view().row;
    const pointed = context.column();
    if (printed !== shown) {
      if (layout.numbers) print(printed, false);
      else strip.style.top = px(shown * layout.height);
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
    const best = brightest(rowOf(context.weights(), columns, chosen));
    standOn(cell && cell.column !== null ? cell.row * columns + cell.column
      : chosen * columns + Math.max(0, best));
  };
  return {
    weights() {
      const weights = context.weights();
      grid.setAttribute("aria-label",
        `${titleOf(stack, context.view())}: rows are queries, columns are keys`);
      field.draw(weights, context.kept());
      if (layout.numbers) for (let at = 0; at < rows; at++) print(at, false);
      printed = -1;
      row();
    },
    row,
    focus: () => stop?.focus(),
  };
}

/**
 * The colours of all cells on one canvas, with gaps of 2 px: hatched where forbidden,
 * bare where a link is not among the strongest, a dot on the largest of each row.
 */
function shades({ stack, theme, unit, view }, layout) {
  const { rows, columns } = stack, { cell, height } = layout, { colour } = view();
  const sharp = Math.min(2, window.devicePixelRatio || 1);
  const node = make("canvas", { class: "field", "aria-hidden": "true",
    width: Math.max(1, Math.round(cell * columns * sharp)),
    height: Math.max(1, Math.round(height * rows * sharp)),
    style: `left:${px(layout.label)};width:${px(cell * columns)};`
      + `height:${px(height * rows)}` });
  const pen = node.getContext("2d"), hatch = pen.createPattern(
    hatching(theme.hatch, Math.round(10 * unit * sharp), 1.3 * unit * sharp), "repeat");
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
          const weight = weights[at], shade = shadeOf(weight, colour);
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

function columnHeads(context, layout) {
  const { stack, panels, unit } = context, beams = panels.has("beams");
  const height = layout.words + (beams ? 10 * unit : 0);
  const heads = make("div", { class: beams ? "read" : "read bare", role: "row",
    "aria-rowindex": 1, style: `height:${px(height)}` });
  const corner = make("div", { role: "columnheader", class: "corner",
    style: `width:${px(layout.label - (layout.phone ? 8 : 12) * unit)}` },
  make("span", { class: "key", text: "keys →" }),
  make("span", { class: "query", text: "queries ↓" }));
  heads.append(beams && !layout.phone
    ? lead("keys", context, stack.keys, -44 * unit) : corner);
  heads.append(...stack.keyWords.map((_, column) =>
    keyWord(context, layout, column, { role: "columnheader" })));
  return heads;
}
