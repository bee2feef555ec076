// The weights of every hop over the lines, and what the state is near to before it.
import { make } from "../common/nodes.js";
import { fixed } from "../common/numbers.js";
import { text } from "../common/texts.js";
import { columnOf, most, placed } from "./places.js";

/** A weight; a question mark where no such hop is made, nothing until it is known. The row
    after all lines is that of ‹end›. */
export function cellOf({ told, theme, given }, chosen, hop, line) {
  const style = placed(line + 2, columnOf(hop)), slots = { n: hop + 1, line: line + 1 };
  const end = line === told.lines.length, kind = end ? "end_cell" : given.points ? "step_cell" : "cell";
  if (hop >= told.hops) return make("div", { class: "c off", style, text: given.points ? "" : "?", "aria-hidden": "true" });
  if (told.hidden.includes(line)) {
    return make("div", { class: "c hidden", style, role: "img", "aria-label": text("story.cell_hidden", slots) });
  }
  if (!chosen) return make("div", { class: "c none", style });
  const weights = chosen.weights[hop], weight = weights[line], shade = Math.round(255 * weight);
  if (weight === null) {
    const before = text("story.step_before", slots);
    return make("div", { class: "c hidden", style, role: "img", "aria-label": before, title: before });
  }
  const said = text(`story.${kind}`, { ...slots, weight: fixed(weight) });
  return make("div", { class: most(weights) === line ? "c hot" : "c", role: "img", "aria-label": said, title: said,
    text: fixed(weight, 2), "data-hop": hop, style: `${style};background:${theme.fills[shade]};color:${theme.inks[shade]}` });
}

/** Below each column the names that are nearest to the state which asks there. */
export const statesOf = (chosen, row) => !chosen ? [] : chosen.states.map((near, hop) =>
  make("div", { class: "state", style: placed(`${row} / span 2`, columnOf(hop)) },
  make("b", {}, ...near.flatMap(([word, cosine], at) => [at ? " + " : "", `${word} `, make("small", { text: fixed(cosine, 2) })])),
  text(hop ? "story.after" : "story.at_first", { n: hop })));
