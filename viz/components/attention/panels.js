// The panels around the picture: what to open, the chosen row, the next word, the table.
import { make, px, write } from "./page.js";
import { decimals, percent, rowOf } from "./pure.js";
import { headName, sizeOf, tableOf, titleOf } from "./say.js";

/** Buttons of which one is pressed; one tab stop, arrow keys move it. */
function segments(label, options, current, pick, own) {
  const buttons = options.map(option => make("button", {
    type: "button", role: "radio", text: option.text, title: option.title,
    "aria-label": option.name, onclick: () => pick(option.value),
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

const SIDEWAYS = { ArrowLeft: -1, ArrowRight: 1 };
const EVERY = { ...SIDEWAYS, ArrowUp: -1, ArrowDown: 1 };

export function buildChoose(context) {
  const { trace, stack, host, unit } = context, groups = [];
  if (trace.stacks.size > 1) {
    groups.push(segments("attention", [...trace.stacks.values()].map(({ id, short, label }) =>
      ({ value: id, text: short ?? label, title: label })),
    () => context.view().stack, id => context.choose({ stack: id }), EVERY));
  }
  if (stack.layers > 1) {
    groups.push(segments("layer", count(stack.layers, "layer"),
      () => context.view().layer, layer => context.choose({ layer }), EVERY));
  }
  const room = host.clientWidth / (36 * unit) > stack.heads + 3;
  if (stack.heads > 1 && room) {
    groups.push(segments("head", [{ value: -1, text: "mean", name: headName(stack, -1) },
      ...count(stack.heads, "head")],
    () => context.view().head, head => context.choose({ head }), SIDEWAYS));
  } else if (stack.heads > 1) groups.push(stepper(context));
  const keys = [stack.heads > 1 && "← → head", stack.layers > 1 && "↑ ↓ layer"]
    .filter(Boolean).join(" · ");
  const title = make("h3", {}), about = make("p", { class: "about" });
  host.replaceChildren(make("div", { class: "choices" },
    ...groups.map(group => group.node)),
  make("div", { class: "titleline" }, title, make("p", { class: "hint", text: keys })),
  about);
  about.textContent = [stack.note, sizeOf(stack)].filter(Boolean).join(" · ");
  return {
    weights() {
      groups.forEach(group => group.update());
      title.textContent = titleOf(stack, context.view());
    },
    row() {},
  };
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
      const { head } = context.view();
      said.textContent = head < 0 ? "mean" : `${head + 1} of ${stack.heads}`;
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

function bar(word, special, role) {
  const name = make("b", { class: `word ${role}${special ? " special" : ""}`, text: word,
    title: word });
  const fill = make("i", {}), track = make("span", { class: "track" }, fill);
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
    name,
  };
}

/** The five most probable next pieces at the chosen step, and the output to step along. */
export function buildNext(context) {
  const { header, host } = context, rows = header.next?.rows ?? [];
  const read = header.sequences.read?.words ?? [];
  const predicted = header.sequences.predicted?.words ?? [];
  const special = header.sequences.predicted?.special ?? [];
  if (!rows.length) { host.hidden = true; return { weights() {}, row() {} }; }
  const about = make("p", { class: "about" });
  const slider = make("input", { type: "range", min: 1, max: rows.length, step: 1,
    "aria-label": "step of the output", "data-stay": "step" });
  const words = predicted.slice(0, rows.length).map((word, step) => make("button", {
    type: "button", class: `word query${special[step] ? " special" : ""}`, text: word,
    tabindex: -1, onclick: () => context.step(step),
  }));
  const bars = Array.from({ length: 5 }, () => bar("", false, "next"));
  slider.oninput = () => context.step(slider.valueAsNumber - 1);
  slider.onkeydown = event => {
    if (/^(Arrow|Home|End|Page)/.test(event.key)) event.stopPropagation();
  };
  host.hidden = false;
  host.replaceChildren(make("h4", { text: "The next piece" }),
    make("div", { class: "output" }, ...words), slider, about,
    make("div", { class: "bars" }, ...bars.map(item => item.node)));
  let drawn = -1;
  const row = () => {
    const step = Math.min(rows.length - 1, context.at());
    if (step === drawn) return;
    drawn = step;
    slider.value = step + 1;
    const parts = [{ text: `Step ${step + 1} of ${rows.length}` }];
    if (read[step]) parts.push({ text: ": reads " }, { text: read[step], role: "query" });
    if (predicted[step]) {
      parts.push({ text: ", writes " }, { text: predicted[step], role: "predicted" });
    }
    write(about, parts);
    slider.setAttribute("aria-valuetext", about.textContent);
    words.forEach((word, at) => word.classList.toggle("on", at === step));
    bars.forEach((item, at) => {
      const [piece, probability, chosen] = rows[step][at] ?? [];
      item.node.hidden = piece === undefined;
      if (piece === undefined) return;
      item.name.textContent = piece;
      item.name.classList.toggle("special", piece.startsWith("‹"));
      item.set(probability, percent(probability), chosen);
      if (chosen) item.node.title = "the piece that was written";
      else item.node.removeAttribute("title");
    });
  };
  return { weights: row, row };
}

/** The shown map as a table of numbers. */
export function tableNode(stack, view) {
  const { head, rows } = tableOf(stack, view);
  const cellOf = (value, at) => at === 0 ? make("th", { scope: "row", text: value })
    : make("td", { text: decimals(value) });
  return make("div", { class: "table", tabindex: 0, role: "region",
    "aria-label": "table, scrolls" }, make("table", {},
    make("caption", { text: `${titleOf(stack, view)}: weights, queries down, keys across` }),
    make("thead", {}, make("tr", {},
      ...head.map(text => make("th", { scope: "col", text })))),
    make("tbody", {}, ...rows.map(line => make("tr", {}, ...line.map(cellOf))))));
}

export function legendNode(theme, hatched) {
  const ramp = make("span", { class: "ramp" }, ...theme.stops.map((_, at) => make("i", {
    style: `background:${theme.fills[Math.round(at * 255 / (theme.stops.length - 1))]}` })));
  const parts = ["weight 0", ramp, "1"];
  if (hatched) parts.push(make("span", { class: "swatch forbidden" }), "forbidden");
  return make("p", { class: "legend" }, ...parts);
}
