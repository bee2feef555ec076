// The picture, and over it the weights of one word: a veil that is thinner where the
// weight is larger, numbers, the thing that the word names, and the hands of a reader.
import { rampColour, shadeOf } from "../attention/core/colour_arithmetic.js";
import { make, put, steps } from "../common/nodes.js";
import { fixed } from "../common/numbers.js";
import { text } from "../common/texts.js";
import { clearness, veilOf } from "../common/veil.js";
import { thingsOf, placeThings } from "./things.js";
import { cellsOf, paintFilm, paintInk, paintStreet } from "./compose.js";
import { inkOf } from "./ink.js";
import { opensOf, toolOf } from "./tools.js";

const TOLD = 0.025;               // a smaller weight has no number: it would be 0.02
const MANY = 8;                   // cells in a row, of which only the largest has a number

/** How many rows of cells there are: as many as columns, but for the frames of a film. */
const linesOf = ({ grid, lines = grid }) => lines;

/** The grid of a picture, for its style. */
const gridStyle = header => `--grid:${header.grid};--lines:${linesOf(header)}`;

/** The weights of a row in the map that is shown, a cell each; a forbidden one is NaN. */
export function weightsOf({ header, numbers, map }, row) {
  const { grid, before = 0, rows } = header, wide = before + grid * linesOf(header);
  const at = (map * rows.length + row) * wide;
  return numbers.subarray(at + before, at + wide);
}

export function buildPicture(mount) {
  const { header } = mount, { size, grid, told, rows, frames } = header, lines = linesOf(header);
  const [width, height] = frames ? [size * grid, size * lines] : [size, size];
  const canvas = make("canvas", { width, height, role: "img", "aria-label": told });
  const cells = Array.from({ length: grid * lines }, () => make("div", {}, make("i"), make("b")));
  const field = make("div", { class: "cells", style: gridStyle(header), "aria-hidden": "true" }, ...cells);
  const [named, drawn] = ["named", "drawn"].map(name => make("div", { class: `frame ${name}` }));
  mount.parts = { canvas, cells, field, named, drawn };
  field.classList.toggle("covers", Boolean(header.covers));
  field.classList.toggle("film", Boolean(frames));
  field.hidden = handled(mount) || !rows.length;
  return [make("div", { class: "pic", style: `aspect-ratio:${width / height}` }, canvas, field, named, drawn, ...handsOf(mount)), under(mount)];
}

/** Is the picture itself in a reader's hands? No weights lie over it then. */
const handled = ({ mode }) => mode === "change" || mode === "ink";

/** What can be taken hold of on the picture. */
function handsOf(mount) {
  const { mode, header } = mount;
  if (mode === "change") return thingsOf(mount);
  if (mode === "ink") return inkOf(mount);
  if (mode === "forbid") return forbiddenOf(mount);
  return header.picks && header.rows.length ? picksOf(mount) : [];
}

/** The buttons, and what a colour means. */
function under(mount) {
  const { header, theme } = mount;
  const stops = Array.from({ length: 11 }, (_, at) => rampColour(theme.stops, at / 10));
  const ramp = make("span", { class: "ramp" },
    ...stops.map(color => make("i", { style: `background:rgb(${color})` })));
  const weights = header.rows.length ? [make("span", { class: "legend" }, text("street.weight"), ramp, "1")] : [];
  const another = header.ink ? "another_digit" : header.frames ? "another_film" : "another";
  return make("div", { class: "under" }, ...header.frames ? [] : [opensOf(mount, header.ink ? "ink" : "change")],
    toolOf(another, { onclick: () => mount.ask({ what: "another" }) }),
    ...header.forbids ? [opensOf(mount, "forbid", header.covers ? "cover" : "forbid")] : [],
    ...header.draws ? [toolOf("draw", { onclick: () => mount.ask({ what: "draw" }) })] : [],
    ...weights);
}

