// A lamp over points: dragged, tapped or moved with the arrow keys, its light follows.
// The numbers of every place are here already; nothing is computed in the browser.
import { decode, taking } from "../common/blob.js";
import { counts, drag, keptOf } from "../common/drag.js";
import { make, put } from "../common/nodes.js";
import { fixed } from "../common/numbers.js";
import { speak, text, written } from "../common/texts.js";

const HEIGHT = 420, LEFT = 54, RIGHT = 10, TOP = 8, FOOT = 52;
const UPPER = 0.54, LOWER = 0.34;  // shares of the height: points above, bars below
const NEAR = 0.005, FAR = 0.11;  // half a beam at the lamp, and where all weight falls
const FAINT = 0.01;  // a weight below this throws no beam

const tenth = number => Number(number.toFixed(1));

/** Header and numbers of one payload, the numbers cut as the header counts them. */
function read(data) {
  const { header, numbers } = decode(data), take = taking(numbers);
  const rows = count => Array.from({ length: count }, () => take(header.points.length));
  const { places, grid } = header;
  return {
    ...header, weights: rows(places), heights: rows(places), answers: take(places),
    scales: take(places), kernel: take(2 * grid - 1), curve: take(grid), truth: take(grid),
  };
}

export default function lamp({ data, parentElement, setStateValue }) {
  const mount = keptOf(parentElement.querySelector(".lamp"), draw);
  mount.tell = value => setStateValue("x", value);
  mount.value = () => Number(tenth(xOf(mount.lit, mount.at)));
  const before = mount.lit?.id, lit = mount.lit = read(data);
  speak(lit.spoken);
  if (counts(mount, lit.x)) mount.at = indexOf(lit, lit.x);
  if (lit.id !== before) draw(mount);  // again only for other light: not under a hand
  else if (mount.parts) light(mount);
  return () => mount.watch.disconnect();
}

function indexOf({ low, high, places }, x) {
  const at = Math.round((x - low) / (high - low) * (places - 1));
  return Math.max(0, Math.min(places - 1, at));
}

const xOf = ({ low, high, places }, at) => low + (high - low) * at / (places - 1);

// --- what stands still ---------------------------------------------------------------

function draw(mount) {
  const { root, lit } = mount, width = mount.width = root.clientWidth;
  if (!lit || !width) return;
  const focused = root.getRootNode().activeElement?.closest?.(".hand");
  const edge = (lit.high - lit.low) / 40, tall = HEIGHT - TOP - FOOT;
  const scale = (low, high, from, to) => value => from + (value - low) / (high - low) * (to - from);
  const x = scale(lit.low - edge, lit.high + edge, LEFT, width - RIGHT);
  const y = scale(lit.floor, lit.roof, TOP + UPPER * tall, TOP);
  const up = scale(0, lit.top, TOP + tall, TOP + (1 - LOWER) * tall);
  const svg = make("svg", { height: HEIGHT, role: "group", "aria-label": lit.label });
  mount.scales = { x, y, up, width };
  mount.held = null;
  const ink = lit.colours;
  const line = (x1, y1, x2, y2) => svg.append(make("line", { x1, y1, x2, y2, stroke: ink.hair }));
  const word = (left, top, text, more) => svg.append(make("text", { x: left, y: top, fill: ink.text, ...more }, text));
  for (let at = Math.ceil(lit.floor); at <= lit.roof; at++) {
    line(LEFT, y(at), width - RIGHT, y(at));
    word(LEFT - 8, y(at) + 5, fixed(at, 0), { "text-anchor": "end" });
  }
  for (const at of [0, lit.top / 2, lit.top]) {
    line(LEFT, up(at), width - RIGHT, up(at));
    word(LEFT - 8, up(at) + 5, written(tenth(at)), { "text-anchor": "end" });
  }
  for (let at = Math.ceil(lit.low); at <= lit.high; at++)
    word(x(at), HEIGHT - FOOT + 20, String(at), { "text-anchor": "middle" });
  const title = (text, top, fill) => word(0, 0, text,
    { transform: `translate(14 ${top}) rotate(-90)`, "text-anchor": "middle", fill });
  title(text("lamp.label"), TOP + UPPER * tall / 2, ink.value);
  title(lit.bars, TOP + (1 - LOWER / 2) * tall, ink.muted);
  word(x((lit.low + lit.high) / 2), HEIGHT - 10, "x", { "text-anchor": "middle", fill: ink.key });
  mount.parts = moving(svg, mount);
  root.replaceChildren(svg);
  hands(svg, mount);
  light(mount);
  if (focused) mount.parts.hand.focus({ preventScroll: true });
}

/** The path of numbers on an even grid from low to high. */
function path(lit, numbers, x, y) {
  const step = (lit.high - lit.low) / (numbers.length - 1);
  return "M" + Array.from(numbers, (value, at) => `${x(lit.low + at * step).toFixed(1)} ${y(value).toFixed(1)}`).join("L");
}

