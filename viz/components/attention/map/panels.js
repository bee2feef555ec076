// The panels around the picture: what to open, the chosen row, the legend.
import { make, write } from "../../common/nodes.js";
import { decimals, short } from "../../common/numbers.js";
import { parts, text } from "../../common/texts.js";
import { toggled } from "../core/view.js";
import { hasForbidden, rowOf } from "../core/weights.js";
import { bar, EVERY, linesNode, segments, SIDEWAYS } from "../core/widgets.js";
import { isLong } from "./long.js";
import { aboutOf, headName, tableOf, titleOf } from "./say.js";

/** @param {import("../mount.js").Mount} mount */
export function buildChoose(mount, host) {
  const { stack } = mount, groups = choicesOf(mount, host);
  const keys = [stack.heads > 1 && text("choose.head_keys"), stack.layers > 1 && text("choose.layer_keys")]
    .filter(Boolean).join(" · ");
  const title = make("h2", {}), about = make("p", { class: "about" });
  host.replaceChildren(make("div", { class: "choices" },
    ...groups.map(group => group.node)),
  make("div", { class: "titleline" }, title, make("p", { class: "hint", text: keys })),
  about);
  return {
    weights() {
      const { view } = mount;
      groups.forEach(group => group.update());
      title.textContent = titleOf(stack, view);
      about.textContent = aboutOf(stack);
      groups.find(({ name }) => name === "head")?.node.querySelectorAll("[role=radio]")
        .forEach((button, at) =>
          button.classList.toggle("part", view.heads.includes(at - 1)));
    },
  };
}

/** Attention, layer and head, where there is more than one. */
function choicesOf(mount, host) {
  const { trace, stack, unit } = mount, groups = [];
  const lean = host.classList.contains("lean");   // the machine chooses these
  const add = (label, options, name, own) => groups.push({ name,
    ...segments(label, options, () => mount.view[name],
      value => mount.dispatch("choose", { [name]: value }), own) });
  if (trace.stacks.size > 1 && !lean) {
    add(text("choose.attention"), [...trace.stacks.values()].map(({ id, short, label }) =>
      ({ value: id, text: short ?? label, title: label })), "stack", EVERY);
  }
  if (stack.layers > 1 && !lean) add(text("choose.layer"), count(stack.layers, "map.layer", stack.numbers), "layer", EVERY);
  const room = host.clientWidth / (36 * unit) > stack.heads + 3;
  if (stack.heads > 1 && room) {
    add(text("choose.head"), [{ value: -1, text: text("choose.mean"), name: headName(stack, -1) },
      ...count(stack.heads, "map.head")], "head", SIDEWAYS);
    shiftClicks(groups.at(-1).node, mount);
  } else if (stack.heads > 1) groups.push(stepper(mount));
  return groups;
}

/** With Shift a head joins the mean or leaves it. */
function shiftClicks(node, mount) {
  node.addEventListener("click", event => {
    const at = [...node.querySelectorAll("button")].indexOf(event.target) - 1;
    if (!event.shiftKey || at < 0 || at >= mount.stack.heads) return;
    event.stopPropagation();
    mount.dispatch("choose", toggled(mount.view, at));
  }, true);
}

const count = (many, name, numbers) => Array.from({ length: many }, (_, at) => {
  const n = numbers?.[at] ?? at + 1;
  return { value: at, text: String(n), name: text(name, { n }) };
});

/** One head after another, where there is no room for all of them. */
function stepper(mount) {
  const { stack } = mount, said = make("output", {});
  const go = step => mount.dispatch("choose", { head: mount.view.head + step });
  const less = make("button", { type: "button", text: "‹", "aria-label": text("choose.head_before"),
    onclick: () => go(-1) });
  const more = make("button", { type: "button", text: "›", "aria-label": text("choose.head_next"),
    onclick: () => go(1) });
  return {
    node: make("div", { class: "choice" }, make("span", { text: text("choose.head") }),
      make("div", { class: "segments", role: "group", "aria-label": text("choose.head") },
        less, said, more)),
    update() {
      const { head, heads } = mount.view;
      said.textContent = heads.length ? text("choose.mean_of", { n: heads.length })
        : head < 0 ? text("choose.mean")
          : text("choose.head_of", { n: head + 1, all: stack.heads });
      less.disabled = head < 0;
      more.disabled = head >= stack.heads - 1;
    },
  };
}

/** The weights of the shown row, a bar a key. */
export function buildRow(mount, host) {
  const { stack } = mount, title = make("h3", {});
  const bars = stack.keyWords.map((word, key) => bar(word, stack.keySpecial[key], "key"));
  bars.forEach(({ node }, column) => {
    node.onpointerenter = () => mount.dispatch("point", { row: mount.shownRow, column });
    node.onpointerleave = () => mount.dispatch("point", null);
  });
  host.replaceChildren(title, make("div", { class: "bars" },
    ...bars.map(item => item.node)));
  const row = () => {
    if (!stack.rows) return;
    const at = mount.shownRow, weights = rowOf(mount.weights, stack.columns, at);
    write(title, parts("choose.row", { query: { text: stack.queryNames[at], role: "query" } }));
    bars.forEach((item, key) => item.set(weights[key], decimals(weights[key]),
      mount.pointedCell?.column === key));
  };
  return { weights: row, row };
}

/** The shown map as a table of numbers. */
export const tableNode = (stack, view) => linesNode(tableOf(stack, view),
  text("map.table", { title: titleOf(stack, view) }));

const rampOf = theme => make("span", { class: "ramp" }, ...theme.stops.map((_, at) =>
  make("i", { style: `background:${
    theme.fills[Math.round(at * 255 / (theme.stops.length - 1))]}` })));

/** What the colours of weights mean, and no more. */
export const rampNode = theme =>
  make("span", { class: "range" }, text("map.weight"), rampOf(theme), "1");

/** The same of a whole map; where all rows are drawn out, a dot marks the largest of each. */
export function legendNode({ stack, theme, view }) {
  const { signed } = stack, ramp = rampOf(theme), root = view.colour === "root";
  if (root && !signed) ramp.append(make("small", { text: short(0.25) }));
  const from = root ? "root" : "weight";
  return make("p", { class: "legend" }, text(`map.${signed ? "signed_" : ""}${from}`), ramp, "1",
    ...!isLong(stack) ? [make("span", { class: "spot-mark", text: "●" }), text("map.largest")] : [],
    ...hasForbidden(stack) ? [make("span", { class: "swatch forbidden" }), text("map.forbidden")] : []);
}
