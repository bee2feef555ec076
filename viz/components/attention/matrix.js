// The matrix: rows are queries, columns are keys. A forbidden cell is hatched, never 0.
import { keyWord, lead } from "./labels.js";
import { make, px, steps } from "./page.js";
import { brightest, cellText, rowOf } from "./pure.js";
import { cellSentence, textOf, titleOf } from "./say.js";

export function buildMatrix(context, layout, inner) {
  const { stack, unit } = context, { rows, columns } = stack;
  const heads = columnHeads(context, layout);
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
  body.append(field.node, ...lines, frame, pick);
  const grid = make("div", { class: "grid", role: "grid", "aria-rowcount": rows + 1,
    "aria-colcount": columns + 1 }, heads, body);
  inner.append(grid);

  // Numbers are nodes; where they do not fit, only the cell in focus is one.
  const cells = new Map();
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
  body.onclick = event => {
    const place = under(event);
    if (place?.column === null) context.choose({ row: place.row });
    else if (place) context.pick(place);
  };
  body.onfocusin = event => {
    const at = Number(event.target.dataset.cell);
    if (event.target.matches("[data-cell]:focus-visible")) {
      context.pick({ row: Math.floor(at / columns), column: at % columns });
    }
  };
  body.onkeydown = event => {
    if (event.target !== stop) return;
    if (event.key === "Escape") {
      event.stopPropagation();
      context.leave();
      return;
    }
    const next = steps(event, Number(stop.dataset.cell), rows * columns, columns);
    if (next < 0) return;
    const cell = cellAt(next);
    cell.focus();
    context.pick({ row: Math.floor(next / columns), column: next % columns });
  };

  let bold = null;
  const row = () => {
    const shown = context.row(), cell = context.cell(), chosen = context.view().row;
    bold?.classList.remove("on");
    bold = lines[shown];
    bold?.classList.add("on");
    frame.style.top = px(chosen * layout.height);
    frame.hidden = !rows || !columns;
    heads.querySelectorAll(".key-place").forEach((place, at) =>
      place.classList.toggle("on", cell?.column === at));
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
      field.draw(weights);
      if (layout.numbers) {
        for (const [at, cell] of cells) {
          const text = cellText(weights[at]);
          if (cell.textContent !== text) cell.textContent = text;
          if (text) cell.style.color = context.theme.inks[shadeOf(weights[at])];
        }
      }
      row();
    },
    row,
    focus: () => stop?.focus(),
  };
}

const shadeOf = weight => Math.round(Math.min(1, Math.max(0, weight)) * 255);

/** The colours of all cells on one canvas, with gaps of 2 px and hatched where forbidden. */
function shades({ stack, theme, unit }, layout) {
  const { rows, columns } = stack, { cell, height } = layout;
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
  return {
    node,
    draw(weights) {
      pen.clearRect(0, 0, node.width, node.height);
      for (let row = 0, at = 0; row < rows; row++) {
        for (let column = 0; column < columns; column++, at++) {
          const weight = weights[at];
          pen.fillStyle = Number.isNaN(weight) ? hatch : theme.fills[shadeOf(weight)];
          pen.fillRect(xs[column] + gap, ys[row] + gap,
            xs[column + 1] - xs[column] - 2 * gap, ys[row + 1] - ys[row] - 2 * gap);
        }
      }
    },
  };
}

/** One tile of lines at 45°, 7 px apart. */
function hatching(colour, size, width) {
  const tile = make("canvas", { width: size, height: size }), pen = tile.getContext("2d");
  pen.strokeStyle = colour;
  pen.lineWidth = width;
  for (const shift of [-size, 0, size]) {
    pen.moveTo(shift - 2, size + 2);
    pen.lineTo(shift + size + 2, -2);
  }
  pen.stroke();
  return tile;
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
