// From the line that a hop attends to most to that of the next hop.
import { make } from "../common/nodes.js";
import { columnOf, placed } from "./places.js";

/** A ribbon for each pair of hops; it is run once it is known how tall the lines are. */
export function ribbonsOf(mount, chosen, last) {
  mount.run = null;
  if (!chosen) return [];
  const drawn = chosen.weights.slice(1).map((_, hop) =>
    make("svg", { class: "ribbon", "aria-hidden": "true", style: placed(`2 / ${last}`, columnOf(hop) + 1) }));
  mount.run = () => drawn.forEach((svg, hop) => run(mount, svg, hop));
  return drawn;
}

function run({ table, theme, unit }, svg, hop) {
  const [from, to] = [hop, hop + 1].map(of => middle(table, of)), wide = svg.clientWidth, end = wide - 4 * unit;
  const stroke = { fill: "none", stroke: theme.beam };
  svg.replaceChildren(
    make("path", { d: `M${2 * unit},${from}C${wide * 0.6},${from} ${wide * 0.4},${to} ${end},${to}`, ...stroke, "stroke-width": 5 * unit }),
    make("path", { d: `M${end - 6 * unit},${to - 6 * unit}l${7 * unit},${6 * unit} ${-7 * unit},${6 * unit}`, ...stroke,
      "stroke-width": 3 * unit }));
}

/** How far below the first line the frame of a hop stands. */
function middle(table, hop) {
  const { offsetTop, offsetHeight } = table.querySelector(`.c.hot[data-hop="${hop}"]`);
  return offsetTop + offsetHeight / 2 - table.querySelector(".c").offsetTop;
}
