// A vector for every word, and from each French word its weights: as wide as they are.
import { ribbonsOf, pathOf } from "../attention/map/ribbons.js";
import { make, put } from "../common/nodes.js";
import { percent } from "../common/numbers.js";
import { text } from "../common/texts.js";
import { ARRIVES, bars, columns, fit, label, shade } from "./bars.js";

const TALL = 172, CODE = 30, LIGHT = 72, FOOT = 144;
const STEPS = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, Home: -Infinity, End: Infinity };

/** The picture of the model with attention; takes its numbers. */
export function attentionOf(model, numbers, drawing) {
  const { theme, unit, width } = drawing, { words, french, drawn } = model;
  const codes = numbers(words.length * drawn), weights = numbers(french.length * words.length);
  const svg = make("svg", { height: TALL * unit, viewBox: `0 0 ${width} ${TALL * unit}`,
    tabindex: 0, role: "slider", "data-of": "attention", "aria-label": text("bottleneck.attention.alt"),
    "aria-valuemin": 1, "aria-valuemax": french.length });
  const over = bars(model, drawing), below = columns(french.length, width, unit);
  const named = fit(french, below.step, theme, unit);
  const vectors = words.map((_, at) => vector(codes.subarray(at * drawn, (at + 1) * drawn), over.middles[at], over.wide, drawing));
  const ribbons = drawRibbons(weights, model, over, below, drawing), moving = make("g");
  const dots = below.middles.map(x => make("circle", { cx: x, cy: FOOT * unit, r: 4 * unit, fill: theme.query }));
  if (named) french.forEach((word, at) => svg.append(label(word, below.middles[at], 164 * unit, width, theme.query, drawing)));
  svg.append(over.group, ...vectors, ...ribbons.map(({ path }) => path), ...dots, moving);
  words.forEach((_, at) => { if (model.clause[at] >= drawing.grown) vectors[at].animate(
    [{ opacity: 0, transform: `translateY(${-14 * unit}px)` }, { opacity: 1, transform: "none" }], ARRIVES); });
  if (drawing.grown < Infinity) ribbons.forEach(({ path }) =>
    path.animate([{ opacity: 0 }, {}], { ...ARRIVES, delay: 200 }));
  const picture = { svg, model, weights, ribbons, dots, moving, over, below, named, drawing, at: Math.min(model.at ?? first(model, weights), french.length - 1) };
  show(picture);
  hands(picture);
  return svg;
}

/** The first numbers of one word's vector, one under the other. */
function vector(values, middle, wide, { theme, unit }) {
  const group = make("g"), line = (LIGHT - CODE - 2) * unit / values.length;
  values.forEach((value, at) => group.append(make("rect", { x: middle - wide / 2, y: CODE * unit + at * line,
    width: wide, height: line + 0.2, fill: shade(value, theme) })));
  return group;
}

function drawRibbons(weights, { words, french }, over, below, { theme, unit }) {
  const height = (FOOT - LIGHT) * unit, near = Math.min(9 * unit, below.step * 0.8);
  return ribbonsOf({ weights, rows: french.length, columns: words.length, from: below.middles, to: over.middles,
    unit: Math.min(20 * unit, over.step / 1.35), near, height }).map(ribbon => ({ ...ribbon,
    path: make("path", { class: "ribbon", d: pathOf(ribbon, 4 * unit), fill: theme.beam,
      transform: `translate(0 ${FOOT * unit}) scale(1 -1)` }) }));
}

/** Where to begin: the surest French word whose English one is of the last clause. */
function first({ words, french, marks, clause }, weights) {
  const last = Math.max(...clause), best = french.map((_, row) => strongest(weights, words.length, row));
  const good = best.map(({ key, weight }, row) => !marks[key] && french[row].length > 2
    ? weight + (clause[key] === last ? 1 : 0) : 0);
  return Math.max(0, good.indexOf(Math.max(...good)));
}

function strongest(weights, count, row) {
  const line = weights.subarray(row * count, (row + 1) * count);
  const key = line.indexOf(Math.max(...line));
  return { key, weight: line[key] };
}

/** One French word in full colour, with the English word that it attends to most. */
function show({ svg, model, weights, ribbons, dots, moving, over, below, named, drawing, at }) {
  const { theme, unit, width } = drawing, { words, french } = model;
  if (!french.length) return;
  const { key, weight } = strongest(weights, words.length, at);
  for (const ribbon of ribbons) {
    const mine = ribbon.query === at;
    put(ribbon.path, { opacity: mine ? 1 : 0.22 });
    if (mine) moving.before(ribbon.path);
  }
  dots.forEach((dot, row) => put(dot, { r: (row === at ? 6 : 3.5) * unit, fill: row === at ? theme.text : theme.query }));
  moving.replaceChildren(...over.named ? [] : [label(words[key], over.middles[key], 15 * unit, width, theme.key, drawing, true)],
    ...named ? [] : [label(french[at], below.middles[at], 164 * unit, width, theme.query, drawing, true)],
    make("rect", { x: over.middles[key] - over.wide / 2, y: CODE * unit, width: over.wide, height: (LIGHT - CODE - 2) * unit,
      fill: "none", stroke: theme.text, "stroke-width": 2 * unit }));
  put(svg, { "aria-valuenow": at + 1, "aria-valuetext": text("bottleneck.attends",
    { french: french[at], english: words[key], weight: percent(weight) }) });
}

// --- the reader's hand ---------------------------------------------------------------

function hands(picture) {
  const { svg, model, below, drawing } = picture, { french } = model;
  const go = at => {
    picture.at = model.at = Math.max(0, Math.min(french.length - 1, at));   // drawn anew it stays
    show(picture);
  };
  svg.onpointermove = svg.onpointerdown = ({ clientX, clientY }) => {
    const box = svg.getBoundingClientRect();
    if (clientY - box.top > LIGHT * drawing.unit) go(Math.floor((clientX - box.left - 6 * drawing.unit) / below.step));
  };
  svg.onkeydown = event => {
    if (!(event.key in STEPS)) return;
    event.preventDefault();
    event.stopPropagation();  // letters are shortcuts of the app
    go(picture.at + STEPS[event.key]);
  };
}
