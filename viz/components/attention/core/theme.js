// The theme's colours and fonts by meaning, and widths of words.
import { make, px } from "../../common/nodes.js";
import { blend, channels, inkOn, luminance, paint, rampColour, shadeOf, signedShade, stopsOf }
  from "./colour_arithmetic.js";

const DAY = "#FFF9E8,#FDD78A,#FCAF41,#F1871E,#DF601B,#C53C33,#9E2747,#711F4D,#3F1D49,"
  + "#151927";

const SIGNED = "#44087E,#6832B1,#8C69CD,#B5A0E5,#E1D9F6,#CAE8C3,#80C271,#499537,#296818,"
  + "#124105";

/** Colours and fonts by meaning, resolved from the variables of Streamlit's theme. */
export function themeOf(root) {
  const style = getComputedStyle(root);
  const read = (name, otherwise) =>
    style.getPropertyValue(`--st-${name}`).trim() || otherwise;
  const colour = (name, otherwise) => paint(channels(read(name, otherwise)));
  let stops = stopsOf(read("chart-sequential-colors", DAY));
  if (stops.length < 2) stops = stopsOf(DAY);
  const page = channels(read("background-color", "#F4F6F9"));
  const ink = channels(read("text-color", "#131A2A"));
  const muted = channels(read("gray-text-color", "#525C70"));
  const shades = Array.from({ length: 256 }, (_, at) => rampColour(stops, at / 255));
  const ends = stopsOf(read("chart-diverging-colors", SIGNED)), half = ends.length / 2;
  const signed = [...ends.slice(0, half), page, ...ends.slice(half)];
  const hues = Array.from({ length: 256 }, (_, at) => rampColour(signed, at / 255));
  const darker = Array.from({ length: 256 }, (_, at) => rampColour([page, ink], at / 255));
  const night = luminance(page) < 0.2;
  return {
    stops, night,
    page: paint(page), muted: paint(muted), hatch: paint(blend(page, muted, 0.5)),
    text: paint(ink),
    query: colour("orange-text-color", "#AF5504"),
    key: colour("blue-text-color", "#0B3FAE"),
    beam: colour("yellow-color", "#D97010"),
    far: paint(rampColour(stops, night ? 0.6 : 0.25)),
    ...drawn(shades), shade: shadeOf, signed: { ...drawn(hues), shade: signedShade }, gates: drawn(darker),
    language: read("heading-font", "Literata, Georgia, serif"),
    instrument: read("font", "'Atkinson Hyperlegible Next', system-ui, sans-serif"),
  };
}

const drawn = shades => ({
  fills: shades.map(paint), inks: shades.map(inkOn),
  packed: Uint32Array.from(shades, ([red, green, blue]) =>
    (255 << 24 | blue << 16 | green << 8 | red) >>> 0),
});

/** A pixel of the design: the root font is 18 of them (24 px on a projector). */
export const unitOf = () =>
  parseFloat(getComputedStyle(document.documentElement).fontSize) / 18 || 1;

/** Calls `then` once the faces that a text and numbers need are here, if they are not:
 * a canvas measures and draws with those that it finds. The zero has a face of its own. */
export function awaitFaces({ language, instrument }, words, then) {
  const text = `${words}0`;
  const faces = [`500 20px ${language}`, `700 20px ${language}`, `400 15px ${instrument}`];
  if (faces.every(face => document.fonts.check(face, text))) return;
  Promise.all(faces.map(face => document.fonts.load(face, text))).then(then, () => {});
}

const pen = document.createElement("canvas").getContext("2d");

export function widthsOf(words, special, size, theme, weight = 500) {
  return words.map((word, at) => {
    pen.font = special[at] ? `400 ${Math.min(size, 14)}px ${theme.instrument}`
      : `${weight} ${size}px ${theme.language}`;
    return pen.measureText(word).width;
  });
}

/** A canvas with a pixel a cell; `packed` gives its colour, nothing where it is clear. */
export function bitmap(width, height, packed) {
  const map = make("canvas", { width: Math.max(1, width), height: Math.max(1, height) });
  const pen = map.getContext("2d"), image = pen.createImageData(map.width, map.height);
  const pixels = new Uint32Array(image.data.buffer);
  for (let cell = 0; cell < width * height; cell++) pixels[cell] = packed(cell);
  pen.putImageData(image, 0, 0);
  return map;
}

/** A canvas for the cells of a matrix: pen, hatching, its pixels to one of the page. */
export function fieldOf({ theme, unit }, width, height) {
  const sharp = Math.min(2, window.devicePixelRatio || 1);
  const node = make("canvas", { class: "field", "aria-hidden": "true",
    width: Math.max(1, Math.round(width * sharp)),
    height: Math.max(1, Math.round(height * sharp)),
    style: `width:${px(width)};height:${px(height)}` });
  const pen = node.getContext("2d"), hatch = pen.createPattern(
    hatching(theme.hatch, Math.round(10 * unit * sharp), 1.3 * unit * sharp), "repeat");
  return { node, pen, hatch, sharp };
}

/** One tile of lines at 45°, 7 px apart. */
function hatching(colour, size, width) {
  const tile = make("canvas", { width: size, height: size }), pen = tile.getContext("2d");
  pen.strokeStyle = colour;
  pen.lineWidth = width;
  for (const shift of [-size, 0, size]) {
    pen.moveTo(shift - 2, size + 2);
    pen.lineTo(shift + size + 2, -2);
  }
  pen.stroke();
  return tile;
}
