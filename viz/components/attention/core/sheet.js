// A drawing that may leave the page: colours are resolved, fonts fall back to Georgia
// and the system's.
import { make } from "../../common/nodes.js";

const MARGIN = 24;

const rounded = value => typeof value === "number" ? Math.round(value * 10) / 10 : value;

/** What has been drawn so far; `svg` makes one drawing of it. */
export class Sheet {
  parts = [];

  constructor(theme) { this.theme = theme; }

  add(tag, attributes) {
    this.parts.push(make(tag, Object.fromEntries(Object.entries(attributes)
      .map(([name, value]) => [name, rounded(value)]))));
  }

  text(x, y, words, { fill = this.theme.text, size = 15, anchor = "start",
    font = this.theme.instrument, weight = 400, turn = 0 } = {}) {
    this.add("text", { x, y, fill, "font-size": size, "font-family": font,
      "font-weight": weight, "text-anchor": anchor, text: words,
      transform: turn ? `rotate(${turn} ${rounded(x)} ${rounded(y)})` : null });
  }

  /** A word of a sentence in the letters of the language; a special piece is no word. */
  word(x, y, words, special, options) {
    const { instrument, language } = this.theme;
    this.text(x, y, words, { font: special ? instrument : language, ...options });
  }

  /** Everything on the page's colour, with a margin left and right. */
  svg(title, width, height, ...definitions) {
    const wide = Math.ceil(width) + 2 * MARGIN;
    return make("svg", { width: wide, height,
      viewBox: `${-MARGIN} 0 ${wide} ${height}` },
    make("title", { text: title }), make("defs", {}, ...definitions),
    make("rect", { x: -MARGIN, width: wide, height, fill: this.theme.page }), ...this.parts);
  }
}
