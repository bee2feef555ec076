// The panels around the picture: what to open, the chosen row, the next word, the table.
import { make, px, write } from "../core/page.js";
import { decimals, rowOf, toggled } from "../core/pure.js";
import { aboutOf, headName, tableOf, titleOf } from "./say.js";

/** Buttons of which one is pressed; one tab stop, arrow keys move it. */
export function segments(label, options, current, pick, own) {
  const buttons = options.map(option => make("button", {
    type: "button", role: "radio", text: option.text, title: option.title,
    "aria-label": option.name, "data-stay": label, onclick: () => pick(option.value),
  }));
  const group = make("div", { class: "segments", role: "radiogroup",
    "aria-label": label }, ...buttons);
  group.onkeydown = event => {
    const step = own[event.key];
    if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    const at = options.findIndex(option => option.value === current());
    const next = options[at + step];
    if (!next) return;
    pick(next.value);
    group.querySelector("[aria-checked=true]")?.focus();
  };
  return {
    node: make("div", { class: "choice" }, make("span", { text: label }), group),
    update() {
      options.forEach(({ value }, at) => {
        buttons[at].setAttribute("aria-checked", value === current());
        buttons[at].tabIndex = value === current() ? 0 : -1;
      });
    },
  };
}

export const SIDEWAYS = { ArrowLeft: -1, ArrowRight: 1 };
export const EVERY = { ...SIDEWAYS, ArrowUp: -1, ArrowDown: 1 };

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

/** A word, a bar from 0 to 1 and a number; `mark` sets a tick where it was before. */
export function bar(word, special, role) {
  const name = make("b", { class: `word ${role}${special ? " special" : ""}`, text: word,
    title: word });
  const fill = make("i", {}), tick = make("s", { hidden: true });
  const track = make("span", { class: "track" }, fill, tick);
  const value = make("em", {});
  const node = make("div", { class: `bar ${role}-bar` }, name, track, value);
  return {
    node,
    set(share, text, on) {
      const forbidden = Number.isNaN(share);
      track.classList.toggle("forbidden", forbidden);
      fill.style.width = forbidden ? "0" : `${Math.min(1, share) * 100}%`;
      value.textContent = text;
      node.classList.toggle("on", Boolean(on));
    },
    mark(share, text) {
      tick.hidden = Math.abs(share - parseFloat(fill.style.width) / 100) < 0.002;
      tick.style.left = `${share * 100}%`;
      tick.title = `before: ${text}`;
    },
    name,
  };
}

/** The shown map as a table of numbers. */
export const tableNode = (stack, view) => linesNode(tableOf(stack, view),
  `${titleOf(stack, view)}: weights, queries down, keys across`);

export function linesNode({ head, rows }, caption) {
  const cellOf = (value, at) => at === 0 ? make("th", { scope: "row", text: value })
    : make("td", { text: value === "" ? "" : decimals(value) });
  return make("div", { class: "table", tabindex: 0, role: "region",
    "aria-label": "table, scrolls" }, make("table", {},
    make("caption", { text: caption }),
    make("thead", {}, make("tr", {},
      ...head.map(text => make("th", { scope: "col", text })))),
    make("tbody", {}, ...rows.map(line => make("tr", {}, ...line.map(cellOf))))));
}

export function legendNode(theme, hatched, colour) {
  const ramp = make("span", { class: "ramp" }, ...theme.stops.map((_, at) => make("i", {
    style: `background:${theme.fills[Math.round(at * 255 / (theme.stops.length - 1))]}` })));
  if (colour === "root") ramp.append(make("small", { text: ".25" }));
  const parts = [colour === "root" ? "√ weight 0" : "weight 0", ramp, "1",
    make("span", { class: "spot-mark", text: "●" }), "row's largest"];
  if (hatched) parts.push(make("span", { class: "swatch forbidden" }), "forbidden");
  return make("p", { class: "legend" }, ...parts);
}
