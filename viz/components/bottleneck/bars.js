// What both pictures begin with: a bar for every English word, named where there is room.
import { widthsOf } from "../attention/core/theme.js";
import { make } from "../common/nodes.js";

/** Where `count` columns stand in a width: their middles, and how wide one is. */
export function columns(count, width, unit) {
  const side = 6 * unit, step = (width - 2 * side) / Math.max(1, count);
  return { step, middles: Array.from({ length: count }, (_, at) => side + (at + 0.5) * step) };
}

/** Do the words fit beside each other? */
export const fit = (words, step, theme, unit) =>
  Math.max(0, ...widthsOf(words, words.map(word => word[0] === "‹"), 15 * unit, theme)) <= step - 2 * unit;

/** A word over its column, kept inside the picture. */
export function label(word, at, y, width, ink, { theme, unit }, bold = false) {
  const special = word[0] === "‹", size = (special ? 14 : 15) * unit;
  const [wide] = widthsOf([word], [special], size, theme, bold ? 700 : 500);
  const x = Math.min(width - wide / 2, Math.max(wide / 2, at));
  return make("text", { x, y, "text-anchor": "middle", fill: ink, "font-size": size,
    "font-weight": bold ? 700 : 500, "font-family": special ? theme.instrument : theme.language }, word);
}

/** The bars; marks and ‹end› are grey. Words over them where all fit. */
export function bars({ words, marks }, { theme, unit, width }) {
  const { step, middles } = columns(words.length, width, unit), group = make("g");
  const named = fit(words, step, theme, unit), wide = step - Math.min(4 * unit, step / 4);
  words.forEach((word, at) => {
    group.append(make("rect", { x: middles[at] - wide / 2, y: 21 * unit, width: wide,
      height: 5 * unit, fill: marks[at] ? theme.muted : theme.key }));
    if (named) group.append(label(word, middles[at], 15 * unit, width, marks[at] ? theme.muted : theme.key, { theme, unit }));
  });
  return { group, middles, step, wide, named };
}

/** A number from −1 to 1 as a colour: violet below 0, green above. */
export const shade = (value, theme) =>
  theme.signed.fills[Math.round(255 * (Math.max(-1, Math.min(1, value)) + 1) / 2)];

/** What arrives, and how long it takes. */
export const ARRIVES = { duration: 400, easing: "ease-out", fill: "backwards" };
