// The matrix: rows are queries, columns are keys. A forbidden cell is hatched, never 0.
import { keyWord, lead } from "./labels.js";
import { make, px, steps } from "./page.js";
import { brightest, cellText, rowOf } from "./pure.js";
import { cellSentence, textOf, titleOf } from "./say.js";

export function buildMatrix(context, layout, inner) {
  const { stack, theme, unit, panels } = context, { rows, columns } = stack;
  const beams = panels.has("beams");
  const heads = make("div", { class: "read", role: "row",
    style: `height:${px(layout.words + (beams ? 10 * unit : 0))}` });
  if (beams && !layout.phone) heads.append(lead("keys", context, stack.keys, -44 * unit));
  else heads.append(corner(layout));
  heads.append(...stack.keyWords.map((_, column) =>
    keyWord(context, layout, column, { role: "columnheader" })));
  if (!beams) heads.classList.add("bare");
  const body = make("div", { class: "lines", role: "rowgroup",
    style: `height:${px(rows * layout.height)}` });
  const cells = [], names = [];
  for (let row = 0; row < rows; row++) {
    const line = make("div", { class: "line", role: "row",
      style: `top:${px(row * layout.height)};height:${px(layout.height)}` });
    const name = make("div", { role: "rowheader", title: stack.queryWords[row],
      class: `word query${stack.querySpecial[row] ? " special" : ""}`,
      style: `width:${px(layout.label - 12 * unit)};line-height:${px(layout.height)}`,
      "data-row": row, text: stack.queryWords[row] });
    line.append(name);
    names.push(name);
    for (let column = 0; column < columns; column++) {
      const cell = make("div", { class: "cell", role: "gridcell", tabindex: -1,
        "data-cell": row * columns + column,
        style: `left:${px(layout.label + column * layout.cell + 1)};`
          + `width:${px(layout.cell - 2)};height:${px(layout.height - 2)};`
          + `line-height:${px(layout.height - 2)}` });
      cells.push(cell);
      line.append(cell);
    }
    body.append(line);
  }
  const frame = make("div", { class: "frame",
    style: `left:${px(layout.label)};width:${px(columns * layout.cell)};`
      + `height:${px(layout.height)}` });
  const pick = make("div", { class: "pick", hidden: true,
    style: `width:${px(layout.cell)};height:${px(layout.height)}` });
  body.append(frame, pick);
  inner.append(make("div", { class: "grid", role: "grid", "aria-rowcount": rows + 1,
    "aria-colcount": columns + 1, "data-grid": true }, heads, body));

  const placeOf = event => {
    const found = event.target.closest?.("[data-cell]");
    if (!found) return null;
    const at = Number(found.dataset.cell);
    return { at, row: Math.floor(at / columns), column: at % columns };
  };
  body.onpointerover = event => {
    const name = event.target.closest?.("[data-row]");
    const place = placeOf(event);
    if (name) context.hover({ row: Number(name.dataset.row), column: null });
    else if (place) context.hover(place);
  };
  body.onpointerleave = () => context.hover(null);
  body.onclick = event => {
    const name = event.target.closest?.("[data-row]");
    const place = placeOf(event);
    if (name) context.choose({ row: Number(name.dataset.row) });
    else if (place) context.pick(place);
  };
  body.onfocusin = event => {
    const place = placeOf(event);
    if (place && event.target.matches(":focus-visible")) context.pick(place);
  };
  body.onkeydown = event => {
    const place = placeOf(event);
    if (!place) return;
    if (event.key === "Escape") {
      event.stopPropagation();
      context.leave();
      return;
    }
    const next = steps(event, place.at, cells.length, columns);
    if (next >= 0) {
      cells[next].tabIndex = 0;
      cells[next].focus();
      context.pick({ row: Math.floor(next / columns), column: next % columns });
    }
  };

  let stop = cells[0];
  const row = () => {
    const shown = context.row(), cell = context.cell(), chosen = context.view().row;
    names.forEach((name, at) => name.classList.toggle("on", at === shown));
    frame.style.top = px(chosen * layout.height);
    frame.hidden = !rows || !columns;
    body.querySelectorAll(".line.on").forEach(line => line.classList.remove("on"));
    names[shown]?.parentNode.classList.add("on");
    heads.querySelectorAll(".key-place").forEach((place, at) =>
      place.classList.toggle("on", cell?.column === at));
    pick.hidden = !cell || cell.column === null;
    if (!pick.hidden) {
      pick.style.left = px(layout.label + cell.column * layout.cell);
      pick.style.top = px(cell.row * layout.height);
    }
    if (!cells.length) return;
    const best = brightest(rowOf(context.weights(), columns, chosen));
    const at = cell && cell.column !== null ? cell.row * columns + cell.column
      : chosen * columns + Math.max(0, best);
    stop.tabIndex = -1;
    stop = cells[at];
    stop.tabIndex = 0;
    stop.setAttribute("aria-label", textOf(cellSentence(
      stack, context.view(), Math.floor(at / columns), at % columns)));
  };
  return {
    weights() {
      const weights = context.weights();
      inner.querySelector("[data-grid]").setAttribute("aria-label",
        `${titleOf(stack, context.view())}: rows are queries, columns are keys`);
      cells.forEach((cell, at) => {
        const weight = weights[at];
        cell.classList.toggle("forbidden", Number.isNaN(weight));
        const shade = Math.round(Math.min(1, Math.max(0, weight)) * 255) || 0;
        cell.style.backgroundColor = Number.isNaN(weight) ? "" : theme.fills[shade];
        if (!layout.numbers) return;
        cell.style.color = theme.inks[shade];
        const text = cellText(weight);
        if (cell.textContent !== text) cell.textContent = text;
      });
      row();
    },
    row,
    focus: () => stop?.focus(),
  };
}

function corner(layout) {
  return make("div", { class: "corner", role: "columnheader",
    style: `width:${px(layout.label - 12)}` },
  make("span", { class: "key", text: "keys →" }),
  make("span", { class: "query", text: "queries ↓" }));
}
