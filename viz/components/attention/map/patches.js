// Attention over a picture: patches under a veil that is thinner where the weight is
// larger; beside it the queries and keys that lie on no picture.
import { make, px, put, steps } from "../../common/nodes.js";
import { bare, fixed } from "../../common/numbers.js";
import { text } from "../../common/texts.js";
import { clearFrom } from "../../common/veil.js";
import { channels, luminance } from "../core/colour_arithmetic.js";
import { bitmap } from "../core/theme.js";
import { hasForbidden, largestOf } from "../core/weights.js";
import { buildBeside } from "./beside.js";
import { askedKey, asksKeys, cellsOf, gridsOf, lit, scaleOf, shadeOn, veilOver } from "./onpicture.js";

const WIDEST = 600, TALLEST = 620, LEAST = 200;   // pixels of the design
const NUMBERED = 8;            // numbers where not all fit
const ROOM = 6.2;              // pixels of a digit and its share of the margin

const loaded = new Map();   // pictures by their address, for all that is drawn on the page

/** A picture, once it is there; until then `ready` is called when it is. */
export function imageOf({ src }, ready) {
  const known = loaded.get(src) ?? new Image();
  if (!known.src) { known.src = src; loaded.set(src, known); }
  if (!known.complete) known.addEventListener("load", ready, { once: true });
  return known;
}

/** Page or ink, whichever differs more from the picture: else the veil could not be seen. */
export function veilColour({ page, text: ink }, image) {
  const one = make("canvas", { width: 1, height: 1 }), pen = one.getContext("2d");
  pen.drawImage(image, 0, 0, 1, 1);
  const middle = luminance([...pen.getImageData(0, 0, 1, 1).data].slice(0, 3));
  const [light, dark] = [page, ink].sort((a, b) => luminance(channels(b)) - luminance(channels(a)));
  return channels(middle > 0.18 ? dark : light);
}

/** Sizes of the pictures side by side in a width: each as large as its patches allow. */
export function sizesOf(grids, width, unit) {
  const across = Math.max(1, Math.min(grids.length, Math.floor(width / (LEAST * unit))));
  const gap = 12 * unit, room = Math.min(WIDEST * unit * across, width) / across - gap * (across > 1);
  return grids.map(({ picture: { size: [high, wide] } }) => {
    const share = Math.min(room / wide, TALLEST * unit / high);
    return { wide: wide * share, high: high * share };
  });
}

/** @param {import("../mount.js").Mount} mount */
export function buildPatches(mount, host) {
  const { stack, unit } = mount, grids = gridsOf(stack);
  const narrow = host.clientWidth < 620 * unit, beside = buildBeside(mount);
  const room = beside.node && !narrow ? host.clientWidth - 270 * unit : host.clientWidth;
  const sizes = sizesOf(grids, room, unit);
  const row = () => {
    mount.asked = askedKey(mount);
    const weights = lit(stack, mount.view, mount.shownRow, mount.asked);
    figures.forEach(figure => figure.paint(weights));
    beside.row();
  };
  const figures = grids.map((grid, at) => figureOf(mount, grid, sizes[at], at, row));
  const notes = [...new Set(grids.map(({ picture }) => picture.said)),
    text(`patches.${asksKeys(stack) ? "ask_key" : stack.queryPatches.length ? "ask_patch" : "ask_word"}`)];
  host.replaceChildren(make("div", { class: narrow ? "patches narrow" : "patches" },
    make("div", { class: "figures" }, ...figures.map(figure => figure.node)),
    beside.node ?? ""),
  ...notes.map(said => make("p", { class: "note", text: said })));
  return { weights: row, row, numbers: row };
}

