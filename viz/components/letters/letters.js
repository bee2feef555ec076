// Letters, their answers, and one or two maps: all moves while a letter or a moment does.
// The numbers of every moment are here already; moved letters take theirs along.
import { decode, taking } from "../common/blob.js";
import { moving, orderOf } from "../common/chips.js";
import { make, put } from "../common/nodes.js";
import { fixed, short } from "../common/numbers.js";
import { speak, text } from "../common/texts.js";

const REST = 250;  // milliseconds: a hand may go on
const LARGEST = 44, NUMBERED = 30, NAMED = 11;  // pixels of a cell: at most, with a number, with a name
const SIDE = 52, HEAD = 24;  // beside and above the cells

const mounts = new WeakMap();

export default function letters({ data, parentElement, setStateValue }) {
  const root = parentElement.querySelector(".letters");
  const mount = mounts.get(root) ?? begun(root);
  const { header: given, numbers } = decode(data), take = taking(numbers);
  const n = given.items.length, before = mount.given;
  speak(given.spoken);
  Object.assign(mount, { given, weights: given.maps.map(map =>
    Array.from({ length: map.moments }, () => take(n * n))) });
  mount.tell = (name, value) => setStateValue(name, value);
  if (before?.id === given.id && mount.shown === given.items.slice(1).join("")) settle(mount);
  else draw(mount);
  return () => mount.watch.disconnect();
}

function begun(root) {
  const mount = { root, timer: 0, width: 0 };
  mount.watch = new ResizeObserver(() => {
    if (mount.given && root.clientWidth !== mount.width) paint(mount);
  });
  mounts.set(root, mount);
  return mount;
}

/** What the reader moved is now what the server says: only numbers may be new. */
function settle(mount) {
  const { parts, given } = mount;
  mount.watch.observe(mount.root);
  [...parts.chips.children].forEach((chip, at) => { chip.dataset.word = at; });
  if (!mount.timer) mount.moment = given.moment;
  follow(mount);
}

// --- what stands still ---------------------------------------------------------------

function draw(mount) {
  const { root, given } = mount;
  clearTimeout(mount.timer);
  Object.assign(mount, { timer: 0, moment: given.moment, shown: given.items.slice(1).join("") });
  const chips = make("div", { class: "chips", role: "group", "aria-label": given.label });
  chips.append(...given.items.slice(1).map((letter, at) => chip(given, letter, at)));
  const names = make("div", { class: "names" }, make("span", { class: "letter", text: given.label }),
    ...given.lines.map(line => make("span", { text: line.label })));
  const maps = given.maps.map(map => make("canvas", { role: "img", "aria-label": map.title }));
  const shown = make("div", { class: "maps" }, ...given.maps.map((map, at) =>
    make("figure", {}, make("figcaption", { text: map.title }), maps[at])));
  const said = make("p", { class: "cell", text: given.axes });
  const range = make("input", { type: "range", min: 1, max: given.moments.length, step: 1, "aria-label": given.moving });
  const now = make("output", {});
  const slider = make("label", { class: "moment" }, make("span", { text: given.moving }), range, now);
  const status = make("p", { class: "said", role: "status" });
  mount.parts = { chips, maps, said, range, now, status };
  root.replaceChildren(make("div", { class: "row" }, names, chips), shown, said,
    ...(given.moments.length > 1 ? [slider] : []), status);
  if (given.drag) moving(chips, () => follow(mount), () => moved(mount));
  range.oninput = () => {
    mount.moment = Number(range.value);
    follow(mount);
    clearTimeout(mount.timer);
    mount.timer = setTimeout(() => { mount.timer = 0; mount.tell("moment", mount.moment); }, REST);
  };
  range.onkeydown = event => event.stopPropagation();  // letters are shortcuts of the app
  maps.forEach((canvas, at) => {
    canvas.onpointermove = canvas.onpointerdown = event => { say(mount, at, event); };
    canvas.onpointerleave = () => { said.textContent = given.axes; };
  });
  mount.watch.observe(root);
  follow(mount);
}

/** A letter, and under it a line for each answer. */
function chip(given, letter, at) {
  const lines = given.lines.map(() => make("span", {}));
  return make(given.drag ? "button" : "div", { class: "chip", type: given.drag && "button", "data-word": at },
    make("span", { class: "letter", text: letter }), ...lines);
}

function moved(mount) {
  const { given, parts } = mount, order = orderOf(parts.chips);
  mount.shown = order.map(at => given.items[1 + at]).join("");
  parts.status.textContent = mount.shown;
  mount.tell("letters", mount.shown);
}

// --- what moves ----------------------------------------------------------------------

