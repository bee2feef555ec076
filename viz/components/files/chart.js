// Plotly charts, as they are drawn on the page, as one drawing.
import { make } from "../common/nodes.js";

const MARGIN = 24, HEAD = 60, GAP = 16, WIDEST = 1200;
const LOOK = ["color", "fill", "fill-opacity", "stroke", "stroke-width", "stroke-opacity",
  "stroke-dasharray", "stroke-linejoin", "opacity", "paint-order", "font-family",
  "font-size", "font-weight", "text-anchor", "display", "visibility"];

/** The figure that this node stands under. */
export const figureOf = node => node.getRootNode().host.closest('[class*="st-key-chart-"]');

/** The charts of the figure that this node stands under. */
export const chartsBeside = node =>
  [...figureOf(node)?.querySelectorAll(".js-plotly-plot") ?? []];

/** The same, and what our own components have drawn there. */
export const drawingsBeside = node => [...chartsBeside(node),
  ...[...figureOf(node)?.querySelectorAll("*") ?? []]
    .flatMap(({ shadowRoot }) => [...shadowRoot?.querySelectorAll("svg") ?? []])];

/** The charts' own drawings under a title, on the page's colour. Charts stand beside
    each other as long as there is room. */
export function svgOfCharts(charts, { title, page, text, language }) {
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
  whole.append(make("title", { text: title }), make("rect", { width: "100%", height: "100%",
    fill: page }), words, ...charts.map((chart, i) => copyOf(chart, ...places[i])));
  fit(whole, words, right);
  return whole;
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
