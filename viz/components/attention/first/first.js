// The first picture: one ribbon is lit, the others are pale, and one row is numbers.
import { make, px, write } from "../../common/nodes.js";
import { fixed, percent } from "../../common/numbers.js";
import { parts, text } from "../../common/texts.js";
import { shadeOf } from "../core/colour_arithmetic.js";
import { numeralOf } from "../core/projecting.js";
import { widthsOf } from "../core/theme.js";
import { brightest, rowOf } from "../core/weights.js";
import { ribbonsOf, glow, pathOf } from "../map/ribbons.js";
import { fading } from "../map/labels.js";
import { dotsOf, queryWords } from "../map/queries.js";
import { description } from "../map/say.js";
import { plan } from "./plan.js";

const GLOSS = 14.5;

/** @param {import("../mount.js").Mount} mount */
export function buildFirst(mount, host) {
  const layout = measure(mount, host.clientWidth), { stack, unit } = mount;
  const inner = make("div", { class: "inner", style: `width:${px(layout.inner)}` });
  const scroll = make("div", { class: `scroll first${layout.wide ? " goes-on" : ""}`,
    ...layout.wide && { tabindex: 0, role: "region", "aria-label": text("map.scrolls") } },
  inner);
  const { words, update } = frenchWords(mount, layout), ribbons = buildRibbons(mount, layout);
  const line = numbers(mount, layout), keys = englishWords(mount, layout);
  inner.append(
    make("div", { class: "said glossed", role: "radiogroup",
      "aria-label": text("first.queries") }, side(mount, layout, "queries", "query"),
      ...words),
    ribbons.node, make("div", { class: meantOf(mount) ? "read meant" : "read" }, side(mount, layout, "keys", "key"), ...keys),
    line.node);
  host.replaceChildren(...layout.wide ? [make("p", { class: "note",
    text: text("first.goes_on") })] : [], scroll);
  if (layout.wide) {
    const middle = layout.from[mount.view.row] ?? 0;
    scroll.scrollLeft = middle - host.clientWidth / 2;
  }
  const row = () => {
    const shown = mount.shownRow;
    update();
    const best = stack.rows ? brightest(rowOf(mount.weights, stack.columns, shown)) : -1;
    keys.forEach((key, at) =>
      key.classList.toggle("on", at === (mount.pointedColumn ?? best)));
    ribbons.row();
    line.row(best);
  };
  return { weights() { ribbons.weights(); row(); }, row };
}

function measure({ stack, unit, theme, header }, width) {
  const [meanings, meant] = [header.gloss, header.meant].map(said =>
    widthsOf(said ?? [], [], GLOSS * unit, { ...theme, language: theme.instrument }, 400));
  const keySize = (width < 480 * unit ? 16.5 : 20) * unit;
  const widths = size => widthsOf(stack.queryWords, stack.querySpecial, size, theme, 700)
    .map((wide, at) => Math.max(wide, meanings[at] ?? 0) + 4 * unit);
  return { keySize, ...plan({ width, unit, widths,
    keys: widthsOf(stack.keyWords, stack.keySpecial, keySize, theme, 700)
      .map((wide, at) => Math.max(wide, (meant[at] ?? 0) + 4 * unit)) }) };
}

/** What a side is: Queries, French words; not on a phone. */
const side = ({ unit }, { phone }, name, role) => phone ? "" : make("p", {
  class: `lead ${name}`, "aria-hidden": "true", style: `max-width:${px(98 * unit)}` },
make("b", { class: role, text: text(`first.sides.${name}`) }),
make("span", { text: text(`first.${name}`) }));

/** The French, each word with its meaning. */
function frenchWords(mount, { from, size }) {
  const { header: { gloss = [], rare = [] } } = mount;
  return queryWords(mount, from, size, { inside: (word, row) => [
    rare[row] ? make("span", { class: "rare", text: word }) : word,
    make("small", { lang: "en", text: gloss[row] || "\u00a0" })] });
}

/** What the English words mean, to whoever reads another language. */
const meantOf = ({ header: { meant } }) => meant?.length ? meant : null;

function englishWords(mount, { to, cells, keySize }) {
  const { stack } = mount, meant = meantOf(mount);
  return stack.keyWords.map((word, column) => make("div", { class: "key-place",
    style: `left:${px(to[column])};width:${px(cells[column] * 0.84)}` },
  make("span", { class: `word key${stack.keySpecial[column] ? " special" : ""}`,
    text: word, lang: stack.keyLang, style: `font-size:${px(keySize)}` }),
  meant ? make("small", { translate: "no", text: meant[column] || "\u00a0" }) : ""));
}

