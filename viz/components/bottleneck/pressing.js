// One fixed vector: the words run into it, and the French is written from it alone.
import { make } from "../common/nodes.js";
import { text } from "../common/texts.js";
import { ARRIVES, bars, shade } from "./bars.js";

const COLUMNS = 64, TALL = 172;

/** The picture of the model with a fixed vector; takes its numbers. */
export function fixedOf(model, numbers, drawing) {
  const { theme, unit, width, grown } = drawing, values = numbers(model.size);
  const svg = make("svg", { height: TALL * unit, viewBox: `0 0 ${width} ${TALL * unit}`, role: "img",
    "aria-label": text("bottleneck.fixed.alt", { n: model.words.filter((_, at) => !model.marks[at]).length, size: model.size }) });
  const { group, middles } = bars(model, drawing);
  const across = Math.min(COLUMNS, model.size), down = Math.ceil(model.size / across);
  const cell = Math.min(4 * unit, (width - 16 * unit) / across), left = (width - across * cell) / 2;
  const top = 88 * unit, tall = down * Math.max(cell, 32 * unit / down), line = tall / down;
  const last = Math.max(...model.clause);
  const place = at => left + (at + 0.5) * across * cell / model.words.length;
  const runs = model.words.map((_, at) => {
    const x = middles[at], to = place(at), age = last - model.clause[at];
    const path = make("path", { d: `M${x},${28 * unit}C${x},${66 * unit} ${to},${48 * unit} ${to},${top - 2}`,
      fill: "none", stroke: model.marks[at] ? theme.muted : theme.key, "stroke-width": 1.6 * unit,
      opacity: Math.max(0.22, 0.85 - 0.18 * age).toFixed(2), pathLength: 1 });
    if (model.clause[at] >= grown) {
      path.setAttribute("stroke-dasharray", "1 1");
      path.animate([{ strokeDashoffset: 1 }, { strokeDashoffset: 0 }], ARRIVES);
    }
    return path;
  });
  const cells = make("g");
  values.forEach((value, at) => cells.append(make("rect", { x: left + at % across * cell,
    y: top + Math.floor(at / across) * line, width: cell + 0.3, height: line + 0.3, fill: shade(value, theme) })));
  if (grown < Infinity) cells.animate([{ opacity: 0.15 }, { opacity: 1 }], ARRIVES);
  const frame = make("rect", { x: left, y: top, width: across * cell, height: tall, fill: "none",
    stroke: theme.text, "stroke-width": 2 * unit });
  svg.append(group, ...runs, cells, frame, ...writes(width, top + tall, drawing),
    ...beside(model, { left, right: left + across * cell, top, tall }, drawing));
  return svg;
}

/** What is in the vector, and for how much: beside it, or on a phone below. */
function beside(model, { left, right, top, tall }, { theme, unit, width }) {
  const words = model.words.filter((_, at) => !model.marks[at]).length;
  const thin = left < 100 * unit, y = thin ? top + tall + 20 * unit : top + tall / 2 + 5 * unit;
  const word = (x, anchor, said) => make("text", { x, y, "text-anchor": anchor, fill: theme.text,
    "font-size": 14 * unit, "font-family": theme.instrument }, said);
  return [
    word(thin ? width / 2 - 16 * unit : left - 12 * unit, "end", text("bottleneck.fixed.words", { n: words })),
    word(thin ? width / 2 + 16 * unit : right + 12 * unit, "start", text("bottleneck.fixed.numbers", { size: model.size }))];
}

function writes(width, top, { theme, unit }) {
  const x = width / 2, foot = top + 28 * unit;
  const arrow = { fill: "none", stroke: theme.text, "stroke-width": 2 * unit };
  return [make("path", { d: `M${x},${top + 2}V${foot}`, ...arrow }),
    make("path", { d: `M${x - 6 * unit},${foot - 7 * unit}l${6 * unit},${8 * unit} ${6 * unit},${-8 * unit}`, ...arrow }),
    make("text", { x, y: foot + 19 * unit, "text-anchor": "middle", fill: theme.query, "font-weight": 600,
      "font-size": 14 * unit, "font-family": theme.instrument }, text("bottleneck.french"))];
}
