// A Plotly chart, as it is drawn on the page, as one SVG that needs nothing else.

const DRAWING = "http://www.w3.org/2000/svg";
const MARGIN = 24, HEAD = 60;

/** The chart that shares the nearest container with this node. */
export function chartBeside(node) {
  for (let near = node.getRootNode().host; near; near = near.parentElement) {
    const chart = near.querySelector(".js-plotly-plot");
    if (chart) return chart;
  }
  throw new Error("there is no chart beside these buttons");
}

/** The chart's own drawings one above another, under a title, on the page's colour. */
export async function svgOfChart(chart, { title, page, text, language }) {
  const { width, height } = chart.getBoundingClientRect();
  const whole = drawn("svg", { width: Math.ceil(width + 2 * MARGIN),
    height: Math.ceil(height + HEAD + MARGIN) });
  const words = drawn("text", { x: MARGIN, y: 38, fill: text, "font-family": language,
    "font-size": 22, "font-weight": 600 });
  words.textContent = title;
  const named = drawn("title", {});
  named.textContent = title;
  const moved = drawn("g", { transform: `translate(${MARGIN} ${HEAD})` });
  for (const layer of chart.querySelectorAll(".main-svg")) {
    const copy = layer.cloneNode(true);
    copy.querySelectorAll(".draglayer, .hoverlayer, .zoomlayer")
      .forEach(each => each.remove());
    copy.removeAttribute("class");
    copy.style.background = "none";
    moved.append(copy);
  }
  const faces = drawn("style", {});
  faces.textContent = await facesOf(fontsIn(chart).add(first(language)));
  whole.append(named, faces,
    drawn("rect", { width: "100%", height: "100%", fill: page }), words, moved);
  fit(whole, words, width);
  return new XMLSerializer().serializeToString(whole);
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

function drawn(tag, attributes) {
  const node = document.createElementNS(DRAWING, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  return node;
}

/** The first name of a list of fonts, without quotes. */
const first = fonts => fonts.split(",")[0].trim().replace(/^["']|["']$/g, "");

const fontsIn = chart => new Set([...chart.querySelectorAll("text, tspan")]
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
