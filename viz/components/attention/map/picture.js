// The ribbons: queries above with their dots, keys below with their rails.
import { make, px, steps } from "../../common/nodes.js";
import { fixed } from "../../common/numbers.js";
import { text } from "../../common/texts.js";
import { projected } from "../core/projecting.js";
import { widthsOf } from "../core/theme.js";
import { above0, received } from "../core/weights.js";
import { drawnAs, glow, MOST_LIGHT, onOneLine, plan, spread } from "./ribbons.js";
import { fading, keyWord, lead } from "./labels.js";
import { buildLong, isLong } from "./long.js";
import { buildMatrix } from "./matrix.js";
import { onPicture } from "./onpicture.js";
import { buildPatches } from "./patches.js";
import { dotsOf, queryWords } from "./queries.js";
import { description } from "./say.js";

/** Sizes and words for this width: the largest type in which the words fit. */
function measure(mount, width) {
  const { stack, unit, theme, panels } = mount, ribbons = panels.has("ribbons");
  const phone = width < 480 * unit;
  const rowSize = (phone ? 16 : projected(unit) ? 22 : 17) * unit;
  const rowWidths = widthsOf(
    stack.queryWords, stack.querySpecial, rowSize, theme, 700);
  const sizes = ribbons && !phone ? [19, 17, 15.5, 14] : [15.5, 14];
  let layout, keySize;
  for (keySize of sizes) {
    layout = plan({
      width, unit, rows: stack.rows, ribbons, rowWidths,
      keyWidths: widthsOf(stack.keyWords, stack.keySpecial, keySize * unit, theme, 600),
    });
    if (layout.fits) break;
  }
  return { ...layout, rowSize, keySize: keySize * unit, ...queries(mount, layout) };
}

function queries({ stack, unit, theme }, layout) {
  const from = layout.phone ? 4 * unit : layout.label;
  const to = Math.max(layout.right, from);
  for (const size of layout.phone ? [17, 15.5, 14] : [23, 20, 17, 15.5, 14]) {
    const widths = widthsOf(
      stack.queryWords, stack.querySpecial, size * unit, theme, 700);
    const sum = widths.reduce((total, width) => total + width, 0);
    if (sum + 7 * unit * (widths.length - 1) > to - from) continue;
    return { from: spread(widths, from, to, 26 * unit), querySize: size * unit,
      querySlant: false, queryHeight: (layout.phone ? 30 : 36) * unit,
      inner: layout.inner, near: 9 * unit };
  }
  const widths = widthsOf(stack.queryWords, stack.querySpecial, 14 * unit, theme, 700);
  const reach = Math.min(110 * unit, Math.max(...widths));
  const pitch = Math.max(24 * unit, (to - from) / Math.max(1, stack.rows));
  const wide = from + pitch * stack.rows + reach * 0.77 - pitch / 2;
  return {
    from: widths.map((_, at) => from + (at + 0.5) * pitch), querySize: 14 * unit,
    querySlant: true, queryReach: reach, queryHeight: reach * 0.643 + 22 * unit,
    inner: Math.max(layout.inner, wide), near: Math.min(9 * unit, pitch * 0.4),
  };
}

/** @param {import("../mount.js").Mount} mount */
export function buildPicture(mount, host) {
  const { stack, panels } = mount;
  if (onPicture(stack)) return buildPatches(mount, host);
  if (isLong(stack)) return buildLong(mount, host);
  const layout = measure(mount, host.clientWidth);
  const inner = make("div", { class: "inner", style: `width:${px(layout.inner)}` });
  const wide = layout.inner > host.clientWidth + 1;
  const tall = panels.has("matrix") && stack.rows > 24;
  const scroll = make("div", { class: tall ? "scroll tall" : "scroll", ...(wide || tall)
    && { tabindex: 0, role: "region", "aria-label": text("map.scrolls") } }, inner);
  const note = make("p", { class: "note", hidden: true });
  const parts = [];
  if (panels.has("ribbons")) parts.push(buildRibbons(mount, layout, inner, note));
  if (panels.has("matrix")) parts.push(buildMatrix(mount, layout, inner));
  else inner.append(keyWords(mount, layout));
  host.replaceChildren(scroll, note);
  return {
    weights: () => parts.forEach(part => part.weights()),
    row: () => parts.forEach(part => part.row()),
  };
}