/** Answers and maps as letters stand now, at the moment that is chosen. */
function follow(mount) {
  const { given, parts, moment } = mount;
  [...parts.chips.children].forEach((node, place, all) => {
    const at = Number(node.dataset.word), said = [];
    given.lines.forEach((line, row) => {
      const now = Math.min(moment, line.answers.length) - 1, span = node.children[1 + row];
      const wrong = line.wrong?.[now][at];
      span.textContent = line.answers[now][at] + (wrong ? " ✗" : "");
      put(span, { class: wrong ? "wrong" : null });
      said.push(`${line.label} ${line.answers[now][at]}`);
    });
    put(node, { "aria-label": text(given.drag ? "letters.place" : "letters.letter", { letter: given.items[1 + at],
      n: place + 1, all: all.length, answers: said.join(", ") }) });
  });
  parts.range.value = moment;
  parts.now.textContent = given.moments[moment - 1] ?? "";
  put(parts.range, { "aria-valuetext": parts.now.textContent });
  paint(mount);
}

/** Which item stands at each place: ‹BOS› first. */
const placesOf = ({ parts }) => [0, ...orderOf(parts.chips).map(at => 1 + at)];

function paint(mount) {
  const { root, parts, weights, moment } = mount;
  mount.width = root.clientWidth;
  if (!mount.width) return;
  parts.maps.forEach((canvas, map) => {
    const now = weights[map][Math.min(moment, weights[map].length) - 1];
    cells(mount, canvas, now);
  });
}

function cells({ given, parts }, canvas, weights) {
  const places = placesOf({ parts }), n = places.length, { colours, turn } = given;
  const room = canvas.parentElement.clientWidth, sharp = devicePixelRatio || 1;
  const cell = Math.max(5, Math.min(LARGEST, Math.floor((room - SIDE) / n)));
  const width = SIDE + n * cell, height = HEAD + n * cell;
  Object.assign(canvas, { width: width * sharp, height: height * sharp });
  canvas.style.width = `${width}px`;
  canvas.style.height = `${height}px`;
  canvas.cell = cell;
  const pen = canvas.getContext("2d"), style = getComputedStyle(canvas);
  pen.scale(sharp, sharp);
  pen.textBaseline = "middle";
  const font = size => { pen.font = `${size}px ${style.fontFamily}`; };
  const tint = role => colours[(role === "row") !== turn ? "query" : "key"];
  if (cell >= NAMED) places.forEach((item, at) => {
    const name = given.items[item], middle = at * cell + cell / 2;
    font(Math.min(15, cell));
    pen.fillStyle = tint("row");
    pen.textAlign = "right";
    pen.fillText(name, SIDE - 6, HEAD + middle);
    pen.fillStyle = tint("column");
    pen.textAlign = "center";
    pen.fillText(cell >= NUMBERED || item ? name : "‹›", SIDE + middle, HEAD / 2);
  });
  font(Math.min(13, cell / 2.6));
  pen.textAlign = "center";
  const gap = cell > 8 ? 1 : 0;
  for (let row = 0; row < n; row++) for (let column = 0; column < n; column++) {
    const weight = weights[indexOf(given, places, row, column)];
    const x = SIDE + column * cell, y = HEAD + row * cell;
    const shade = Number.isNaN(weight) ? -1 : Math.round(Math.min(1, weight) * (colours.ramp.length - 1));
    pen.fillStyle = shade < 0 ? colours.hair : colours.ramp[shade];
    pen.fillRect(x, y, cell - gap, cell - gap);
    if (cell >= NUMBERED && shade >= 0) {
      pen.fillStyle = colours.inks[shade];
      pen.fillText(weight < 0.005 ? "" : short(weight), x + cell / 2, y + cell / 2);
    }
  }
}

/** Where a weight of this row and column of the picture lies. */
function indexOf({ items, turn }, places, row, column) {
  const [query, key] = turn ? [column, row] : [row, column];
  return places[query] * items.length + places[key];
}

/** The cell under a pointer, in words. */
function say(mount, map, event) {
  const { given, parts, weights, moment } = mount, canvas = parts.maps[map];
  const box = canvas.getBoundingClientRect(), places = placesOf(mount);
  const [column, row] = [[event.clientX - box.left, SIDE], [event.clientY - box.top, HEAD]].map(
    ([from, edge]) => Math.floor((from - edge) / canvas.cell));
  const inside = at => at >= 0 && at < places.length;
  if (!inside(row) || !inside(column)) { parts.said.textContent = given.axes; return; }
  const index = indexOf(given, places, row, column), n = given.items.length;
  const weight = weights[map][Math.min(moment, weights[map].length) - 1][index];
  const name = item => item ? text("letters.at", { letter: given.items[item], place: places.indexOf(item) }) : given.items[0];
  parts.said.textContent = Number.isNaN(weight) ? "" : text("letters.gives", { query: name(Math.floor(index / n)),
    key: name(index % n), weight: fixed(weight) });
}
