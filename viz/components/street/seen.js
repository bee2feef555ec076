// Beside a picture whose cells attend to each other: which map is shown, what the chosen
// cell looks at, what is marked, and what the picture is said to hold.
import { make, put } from "../common/nodes.js";
import { fixed, percent } from "../common/numbers.js";
import { text } from "../common/texts.js";
import { paintMarks } from "./compose.js";
import { weightsOf } from "./picture.js";
import { toolOf } from "./tools.js";
import { results } from "./words.js";

export function buildSeen(mount) {
  const { header } = mount;
  mount.sentence = make("p", { class: "sentence" });
  mount.marked = (header.marks ?? []).map(mark => ({ ...mark,
    canvas: make("canvas", { width: header.size, height: header.size, role: "img", "aria-label": mark.said }) }));
  const marked = mount.marked.map(({ canvas, title, said }) =>
    make("figure", {}, canvas, make("figcaption", {}, make("b", { text: title }), " ", said)));
  return [choosing(mount), ...header.rows.length ? [mount.sentence] : [],
    ...marked.length ? [make("div", { class: "marked" }, ...marked)] : [],
    ...header.verdicts?.length ? [verdicts(header)] : [], ...header.results ? [results(header.results)] : []];
}

/** Which map, and the class token as a query. */
function choosing(mount) {
  const { header, map } = mount, { maps = [], before } = header;
  const select = make("select", { "aria-label": text("street.map"), "data-stay": "map",
    onchange: ({ target }) => mount.look(Number(target.value)) },
  ...maps.map((name, at) => make("option", { value: at, text: name, selected: at === map })));
  mount.token = before && maps.length ? toolOf("token", { onclick: () => mount.choose(0) }) : null;
  return make("div", { class: "choosing" }, ...maps.length > 1 ? [make("label", {}, text("street.map"), " ", select)] : [],
    ...mount.token ? [mount.token] : []);
}

/** What is thought to be there, each with its probability. */
const verdicts = ({ verdicts }) => make("ol", { class: "words verdicts" }, ...verdicts.map(({ name, likely, right }) =>
  make("li", { class: right ? "right" : null }, make("b", { text: name }),
    make("span", {}, make("i", { style: `width:${100 * likely}%` })), make("em", { text: percent(likely) }))));

/** The marks, and the sentence of the chosen cell. */
export function paintSeen(mount) {
  const { header, row, marked, token, parts } = mount;
  marked.forEach(({ canvas, pixels }) => paintMarks(canvas, mount.things, header.art, pixels));
  if (token) put(token, { "aria-pressed": String(row === 0) });
  parts.field.parentElement.querySelectorAll(".pick button").forEach((button, at) =>
    put(button, { "aria-pressed": String(at + header.before === row) }));
  mount.sentence.textContent = saidOf(mount);
}

/** Where the largest weight of the row lies, in words. */
export function saidOf(mount) {
  const { header: { rows, grid, before }, row } = mount;
  if (!rows.length) return "";
  const weights = [...weightsOf(mount, row)].map(weight => Number.isNaN(weight) ? -1 : weight);
  const most = Math.max(...weights), at = weights.indexOf(most);
  const asks = row < before ? text("street.asks.token") : text("street.asks.cell", placeOf(row - before, grid));
  return text("street.looks", { asks, weight: fixed(most, 2), ...placeOf(at, grid) });
}

const placeOf = (cell, grid) => ({ row: Math.floor(cell / grid) + 1, column: cell % grid + 1 });