/** The weights of the chosen row, over the picture as it stands. */
export function paintPicture(mount) {
  const { header, parts, theme, row } = mount, { cells, canvas, named, drawn } = parts;
  const cell = header.size / header.grid;
  if (header.ink) paintInk(canvas, mount.ink, header.darkest);
  else if (header.frames) paintFilm(canvas, header);
  else paintStreet(canvas, mount.things, header.art);
  const weights = weightsOf(mount, row);
  const told = header.grid > MANY ? Math.max(...[...weights].filter(weight => weight >= 0)) : TOLD;
  weights.forEach((weight, at) => paintCell(cells[at], weight, told, mount));
  const { thing, drawn: looked } = header.rows[row] ?? {};
  const picked = header.picks && row >= header.before ? row - header.before : undefined;
  const place = mount.things[thing];
  const box = place ? cellsOf(place, cell) : boxOf(picked, header.grid);
  named.hidden = !box || handled(mount);
  named.classList.toggle("asks", picked !== undefined);
  if (box) put(named, { style: boxStyle(box, header) });
  drawn.hidden = looked === undefined || handled(mount);
  if (looked !== undefined) put(drawn, { style: boxStyle(boxOf(looked, header.grid), header) });
  placeThings(mount);
}

function paintCell(node, weight, told, { header: { veiled, forbidden }, parts: { cells }, theme }) {
  const [veil, chip] = node.children, none = Number.isNaN(weight);
  node.classList.toggle("forbidden", none || forbidden.includes(cells.indexOf(node)));
  veil.style.opacity = veiled && !none ? veilOf(clearness(weight, cells.length)) : 0;
  chip.hidden = none || weight < told;
  if (chip.hidden) return;
  const shade = shadeOf(weight);
  chip.textContent = fixed(weight, 2);
  put(chip, { style: `background:${theme.fills[shade]};color:${theme.inks[shade]}` });
}

/** The box of one cell: [top, left, bottom, right]. */
function boxOf(cell, grid) {
  if (cell === undefined) return undefined;
  const row = Math.floor(cell / grid), column = cell % grid;
  return [row, column, row, column];
}

function boxStyle([top, left, bottom, right], header) {
  const across = 100 / header.grid, down = 100 / linesOf(header);
  return `left:${left * across}%;top:${top * down}%;`
    + `width:${(right - left + 1) * across}%;height:${(bottom - top + 1) * down}%`;
}

// --- cells as buttons -------------------------------------------------------------------

/** Every cell as a button: pressed, nothing may attend to it. */
function forbiddenOf(mount) {
  const { forbidden, covers } = mount.header;
  return buttonsOf(mount, covers ? "cover" : "forbid", at => ({
    "aria-pressed": String(forbidden.includes(at)), onclick: () => mount.ask({ what: "forbid", cell: at }) }));
}

/** Every cell as a button: pressed, its row of weights is shown. */
function picksOf(mount) {
  const { header: { before }, row } = mount;
  return buttonsOf(mount, "pick", at => ({
    "aria-pressed": String(at + before === row), onclick: () => mount.choose(at + before) }), row - before);
}

/** A button on every cell, of which Tab meets one: the arrow keys move along them. */
function buttonsOf(mount, name, of, first = 0) {
  const { header: { grid } } = mount, count = grid * linesOf(mount.header), met = Math.max(0, first);
  const buttons = Array.from({ length: count }, (_, at) => make("button", {
    type: "button", "data-stay": `cell-${at}`, tabindex: at === met ? 0 : -1,
    "aria-label": text(`street.${name}_cell`, { row: Math.floor(at / grid) + 1, column: at % grid + 1 }), ...of(at) }));
  const field = make("div", { class: `cells hands ${name}`, style: gridStyle(mount.header), role: "group",
    "aria-label": text(`street.${name}`) }, ...buttons);
  field.onkeydown = event => {
    const now = buttons.indexOf(event.target), at = steps(event, now, count, grid);
    if (at < 0 || at === now) return;
    put(buttons[now], { tabindex: -1 });
    put(buttons[at], { tabindex: 0 });
    buttons[at].focus();
    if (name === "pick") buttons[at].click();
  };
  return [field];
}
