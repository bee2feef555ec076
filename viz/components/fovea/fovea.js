// A photograph that is sharp in one spot. The spot follows the pointer, a finger or the
// arrow keys, or goes from place to place; every frame of it is made in the browser.
import { projected } from "../attention/core/projecting.js";
import { unitOf } from "../attention/core/theme.js";
import { decode } from "../common/blob.js";
import { alone, make, onceAFrame, put, steps, take } from "../common/nodes.js";
import { fixed } from "../common/numbers.js";
import { speak, text, whole } from "../common/texts.js";
import { dropped, ownOf, read } from "./own.js";
import { levelsOf, ringStyle, samples } from "./rings.js";

const REST = 250;      // milliseconds: the spot may go on
const SACCADE = 180;   // milliseconds from one place to the next
const STEP = 2;        // percent of the photograph that an arrow key moves
const mounts = new WeakMap();

export default function fovea({ data, parentElement, setStateValue }) {
  const root = parentElement.querySelector(".fovea");
  const mount = mounts.get(root) ?? began(root);
  const { header, numbers } = decode(data), other = header.photo !== mount.header?.photo;
  const news = header.view_rev !== mount.header?.view_rev;
  speak(header.spoken);
  mount.tell = view => setStateValue("view", view);
  Object.assign(mount, { header, numbers });
  if (news) Object.assign(mount, header.view);
  if (other) show(mount);
  else if (mount.levels) draw(mount);
  return () => clearTimeout(mount.timer);
}

function began(root) {
  const mount = { root, x: 50, y: 50, at: 0, turn: 0, mapped: false, own: null, photo: null, timer: 0 };
  mount.open = file => open(mount, file);
  mount.paint = onceAFrame(() => paint(mount));
  mount.problem = make("p", { class: "problem", role: "alert" });
  mount.status = make("p", { class: "unseen", role: "status" });
  mounts.set(root, mount);
  return mount;
}

/** The photograph of the server, as soon as it is read. */
async function show(mount) {
  const { photo, width, height } = mount.header, image = make("img", { src: new URL(`./${photo}`, location.href).href });
  await opened(mount, async () => { await image.decode(); mount.photo = { image, width, height }; return null; });
}

/** A picture of the reader's own; null for the photograph again. */
const open = (mount, file) => opened(mount, async () => file && read(file));

/** What was asked for last is shown, whatever is read first. */
async function opened(mount, reading) {
  const turn = ++mount.turn;
  let own = null, problem = "";
  try { own = await reading(); } catch (wrong) { problem = typeof wrong === "string" ? wrong : text("fovea.none"); }
  if (turn !== mount.turn) return;
  mount.problem.textContent = problem;
  if (problem || !(own ?? mount.photo)) return;
  mount.own = own;
  const { image, width, height } = own ?? mount.photo;
  mount.levels = levelsOf(image, width, height);
  draw(mount);
}

// --- what stands still ---------------------------------------------------------------

function draw(mount) {
  const { root, header, levels } = mount, { width, height } = levels[0], { sharp, places } = header;
  root.classList.toggle("projected", projected(unitOf()));
  const focused = root.getRootNode().activeElement?.dataset?.stay;
  levels.forEach((canvas, level) => put(canvas, { style: ringStyle(sharp, level), "aria-hidden": "true" }));
  const moved = !places.length;
  mount.stage = make("div", { class: mount.mapped ? "stage mapped" : "stage", style: `aspect-ratio:${width / height};--ratio:${width / height}`, role: moved ? "application" : "img",
    "aria-label": moved ? text("fovea.stage", { picture: nameOf(mount) }) : nameOf(mount),
    tabindex: moved ? 0 : null, "data-stay": "stage" }, ...levels.toReversed(), ...header.map ? [veil(mount)] : [], ...places.length ? [path(mount)] : [spot()]);
  mount.used = make("p", { class: "used" });
  root.replaceChildren(mount.stage, mount.used, ...places.length ? [placesOf(mount)] : [ownOf(mount)], mount.problem, mount.status);
  if (moved) hands(mount);
  if (header.own) dropped(mount.stage, mount.open);
  paint(mount);
  if (focused) root.querySelector(`[data-stay="${focused}"]`)?.focus({ preventScroll: true });
}

const nameOf = ({ own, header }) => own ? text("fovea.yours") : header.name;

const spot = () => make("i", { class: "spot" });

