// The picture, and over it the weights of one word: a veil that is thinner where the
// weight is larger, numbers, the thing that the word names, and the hands of a reader.
import { rampColour, shadeOf } from "../attention/core/colour_arithmetic.js";
import { make, put, steps } from "../common/nodes.js";
import { fixed } from "../common/numbers.js";
import { text } from "../common/texts.js";
import { thingsOf, placeThings } from "./things.js";
import { cellsOf, paintStreet } from "./compose.js";
import { opensOf, toolOf } from "./tools.js";

const VEIL = 0.74, CLEAR = 0.2;   // no veil from this weight on
const TOLD = 0.025;               // a smaller weight has no number: it would be 0.02

/** The weights of a row, a cell each; a forbidden one is NaN. */
export const weightsOf = ({ header: { grid }, numbers }, row) =>
  numbers.subarray(row * grid * grid, (row + 1) * grid * grid);

export function buildPicture(mount) {
  const { header: { size, grid, told } } = mount;
  const canvas = make("canvas", { width: size, height: size, role: "img", "aria-label": told });
  const cells = Array.from({ length: grid * grid }, () => make("div", {}, make("i"), make("b")));
  const field = make("div", { class: "cells", "aria-hidden": "true" }, ...cells);
  const [named, drawn] = ["named", "drawn"].map(name => make("div", { class: `frame ${name}` }));
  const hands = mount.mode === "change" ? thingsOf(mount) : mount.mode === "forbid" ? forbiddenOf(mount) : [];
  mount.parts = { canvas, cells, field, named, drawn };
  const veiled = mount.mode !== "change";
  field.hidden = !veiled || !mount.header.rows.length;
  return [make("div", { class: "pic" }, canvas, field, named, drawn, ...hands), under(mount)];
}

/** The buttons, and what a colour means. */
function under(mount) {
  const { header, theme } = mount;
  const stops = Array.from({ length: 11 }, (_, at) => rampColour(theme.stops, at / 10));
  const ramp = make("span", { class: "ramp" },
    ...stops.map(color => make("i", { style: `background:rgb(${color})` })));
  return make("div", { class: "under" }, opensOf(mount, "change"),
    toolOf("another", { onclick: () => mount.ask({ what: "another" }) }),
    ...header.forbids ? [opensOf(mount, "forbid")] : [],
    ...header.draws ? [toolOf("draw", { onclick: () => mount.ask({ what: "draw" }) })] : [],
    make("span", { class: "legend" }, text("street.weight"), ramp, "1"));
}

/** The weights of the chosen word, over the street as it stands. */
export function paintPicture(mount) {
  const { header, parts, theme, row } = mount, { cells, canvas, named, drawn } = parts;
  const cell = header.size / header.grid, share = 100 / header.grid;
  paintStreet(canvas, mount.things, header.art);
  weightsOf(mount, row).forEach((weight, at) => paintCell(cells[at], weight, header.veiled, theme));
  const { thing, drawn: looked } = header.rows[row] ?? {};
  const place = mount.things[thing];
  named.hidden = !place || mount.mode === "change";
  if (place) put(named, { style: boxStyle(cellsOf(place, cell), share) });
  drawn.hidden = looked === undefined || mount.mode === "change";
  if (looked !== undefined) {
    const [line, column] = [Math.floor(looked / header.grid), looked % header.grid];
    put(drawn, { style: boxStyle([line, column, line, column], share) });
  }
  placeThings(mount);
}

function paintCell(node, weight, veiled, theme) {
  const [veil, chip] = node.children, forbidden = Number.isNaN(weight);
  node.classList.toggle("forbidden", forbidden);
  veil.style.opacity = veiled && !forbidden ? VEIL * Math.max(0, 1 - weight / CLEAR) : 0;
  chip.hidden = forbidden || weight < TOLD;
  if (chip.hidden) return;
  const shade = shadeOf(weight);
  chip.textContent = fixed(weight, 2);
  put(chip, { style: `background:${theme.fills[shade]};color:${theme.inks[shade]}` });
}

const boxStyle = ([top, left, bottom, right], share) => `left:${left * share}%;top:${top * share}%;`
  + `width:${(right - left + 1) * share}%;height:${(bottom - top + 1) * share}%`;

// --- cells that nothing may attend to ---------------------------------------------------

/** Every cell as a button: pressed, no word may attend to it. */
function forbiddenOf(mount) {
  const { header: { grid, forbidden } } = mount;
  const count = grid * grid, buttons = Array.from({ length: count }, (_, at) => make("button", {
    type: "button", "data-stay": `cell-${at}`, tabindex: at ? -1 : 0,
    "aria-pressed": String(forbidden.includes(at)),
    "aria-label": text("street.cell", { row: Math.floor(at / grid) + 1, column: at % grid + 1 }),
    onclick: () => mount.ask({ what: "forbid", cell: at }) }));
  const field = make("div", { class: "cells hands", role: "group", "aria-label": text("street.forbid") }, ...buttons);
  field.onkeydown = event => {
    const now = buttons.indexOf(event.target), at = steps(event, now, count, grid);
    if (at < 0 || at === now) return;
    put(buttons[now], { tabindex: -1 });
    put(buttons[at], { tabindex: 0 });
    buttons[at].focus();
  };
  return [field];
}
