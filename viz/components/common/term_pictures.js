// A small picture of a term, 132 × 60: queries, keys and values in their colours, weights
// as amounts of light, everything else ink.
import { make } from "./nodes.js";
import { written } from "./texts.js";

const INK = "var(--ink)", MUTED = "var(--muted)", PAGE = "var(--page)", LIGHT = "var(--beam)";
const QUERY = "var(--query)", KEY = "var(--key)", VALUE = "var(--value)";

const box = (x, y, width, height, fill, more = {}) =>
  make("rect", { x, y, width, height, fill, rx: 1.5, ...more });
const empty = (x, y, width, height) => box(x, y, width, height, PAGE, { stroke: MUTED });
const line = (x1, y1, x2, y2, stroke = INK, width = 1.5) =>
  make("line", { x1, y1, x2, y2, stroke, "stroke-width": width, "stroke-linecap": "round" });
const curve = (points, stroke) => make("path", { d: `M${points.join("L")}`, stroke, fill: "none", "stroke-width": 1.8 });
const write = (x, y, text, fill = INK, size = 11) =>
  make("text", { x, y, text, fill, "font-size": size, "text-anchor": "middle" });
const bars = (x, base, heights, fill) => heights.map((height, at) =>
  box(x + at * 11, base - Math.max(height, 0), 8, Math.abs(height), fill));

function arrow(x1, y1, x2, y2, stroke = INK, width = 1.5) {
  const long = Math.hypot(x2 - x1, y2 - y1), [dx, dy] = [(x2 - x1) / long * 6, (y2 - y1) / long * 6];
  const tip = [[x2, y2], [x2 - dx - dy / 2, y2 - dy + dx / 2], [x2 - dx + dy / 2, y2 - dy - dx / 2]];
  return make("g", {}, line(x1, y1, x2 - dx / 2, y2 - dy / 2, stroke, width),
    make("polygon", { points: tip.join(" "), fill: stroke }));
}

const cell = (x, y, side, light) => make("g", {}, empty(x, y, side, side),
  box(x, y, side, side, LIGHT, { "fill-opacity": light, stroke: MUTED }));
const map = (x, y, side, rows) => rows.flatMap((row, down) =>
  row.map((light, along) => cell(x + along * side, y + down * side, side, light)));
const vector = (x, y, fill, lights = [0.9, 0.4, 0.7]) => lights.map((light, at) =>
  box(x, y + at * 10, 10, 10, fill, { "fill-opacity": light, stroke: fill }));
const asked = lit => [arrow(8, 30, 36, 30, QUERY, 2.5), ...[8, 26, 44].flatMap((y, at) =>
  [line(42, 30, 72, y + 5, LIGHT, [6, 2, 1][at]), box(76, y, 34, 10, KEY, { "fill-opacity": lit[at] })])];
const row = (x, y, fill, lights = [0.9, 0.3, 0.6]) => lights.map((light, at) =>
  box(x + at * 10, y, 10, 10, fill, { "fill-opacity": light, stroke: fill }));
const mixed = (colour, end) => [[6, 9, [0.9, 0.3, 0.6]], [25, 4, [0.2, 0.8, 0.4]], [44, 2, [0.5, 0.1, 0.9]]]
  .flatMap(([y, width, lights]) => [line(44, y + 5, 86, 30, LIGHT, width), ...row(10, y, colour, lights)])
  .concat(row(92, 25, end, [0.8, 0.4, 0.6]));