/** One grid over its picture: what is painted, what pointer and keys do. */
function figureOf(mount, grid, { wide, high }, number, again) {
  const { stack, theme } = mount, { rows, columns, picture } = grid, grids = gridsOf(stack);
  const sharp = Math.min(2, window.devicePixelRatio || 1);
  const canvas = make("canvas", { width: Math.round(wide * sharp), height: Math.round(high * sharp),
    style: `width:${px(wide)};height:${px(high)}`, "aria-hidden": "true" });
  const box = make("div", { class: "picture-box", tabindex: 0, role: "slider", "data-stay": `patch-${number}`,
    "aria-label": text("patches.patches", { rows, columns }), "aria-valuemin": 1, "aria-valuemax": grid.count }, canvas);
  const image = imageOf(picture, again), pen = canvas.getContext("2d");
  const field = { pen, sharp, cellOf: cellsOf(grid, canvas.width, canvas.height) };
  let veil = null;
  listen(mount, grid, box);
  const paint = weights => {
    if (!image.complete || !image.naturalWidth) return;
    veil ??= veilColour(theme, image);
    const cells = weights.subarray(grid.first, grid.first + grid.count);
    pen.imageSmoothingQuality = "high";
    pen.imageSmoothingEnabled = true;
    pen.drawImage(image, 0, 0, canvas.width, canvas.height);
    pen.imageSmoothingEnabled = false;
    pen.drawImage(veiled(mount, cells, grid, veil), 0, 0, canvas.width, canvas.height);
    hatch(theme, cells, field);
    frames(mount, grid, field);
    if (mount.table) numbers(mount, cells, field, canvas.width);
    const at = standing(mount, grid);
    put(box, { "aria-valuenow": at + 1, "aria-valuetext": text("say.called",
      { name: namesOf(stack)[grid.first + at], said: fixed(cells[at] || 0, stack.digits) }) });
  };
  const caption = grids.length > 1
    ? [make("figcaption", { class: "note", text: text("patches.grid", { n: number + 1, rows, columns }) })] : [];
  return { node: make("figure", {}, box, ...caption), paint };
}

const namesOf = stack => asksKeys(stack) ? stack.queryNames : stack.keyNames;

/** The veil, a pixel a patch. */
function veiled({ stack, view }, cells, { rows, columns }, [red, green, blue]) {
  return bitmap(columns, rows, at => (Math.round(255 * veilOver(stack, cells[at], view.colour)) << 24
    | blue << 16 | green << 8 | red) >>> 0);
}

/** Over patches that may not be attended to a line: they are not 0. */
function hatch(theme, cells, { pen, sharp, cellOf }) {
  pen.strokeStyle = theme.muted;
  pen.lineWidth = sharp;
  pen.beginPath();
  cells.forEach((weight, at) => {
    if (!Number.isNaN(weight)) return;
    const [left, top, width, height] = cellOf(at);
    pen.moveTo(left, top + height);
    pen.lineTo(left + width, top);
  });
  pen.stroke();
}

/** Around the patch that asks a frame, around the one that is pointed at another. */
function frames({ stack, theme, shownRow, pointed }, { first, count }, { pen, sharp, cellOf }) {
  const around = (item, colour) => {
    if (item === null || item < first || item >= first + count) return;
    for (const [line, width] of [[theme.page, 5], [colour, 3]]) {
      pen.lineWidth = width * sharp;
      pen.strokeStyle = line;
      pen.strokeRect(...cellOf(item - first));
    }
  };
  if (asksKeys(stack)) { around(pointed?.row ?? null, theme.query); return; }
  if (stack.queryPatches.length) around(shownRow, theme.query);
  around(pointed?.column ?? null, theme.key);
}

/** The weights as numbers: all of them where they fit, else the largest. */
function numbers({ stack, theme, unit, view }, cells, { pen, sharp, cellOf }, right) {
  const size = 12 * unit * sharp, [, , across, down] = cellOf(0);
  const fit = across > (stack.digits + 1) * ROOM * unit * sharp && down > 1.2 * size;
  const shown = new Set(fit ? cells.keys() : largestOf(cells.map(Math.abs), NUMBERED));
  pen.font = `600 ${size}px ${theme.instrument}`;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  cells.forEach((weight, at) => {
    if (!shown.has(at) || Number.isNaN(weight)) return;
    const shade = shadeOn(stack, weight, view.colour), said = bare(fixed(weight, stack.digits));
    const wide = pen.measureText(said).width + 4 * sharp;
    const [left, top] = cellOf(at), y = top + down / 2;
    const x = Math.min(right - wide / 2, Math.max(wide / 2, left + across / 2));
    pen.fillStyle = theme.fills[shade];
    pen.fillRect(x - wide / 2, y - 0.6 * size, wide, 1.2 * size);
    pen.fillStyle = theme.inks[shade];
    pen.fillText(said, x, y);
  });
}