/** The map of what stands out, over the photograph: dark where nothing does. */
function veil({ header: { map }, numbers, mapped }) {
  const [rows, columns] = map, canvas = make("canvas", { class: "veil", width: columns, height: rows, hidden: !mapped });
  const pen = canvas.getContext("2d"), image = pen.createImageData(columns, rows), most = Math.max(...numbers);
  numbers.forEach((number, at) => { image.data[4 * at + 3] = 185 * (1 - number / most); });
  pen.putImageData(image, 0, 0);
  return canvas;
}

/** The places one after another, joined by a line. */
function path({ header: { places } }) {
  const svg = make("svg", { class: "path", viewBox: "0 0 100 100", preserveAspectRatio: "none", "aria-hidden": "true" },
    make("path", { d: `M${places.map(({ x, y }) => `${x} ${y}`).join("L")}` }));
  const numbers = places.map(({ x, y }, at) => make("b", { style: `left:${x}%;top:${y}%`, text: at + 1 }));
  return make("div", { class: "path" }, svg, ...numbers);
}

function placesOf(mount) {
  const { header: { places } } = mount;
  const buttons = places.map(({ told }, at) => make("button", { type: "button", class: "tool place", text: at + 1, "aria-label": told,
    "data-stay": `place-${at}`, onclick: () => go(mount, at) }));
  const map = make("button", { type: "button", class: "tool", text: text("fovea.map"), "data-stay": "map", "aria-pressed": String(mount.mapped),
    onclick: () => { mount.mapped = !mount.mapped; draw(mount); } });
  const row = make("p", { class: "under", role: "group", "aria-label": text("fovea.places") }, ...buttons, ...mount.header.map ? [map] : []);
  row.onkeydown = event => {
    const now = buttons.indexOf(event.target), at = now < 0 ? -1 : steps(event, now, buttons.length);
    if (at < 0) return;
    go(mount, at);
    buttons[at].focus();
  };
  return row;
}

// --- what moves ----------------------------------------------------------------------

function paint(mount) {
  const { stage, used, levels, header: { sharp, places }, x, y, at } = mount;
  stage.style.setProperty("--x", `${x}%`);
  stage.style.setProperty("--y", `${y}%`);
  const all = levels[0].width * levels[0].height, seen = samples(levels, sharp, x, y);
  used.textContent = text("fovea.used", { used: whole(seen), all: whole(all), share: fixed(100 * seen / all, 1) });
  if (!places.length) return;
  mount.root.querySelectorAll(".place").forEach((button, n) =>
    put(button, { "aria-pressed": String(n === at), tabindex: n === at ? 0 : -1 }));
  mount.root.querySelectorAll("div.path b").forEach((number, n) => number.classList.toggle("now", n === at));
}

function move(mount, x, y) {
  const held = value => Math.max(0, Math.min(100, value));
  Object.assign(mount, { x: held(x), y: held(y) });
  mount.paint();
  rest(mount);
}

/** The server hears of the spot when it rests. */
function rest(mount) {
  clearTimeout(mount.timer);
  mount.timer = setTimeout(() => {
    const { x, y, at, used, header: { places } } = mount;
    mount.status.textContent = places.length ? places[at].told : used.textContent;
    mount.tell({ x: Math.round(x), y: Math.round(y), at });
  }, REST);
}

/** To another place, as the eye does: at once, and blind on the way. */
function go(mount, at) {
  const from = { x: mount.x, y: mount.y }, to = mount.header.places[at], began = performance.now();
  mount.at = at;
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const frame = now => {
    if (mount.at !== at) return;
    const way = still ? 1 : Math.min(1, Math.max(0, (now - began) / SACCADE));
    move(mount, from.x + way * (to.x - from.x), from.y + way * (to.y - from.y));
    if (way < 1) requestAnimationFrame(frame);
  };
  frame(began);
}

/** The spot follows the pointer, a finger or the arrow keys. */
function hands(mount) {
  const { stage } = mount;
  const follow = ({ clientX, clientY }) => {
    const box = stage.getBoundingClientRect();
    move(mount, 100 * (clientX - box.left) / box.width, 100 * (clientY - box.top) / box.height);
  };
  stage.onpointermove = stage.onpointerdown = follow;
  stage.onkeydown = event => {
    const [across, down] = { ArrowLeft: [-STEP, 0], ArrowRight: [STEP, 0], ArrowUp: [0, -STEP], ArrowDown: [0, STEP] }[event.key] ?? [0, 0];
    if (!(across || down) || !alone(event)) return;
    take(event);
    move(mount, mount.x + across, mount.y + down);
  };
}