/** The ribbons from every French word: those of the chosen one lit, the others pale. */
function buildRibbons(mount, { phone, cell, from, to, inner }) {
  const { stack, theme, unit, header } = mount, id = `ribbon-${mount.id}`;
  const height = (phone ? 120 : header.low ? 124 : 190) * unit;
  const pale = make("g", {}), lit = make("g", { class: "spot" });
  const { dots, update } = dotsOf(from, 7 * unit, 4.5 * unit, 6 * unit);
  const node = make("svg", { class: "ribbons", width: inner, height,
    viewBox: `0 0 ${inner} ${height}`, role: "img" },
  make("defs", {}, fading(id, theme)), pale, lit, ...dots);
  const shape = () => ({ weights: mount.weights, rows: stack.rows, columns: stack.columns,
    from, to, unit: cell * 0.62, near: 9 * unit, height });
  const draw = (ribbon, on) => make("path", { d: pathOf(ribbon, 8 * unit),
    fill: `url(#${id})`, opacity: glow(ribbon.weight, on).toFixed(3) });
  return {
    node,
    weights() {
      pale.replaceChildren(...ribbonsOf({ ...shape(), least: 0.02 })
        .map(ribbon => draw(ribbon, false)));
      node.setAttribute("aria-label", description(header, stack, mount.view));
    },
    row() {
      const shown = mount.shownRow;
      lit.replaceChildren(...ribbonsOf({ ...shape(), chosen: shown, least: 2 })
        .map(ribbon => draw(ribbon, true)));
      update(shown);
    },
  };
}

/** The chosen row as numbers in the colours of their weights. */
function numbers(mount, { phone, label, right, cells, lefts }) {
  const { stack, unit } = mount;
  const name = make("span", { class: "row-name", style: `width:${px(label)}` });
  const fields = cells.map((wide, at) => make("span", { class: "number",
    style: `left:${px(lefts[at] + 1)};width:${px(wide - 2)};`
      + `font-size:${px(numeralOf(15, unit) * unit)}` }));
  const frame = make("span", { class: "frame",
    style: `left:${px(label)};width:${px(right - label)}` });
  const node = make("div", { class: "numbers", role: "img",
    style: `height:${px(32 * unit)};line-height:${px(30 * unit)}` },
  phone ? "" : name, ...fields, frame);
  return {
    node,
    row(best) {
      if (!stack.rows) return;
      const at = mount.shownRow, row = rowOf(mount.weights, stack.columns, at);
      const query = stack.queryWords[at], said = Array.from(row, weight => fixed(weight, 2));
      name.textContent = text("first.row", { query });
      fields.forEach((one, key) => {
        const shade = shadeOf(row[key], "linear");
        one.textContent = said[key];
        one.style.background = mount.theme.fills[shade];
        one.style.color = mount.theme.inks[shade];
        one.classList.toggle("on", key === best);
      });
      node.setAttribute("aria-label", text("first.said", { query,
        row: stack.keyNames.map((key, at) => `${key} ${said[at]}`)
          .reduce((first, second) => text("say.numbers", { first, second })) }));
    },
  };
}

/** The same word of another model, as small as a stamp. */
export function buildSmall(mount, host) {
  const { stack, theme, unit, header } = mount, id = `ribbon-${mount.id}`;
  const width = 132 * unit, height = 58 * unit;
  const middles = count => Array.from({ length: count },
    (_, at) => (at + 0.5) * width / Math.max(1, count));
  const from = middles(stack.rows), to = middles(stack.columns);
  const shape = () => ({ weights: mount.weights, rows: stack.rows, columns: stack.columns,
    from, to, unit: width / Math.max(1, stack.columns) * 0.5,
    near: Math.min(6, 40 / Math.max(1, stack.rows)) * unit, height });
  const { dots, update } = dotsOf(from, 4 * unit, 2 * unit, 3.2 * unit);
  const ribbons = make("g", {});
  const node = make("svg", { class: "ribbons", width, height, role: "img",
    viewBox: `0 0 ${width} ${height}` }, make("defs", {}, fading(id, theme)), ribbons, ...dots);
  host.replaceChildren(node);
  const row = () => {
    const chosen = mount.shownRow;
    ribbons.replaceChildren(...ribbonsOf({ ...shape(), chosen, least: 0.04 })
      .sort((a, b) => (a.query === chosen) - (b.query === chosen))
      .map(ribbon => make("path", { d: pathOf(ribbon, 5 * unit), fill: `url(#${id})`,
        opacity: glow(ribbon.weight, ribbon.query === chosen).toFixed(3) })));
    update(chosen);
    node.setAttribute("aria-label", description(header, stack, mount.view));
  };
  return { weights: row, row };
}

/**
 * "mangé gives 95% of its attention to ate.", and that its numbers add up to 1. Each is
 * rounded by itself: where those that are shown add up to another number, it is said.
 */
export function sayFirst({ stack, weights, shownRow, lines: { says, readout } }) {
  if (!stack.rows || !stack.columns) { write(says, parts("map.nothing")); return; }
  const row = rowOf(weights, stack.columns, shownRow), best = brightest(row);
  write(says, parts("first.gives", { weight: percent(row[best]),
    query: { text: stack.queryWords[shownRow], role: "query" },
    key: { text: stack.keyWords[best], role: "key" } }));
  const cents = row.reduce((sum, weight) => sum + Math.round(weight * 100), 0);
  readout.textContent = text(cents === 100 ? "first.adds" : "first.adds_rounded",
    { sum: fixed(cents / 100, 2) });
}