/** The patch that the keyboard stands on. */
function standing({ stack, view, cell }, { first, count }) {
  const item = !asksKeys(stack) && !stack.queryPatches.length ? cell?.column ?? first : view.row;
  return item >= first && item < first + count ? item - first : 0;
}

/**
 * A patch that is a query is pointed at, and the picture lights up; a click holds it, and
 * then pointing reads numbers. Where queries are words, pointing reads numbers.
 */
function listen(mount, grid, box) {
  const { stack } = mount, { first, rows, columns } = grid;
  const asks = stack.queryPatches.length > 0, keys = asksKeys(stack);
  const held = () => mount.cell?.row === mount.view.row && mount.cell?.column === null;
  const under = event => {
    const { left, top, width, height } = box.getBoundingClientRect();
    const column = Math.floor((event.clientX - left) / width * columns);
    const row = Math.floor((event.clientY - top) / height * rows);
    const inside = row >= 0 && row < rows && column >= 0 && column < columns;
    return inside ? first + row * columns + column : null;
  };
  const placeOf = item => item === null ? null : keys ? { row: item, column: askedKey(mount) }
    : asks && !held() ? { row: item, column: null } : { row: mount.view.row, column: item };
  const take = item => {
    if (item === null) return;
    if (keys) mount.dispatch("choose", { row: item }, { row: item, column: askedKey(mount) });
    else if (!asks) mount.dispatch("hold", { row: mount.view.row, column: item });
    else if (held() && mount.view.row === item) mount.dispatch("hold", null);
    else mount.dispatch("pick", { row: item, column: null });
  };
  let last = null;
  box.onpointermove = event => {
    const place = placeOf(under(event)), told = JSON.stringify(place);
    if (told === last) return;
    last = told;
    mount.dispatch("point", place);
  };
  box.onpointerleave = () => { last = null; mount.dispatch("point", null); };
  box.onclick = event => { mount.hover = null; last = null; take(under(event)); };
  box.onkeydown = event => {
    const at = standing(mount, grid), next = steps(event, at, grid.count, columns);
    if (next < 0 || next === at) return;
    mount.hover = null;
    if (asks && !keys) mount.dispatch("pick", { row: first + next, column: null });
    else take(first + next);
  };
}

/** What the veil means, on a strip of the picture, with the weight from which on there is none. */
export function veilNode({ stack, theme, view, unit }) {
  const from = clearFrom(scaleOf(stack)), [{ picture }] = gridsOf(stack), steps = 11;
  const strip = make("canvas", { class: "veil-ramp", width: 220, height: 24, "aria-hidden": "true",
    style: `width:${px(110 * unit)};height:${px(12 * unit)}` });
  const draw = () => {
    const pen = strip.getContext("2d"), [red, green, blue] = veilColour(theme, image);
    const high = image.naturalWidth * strip.height / strip.width;
    pen.drawImage(image, 0, (image.naturalHeight - high) / 2, image.naturalWidth, high, 0, 0, strip.width, strip.height);
    for (let at = 0; at < steps; at++) {
      const veil = veilOver(stack, from * at / (steps - 1), view.colour);
      pen.fillStyle = `rgba(${red}, ${green}, ${blue}, ${veil})`;
      pen.fillRect(at * strip.width / steps, 0, strip.width / steps, strip.height);
    }
  };
  const image = imageOf(picture, draw);
  if (image.complete) draw();
  return make("p", { class: "legend" }, text(view.colour === "root" ? "map.root" : "map.weight"), strip,
    text("patches.clear", { weight: fixed(from, stack.digits) }),
    ...hasForbidden(stack) ? [make("span", { class: "swatch forbidden" }), text("map.forbidden")] : []);
}