function buildRibbons(mount, layout, inner, note) {
  const { stack, theme, unit, header } = mount;
  // the matrix is seen as well
  const over = projected(unit) || mount.walk && innerHeight < 900 ? 104 : 148;
  const height = (layout.phone ? 116 : mount.panels.has("matrix") ? over : 220) * unit;
  const queries = queryWords(mount, layout.from, layout.querySize,
    { inside: word => [word], slant: layout.querySlant && layout.queryReach });
  const said = make("div", { class: "said",
    role: "radiogroup", "aria-label": text("ribbons.query"),
    style: `height:${px(layout.queryHeight)}` }, ...queries.words);
  const id = `ribbon-${mount.id}`;
  const base = make("g", {}), spot = make("g", { class: "spot" });
  const { dots, update } = dotsOf(layout.from, 7 * unit, 4.5 * unit, 6 * unit);
  const drawing = make("svg", { class: "ribbons", width: layout.inner, height,
    viewBox: `0 0 ${layout.inner} ${height}`, role: "img" },
  make("defs", {}, fading(id, theme)), base, spot, ...dots);
  if (!layout.phone) inner.append(lead("queries", mount, stack.queries, 0));
  inner.append(said, drawing);
  const shape = () => ({
    weights: mount.weights, rows: stack.rows, columns: stack.columns,
    places: stack.places, from: layout.from, to: layout.keys, unit: layout.cell * 0.6, near: layout.near,
    height, kept: mount.kept,
  });
  const least = stack.rows * stack.columns > 900 ? 0.06 : 0.02;
  const { linksOf, outline } = drawnAs(header, stack);
  const draw = (ribbon, chosen) => make("path", {
    d: outline(ribbon, 8 * unit), fill: `url(#${id})`,
    opacity: glow(ribbon.weight, chosen).toFixed(3),
  });
  const row = () => {
    const { shownRow: chosen, pointedColumn: column } = mount;
    const ribbons = column === null ? linksOf({ ...shape(), chosen, least: 2 })
      : linksOf({ ...shape(), least: 0 }).filter(ribbon => ribbon.key === column);
    spot.replaceChildren(...ribbons.map(ribbon => draw(ribbon, true)));
    queries.update();
    update(column === null ? chosen : -1);
  };
  return {
    weights() {
      base.replaceChildren(...linksOf({ ...shape(), least })
        .sort((a, b) => a.weight - b.weight).map(ribbon => draw(ribbon, false)));
      drawing.setAttribute("aria-label", description(header, stack, mount.view));
      leftOut(mount, note, least);
      row();
    },
    row,
  };
}

/** What the ribbons do not show: keys that get more than fits, ribbons left out. Where
    there is no choice of heads, the picture is for reading and says nothing of it. */
function leftOut({ header, stack, weights, panels }, note, least) {
  if (!panels.has("choose")) return;
  const sums = received(above0(weights), stack.rows, stack.columns);
  const most = sums.indexOf(Math.max(...sums));
  const others = sums.filter(sum => sum > MOST_LIGHT).length - 1;
  const said = [];
  if (others >= 0 && !onOneLine(header, stack)) {
    said.push(text(others ? "ribbons.squeezed_too" : "ribbons.squeezed",
      { key: stack.keyNames[most], sum: fixed(sums[most], 1), n: others }));
  }
  if (least > 0.02) said.push(text("ribbons.few", { percent: least * 100 }));
  note.textContent = said.join(" ");
  note.hidden = !said.length;
}

/** The keys below ribbons that stand alone. */
function keyWords(mount, layout) {
  const { stack } = mount;
  const read = make("div", { class: "read", style: `height:${px(layout.words + 8)}` });
  const words = stack.keyWords.map((word, column) => keyWord(mount, layout, column, {
    tag: "button", type: "button", "aria-label": stack.keyNames[column],
    onfocus: () => mount.dispatch("point", { row: null, column }),
    onblur: () => mount.dispatch("point", null),
    tabindex: column ? -1 : 0,
    onkeydown: event => {
      const next = steps(event, column, stack.columns);
      if (next >= 0) words[next].firstChild.focus();
    },
  }));
  read.append(...words);
  return read;
}