function moving(svg, { lit, scales: { x, y, up, width } }) {
  const ink = lit.colours, add = (name, attributes) => svg.appendChild(make(name, attributes));
  const stroke = (colour, width, more) => ({ fill: "none", stroke: colour, "stroke-width": width, ...more });
  const post = add("line", stroke(ink.query, 1.5, { "stroke-dasharray": "2 4" }));
  const beams = lit.points.map(() => add("polygon", { fill: ink.beam, "fill-opacity": 0.3 }));
  add("path", stroke(ink.muted, 2, { d: path(lit, lit.truth, x, y), "stroke-dasharray": "2 4" }));
  add("path", stroke(ink.text, 2.5, { d: path(lit, lit.curve, x, y) }));
  const bars = lit.points.map(() => add("rect", { width: 8, fill: ink.beam }));
  const bell = add("path", stroke(ink.query, 1.5, { "clip-path": "url(#lower)" }));
  add("clipPath", { id: "lower" }).append(make("rect",
    { x: LEFT, y: up(lit.top) - 4, width: width - LEFT - RIGHT, height: up(0) - up(lit.top) + 5 }));
  const dots = lit.points.map(([px, py]) => add("circle",
    { cx: x(px), cy: y(py), r: 6.5, stroke: ink.text, "stroke-width": 1.5 }));
  const titles = dots.map(dot => dot.appendChild(make("title")));
  const stem = add("line", stroke(ink.query, 2));
  const home = add("circle", { r: 7.5, fill: ink.text, stroke: ink.page, "stroke-width": 2 });
  const answer = add("text", { class: "answer", fill: ink.text });
  const most = add("text", { class: "most", fill: ink.text });
  const hand = add("g", { class: "hand", role: "slider", tabindex: 0, "aria-label": lit.label,
    "aria-valuemin": lit.low, "aria-valuemax": lit.high, "aria-orientation": "horizontal", color: ink.text });
  hand.append(make("circle", { r: 24, fill: "transparent" }), make("circle", { r: 15, class: "ring" }),
    make("circle", { r: 10, fill: ink.query, stroke: ink.page, "stroke-width": 2 }));
  return { post, beams, bars, bell, dots, titles, stem, home, answer, most, hand };
}

// --- what moves ----------------------------------------------------------------------

function light({ lit, at, parts, scales: { x, y, up, width } }) {
  const query = xOf(lit, at), weights = lit.weights[at], heights = lit.heights[at];
  const here = x(query), span = x(lit.high) - x(lit.low), floor = y(lit.floor);
  const answer = lit.answers[at], ramp = lit.colours.ramp;
  lit.points.forEach(([px, py], point) => {
    const weight = weights[point], half = FAR * span * weight, near = NEAR * span;
    put(parts.beams[point], { points: weight < FAINT ? "" : [
      [here - near, floor], [x(px) - half, y(py)], [x(px) + half, y(py)], [here + near, floor]].join(" ") });
    put(parts.dots[point], { fill: ramp[Math.round(Math.sqrt(weight) * (ramp.length - 1))] });
    put(parts.bars[point], { x: x(px) - 4, y: up(heights[point]), height: Math.max(0, up(0) - up(heights[point])) });
    parts.titles[point].textContent = text("lamp.point",
      { x: fixed(px, 2), y: fixed(py, 2), weight: fixed(weight, 3) });
  });
  const from = Math.round((lit.grid - 1) * (1 - at / (lit.places - 1)));
  const bell = lit.kernel.subarray(from, from + lit.grid).map(value => Math.min(2 * lit.top, value * lit.scales[at]));
  put(parts.bell, { d: path(lit, bell, x, up) });
  put(parts.post, { x1: here, x2: here, y1: TOP, y2: up(0) });
  put(parts.stem, { x1: here, x2: here, y1: floor, y2: y(answer) });
  put(parts.home, { cx: here, cy: y(answer) });
  const most = heights.indexOf(Math.max(...heights)), beyond = here + 150 > width;
  parts.most.textContent = fixed(heights[most], 2);
  put(parts.most, { x: x(lit.points[most][0]), y: up(heights[most]) - 5 });
  parts.answer.textContent = `f(${written(tenth(query))}) = ${fixed(answer, 2)}`;
  put(parts.answer, { x: here + (beyond ? -10 : 10), y: TOP + 16, "text-anchor": beyond ? "end" : "start" });
  put(parts.hand, { transform: `translate(${here} ${floor})`, "aria-valuenow": tenth(query),
    "aria-valuetext": text("lamp.here", { x: written(tenth(query)), answer: fixed(answer, 2) }) });
}

// --- the reader's hand ---------------------------------------------------------------

function hands(svg, mount) {
  const { lit, parts: { hand }, scales: { x } } = mount;
  const wide = x(lit.high) - x(lit.low);
  drag(mount, { name: "lamp", area: svg, hand, last: lit.places - 1,
    under: ({ clientX }) => {
      const left = clientX - svg.getBoundingClientRect().left;
      return indexOf(lit, lit.low + (left - x(lit.low)) / wide * (lit.high - lit.low));
    },
    at: () => mount.at,
    move: at => { mount.at = at; light(mount); } });
}