const PICTURES = {
  attention: () => mixed(VALUE, INK),
  weight: () => [...[[0.9, 0.1], [0.3, 0.7]].flatMap((row, down) => [
    ...map(14, 6 + down * 24, 24, [row.map(weight => weight * 0.45)]),  // numerals stay readable
    ...row.map((weight, along) => write(26 + along * 24, 22 + down * 24, written(weight))),
    write(96, 22 + down * 24, "Σ = 1", INK, 13)])],
  query: () => asked([0.3, 0.3, 0.3]),
  key: () => asked([1, 0.45, 0.45]),
  value: () => mixed(VALUE, VALUE),
  score: () => [arrow(14, 52, 74, 10, QUERY, 2.5), arrow(14, 52, 92, 38, KEY, 2.5),
    write(82, 12, "q", QUERY, 13), write(100, 41, "k", KEY, 13), write(64, 32, "q·k", INK, 12)],
  softmax: () => [line(6, 38, 44, 38, MUTED), ...bars(8, 38, [12, 28, -10], MUTED), arrow(54, 32, 74, 32),
    line(82, 52, 122, 52, MUTED), ...bars(86, 52, [9, 38, 3], LIGHT)],
  head: () => [...map(14, 8, 15, [[0.9, 0, 0.1], [0.1, 0.8, 0], [0, 0.1, 0.9]]),
    ...map(74, 8, 15, [[0, 0.9, 0.1], [0.8, 0, 0.1], [0.1, 0.9, 0]])],
  layer: () => [arrow(6, 30, 24, 30), empty(26, 8, 28, 44), arrow(56, 30, 74, 30), empty(76, 8, 28, 44), arrow(106, 30, 126, 30)],
  token: () => [[8, 34, "the"], [46, 30, "fish"], [80, 42, "erman"]].flatMap(([x, width, word]) =>
    [empty(x, 18, width, 24), write(x + width / 2, 34, word)]),
  encoder: () => [12, 44, 76, 108].flatMap((x, at) => [empty(x - 4, 48, 20, 8), arrow(x + 6, 46, x + 6, 36),
    ...vector(x + 1, 2, KEY, [[0.9, 0.3, 0.6], [0.4, 0.8, 0.2], [0.7, 0.5, 0.9], [0.2, 0.9, 0.4]][at])]),
  decoder: () => [...vector(8, 15, INK), ...[34, 66, 98].flatMap((x, at) =>
    [arrow(x - 12, 30, x, 30), box(x + 2, 20, 16, 20, at < 2 ? QUERY : PAGE, { stroke: QUERY })])],
  hidden: () => [12, 48, 84].flatMap((x, at) => [...vector(x, 15, INK, [[0.8, 0.2, 0.5], [0.3, 0.7, 0.9], [0.6, 0.4, 0.2]][at]),
    arrow(x + 12, 30, x + 34, 30)]),
  context: () => mixed(KEY, QUERY),
  alignment: () => [[0, 0], [1, 2], [2, 1], [3, 3]].flatMap(([from, to]) =>
    [line(18 + from * 32, 14, 18 + to * 32, 46, LIGHT, 4), box(10 + from * 32, 4, 16, 8, QUERY), box(10 + from * 32, 48, 16, 8, KEY)]),
  mask: () => [0, 1, 2].flatMap(down => [0, 1, 2].flatMap(along => along > down
    ? [empty(40 + along * 18, 3 + down * 18, 18, 18), line(42 + along * 18, 19 + down * 18, 56 + along * 18, 5 + down * 18, MUTED)]
    : [cell(40 + along * 18, 3 + down * 18, 18, 1 / (down + 1))])),
  embedding: () => [0, 1, 2, 3, 4].flatMap(down => [0, 1, 2, 3].map(along =>
    box(12 + along * 14, 4 + down * 10.5, 14, 10.5, down === 2 ? INK : PAGE, { stroke: MUTED, "fill-opacity": down === 2 ? [0.9, 0.3, 0.6, 0.2][along] : 1 })))
    .concat([arrow(74, 30, 92, 30), ...vector(102, 10, INK, [0.9, 0.3, 0.6, 0.2])]),
  position: () => [1, 2.5].map((waves, at) => curve(Array.from({ length: 61 }, (_, x) =>
    [6 + x * 2, 18 + at * 26 - 11 * Math.sin(x / 60 * waves * 2 * Math.PI)]), at ? QUERY : KEY)),
  residual: () => [line(4, 40, 36, 40), arrow(20, 40, 44, 40), empty(46, 28, 34, 24), arrow(80, 40, 100, 40),
    curve([[20, 40], [20, 10], [108, 10], [108, 30]], INK), make("circle", { cx: 108, cy: 40, r: 8, fill: PAGE, stroke: INK }),
    write(108, 44, "+", INK, 14), arrow(117, 40, 130, 40)],
  norm: () => [line(4, 52, 54, 52, MUTED), ...bars(8, 52, [46, 38, 49, 42], INK), arrow(58, 30, 74, 30),
    line(80, 32, 130, 32, MUTED), ...bars(84, 32, [9, -24, 20, -5], INK)],
  logit: () => [[44, "poisson"], [18, "chat"], [7, "été"]].flatMap(([length, word], at) =>
    [box(8, 6 + at * 18, length, 12, MUTED), make("text", { x: length + 14, y: 16 + at * 18, text: word, fill: INK, "font-size": 12 })]),
  loss: () => [line(14, 4, 14, 52, MUTED), line(14, 52, 124, 52, MUTED),
    curve(Array.from({ length: 51 }, (_, x) => [18 + x * 2, 48 - 42 * Math.exp(-x / 12)]), LIGHT)],
};

/** The picture of a term, for those who listen called `says`; of others nothing. */
export function pictureOf(term, says = "") {
  const drawn = Object.hasOwn(PICTURES, term) && PICTURES[term]();
  if (!drawn) return null;
  const heard = says ? { role: "img", "aria-label": says } : { "aria-hidden": "true" };
  return make("svg", { viewBox: "0 0 132 60", class: "term-picture", ...heard },
    ...(says ? [make("title", { text: says })] : []), ...drawn);
}
