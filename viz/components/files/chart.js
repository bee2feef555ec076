// Plotly charts, as they are drawn on the page, as one SVG that needs nothing else.
import { make } from "../common/nodes.js";

const MARGIN = 24, HEAD = 60, GAP = 16, WIDEST = 1200;
const LOOK = ["color", "fill", "fill-opacity", "stroke", "stroke-width", "stroke-opacity",
  "stroke-dasharray", "stroke-linejoin", "opacity", "paint-order", "font-family",
  "font-size", "font-weight", "text-anchor", "display", "visibility"];

const figureOf = node => node.getRootNode().host.closest('[class*="st-key-chart-"]');

/** The charts of the figure that this node stands under. */
export const chartsBeside = node =>
  [...figureOf(node)?.querySelectorAll(".js-plotly-plot") ?? []];

/** The same, and what our own components have drawn there. */
export const drawingsBeside = node => [...chartsBeside(node),
  ...[...figureOf(node)?.querySelectorAll("*") ?? []]
    .flatMap(({ shadowRoot }) => [...shadowRoot?.querySelectorAll("svg") ?? []])];

/** The charts' own drawings under a title, on the page's colour. Charts stand beside
    each other as long as there is room. */
export async function svgOfCharts(charts, { title, page, text, language }) {
  const places = [], whole = make("svg");
  let right = 0, bottom = 0, left = 0, top = 0;
  for (const { width, height } of charts.map(each => each.getBoundingClientRect())) {
    if (left && left + width > WIDEST) [left, top] = [0, bottom + GAP];
    places.push([left, top]);
    [right, bottom] = [Math.max(right, left + width), Math.max(bottom, top + height)];
    left += width + GAP;
  }
  whole.setAttribute("width", Math.ceil(right + 2 * MARGIN));
  whole.setAttribute("height", Math.ceil(bottom + HEAD + MARGIN));
  const words = make("text", { x: MARGIN, y: 38, fill: text, "font-family": language,
    "font-size": 22, "font-weight": 600, text: title });
  const faces = await facesOf(fontsIn(charts).add(first(language)));
  whole.append(make("title", { text: title }), make("style", { text: faces }),
    make("rect", { width: "100%", height: "100%", fill: page }), words,
    ...charts.map((chart, i) => copyOf(chart, ...places[i])));
  fit(whole, words, right);
  return new XMLSerializer().serializeToString(whole);
}

/** All layers of a chart but those that follow the pointer, moved to its place. */
function copyOf(chart, left, top) {
  const own = chart instanceof SVGElement;
  const moved = make("g", { transform: `translate(${MARGIN + left} ${HEAD + top})` });
  for (const layer of own ? [chart] : chart.querySelectorAll(".main-svg")) {
    const copy = own ? dressed(chart) : layer.cloneNode(true);
    copy.querySelectorAll(".draglayer, .hoverlayer, .zoomlayer")
      .forEach(each => each.remove());
    copy.removeAttribute("class");
    copy.style.background = "none";
    moved.append(copy);
  }
  return moved;
}

/** A copy that looks as its style sheet made the drawing look. */
function dressed(drawing) {
  const copy = drawing.cloneNode(true), copies = copy.querySelectorAll("*");
  const { width, height } = drawing.getBoundingClientRect();
  drawing.querySelectorAll("*").forEach((node, i) => {
    const style = getComputedStyle(node);
    for (const name of LOOK) copies[i].style.setProperty(name, style.getPropertyValue(name));
  });
  copy.setAttribute("width", width);
  copy.setAttribute("height", height);
  return copy;
}

/** A long title is set smaller, never cut. */
function fit(whole, words, width) {
  whole.style.cssText = "position:absolute;visibility:hidden";
  document.body.append(whole);
  const room = width / words.getComputedTextLength();
  whole.remove();
  whole.removeAttribute("style");
  if (room < 1) words.setAttribute("font-size", (22 * room).toFixed(1));
}

/** The first name of a list of fonts, without quotes. */
const first = fonts => fonts.split(",")[0].trim().replace(/^["']|["']$/g, "");

const fontsIn = charts => new Set(charts
  .flatMap(chart => [...chart.querySelectorAll("text, tspan")])
  .map(each => first(getComputedStyle(each).fontFamily)));

/** The page's own faces of these fonts, as far as the page has used them. */
async function facesOf(fonts) {
  const key = face => `${first(face.family)}, ${face.style}, ${face.unicodeRange}`;
  const used = new Set([...document.fonts].filter(face =>
    face.status === "loaded" && fonts.has(first(face.family))).map(key));
  const rules = [...document.styleSheets].flatMap(sheet => [...sheet.cssRules])
    .filter(rule => rule instanceof CSSFontFaceRule);
  const written = await Promise.all(rules.map(async ({ style }) => {
    const read = name => style.getPropertyValue(name);
    const face = { family: read("font-family"), style: read("font-style") || "normal",
      unicodeRange: read("unicode-range") || "U+0-10FFFF" };
    const [, address] = read("src").match(/url\("?([^")]+)"?\)/) ?? [];
    if (!address || !used.has(key(face))) return "";
    const file = await fetch(address).then(answer => answer.blob());
    return `@font-face{font-family:"${first(face.family)}";font-style:${face.style};`
      + `font-weight:${read("font-weight") || 400};unicode-range:${face.unicodeRange};`
      + `src:url(${await inside(file)})}`;
  }));
  return written.join("");
}

/** A file as an address that holds it. */
const inside = file => new Promise((done, failed) => {
  const reader = new FileReader();
  reader.onload = () => done(reader.result);
  reader.onerror = () => failed(reader.error);
  reader.readAsDataURL(file);
});
