// The panels around the picture: what to open, the chosen row, the legend.
import { make, write } from "../../common/nodes.js";
import { decimals } from "../core/numbers.js";
import { toggled } from "../core/view.js";
import { rowOf } from "../core/weights.js";
import { bar, EVERY, linesNode, segments, SIDEWAYS } from "../core/widgets.js";
import { aboutOf, headName, tableOf, titleOf } from "./say.js";

export function buildChoose(context) {
  const { trace, stack, host, unit } = context, groups = [];
  const lean = host.classList.contains("lean");   // the machine chooses these
  if (trace.stacks.size > 1 && !lean) {
    groups.push(segments("attention", [...trace.stacks.values()].map(({ id, short, label }) =>
      ({ value: id, text: short ?? label, title: label })),
    () => context.view().stack, id => context.choose({ stack: id }), EVERY));
  }
  if (stack.layers > 1 && !lean) {
    groups.push(segments("layer", count(stack.layers, "layer"),
      () => context.view().layer, layer => context.choose({ layer }), EVERY));
  }
  const walking = lean && context.view().walk;
  const room = host.clientWidth / (36 * unit) > stack.heads + (walking ? 99 : 3);
  if (stack.heads > 1 && room) {
    groups.push(segments("head", [{ value: -1, text: "mean", name: headName(stack, -1) },
      ...count(stack.heads, "head")],
    () => context.view().head, head => context.choose({ head }), SIDEWAYS));
    shiftClicks(groups.at(-1).node, context);
  } else if (stack.heads > 1) groups.push(stepper(context));
  const keys = [stack.heads > 1 && "← → head", stack.layers > 1 && "↑ ↓ layer"]
    .filter(Boolean).join(" · ");
  const title = make("h3", {}), about = make("p", { class: "about" });
  host.replaceChildren(make("div", { class: "choices" },
    ...groups.map(group => group.node)),
  make("div", { class: "titleline" }, title, make("p", { class: "hint", text: keys })),
  about);
  return {
    weights() {
      groups.forEach(group => group.update());
      title.textContent = context.title?.() || titleOf(stack, context.view());
      about.textContent = context.about?.() || aboutOf(stack);
      const { heads } = context.view();
      host.querySelectorAll("[aria-label='head'] [role=radio]").forEach((button, at) => {
        button.classList.toggle("part", heads.includes(at - 1));
      });
    },
    row() {},
  };
}

/** With Shift a head joins the mean or leaves it. */
function shiftClicks(node, { stack, view, choose }) {
  node.addEventListener("click", event => {
    const at = [...node.querySelectorAll("button")].indexOf(event.target) - 1;
    if (!event.shiftKey || at < 0 || at >= stack.heads) return;
    event.stopPropagation();
    choose(toggled(view(), at));
  }, true);
}

const count = (many, name) => Array.from({ length: many }, (_, at) =>
  ({ value: at, text: String(at + 1), name: `${name} ${at + 1}` }));

function stepper(context) {
  const { stack } = context, said = make("output", {});
  const go = step => context.choose({ head: context.view().head + step });
  const less = make("button", { type: "button", text: "‹", "aria-label": "head before",
    onclick: () => go(-1) });
  const more = make("button", { type: "button", text: "›", "aria-label": "next head",
    onclick: () => go(1) });
  return {
    node: make("div", { class: "choice" }, make("span", { text: "head" }),
      make("div", { class: "segments", role: "group", "aria-label": "head" },
        less, said, more)),
    update() {
      const { head, heads } = context.view();
      said.textContent = heads.length ? `mean of ${heads.length}` : head < 0 ? "mean" : `${head + 1} of ${stack.heads}`;
      less.disabled = head < 0;
      more.disabled = head >= stack.heads - 1;
    },
  };
}

/** The weights of the shown row, a bar a key. */
export function buildRow(context) {
  const { stack, host } = context;
  const title = make("h4", {});
  const bars = stack.keyWords.map((word, key) => bar(word, stack.keySpecial[key], "key"));
  const list = make("div", { class: "bars" }, ...bars.map(item => item.node));
  bars.forEach(({ node }, column) => {
    node.onpointerenter = () => context.hover({ row: context.row(), column });
    node.onpointerleave = () => context.hover(null);
  });
  host.replaceChildren(title, list);
  const row = () => {
    if (!stack.rows) return;
    const at = context.row(), weights = rowOf(context.weights(), stack.columns, at);
    write(title, [{ text: stack.queryNames[at], role: "query" }, { text: " looks at" }]);
    bars.forEach((item, key) => item.set(weights[key], decimals(weights[key]),
      context.cell()?.column === key));
  };
  return { weights: row, row };
}

/** The shown map as a table of numbers. */
export const tableNode = (stack, view) => linesNode(tableOf(stack, view),
  `${titleOf(stack, view)}: weights, queries down, keys across`);

export function legendNode(theme, hatched, colour) {
  const ramp = make("span", { class: "ramp" }, ...theme.stops.map((_, at) => make("i", {
    style: `background:${theme.fills[Math.round(at * 255 / (theme.stops.length - 1))]}` })));
  if (colour === "root") ramp.append(make("small", { text: ".25" }));
  const parts = [colour === "root" ? "√ weight 0" : "weight 0", ramp, "1",
    make("span", { class: "spot-mark", text: "●" }), "row's largest"];
  if (hatched) parts.push(make("span", { class: "swatch forbidden" }), "forbidden");
  return make("p", { class: "legend" }, ...parts);
}
