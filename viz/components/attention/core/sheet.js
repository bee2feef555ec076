// A drawing as one SVG text that needs nothing else: colours are resolved, fonts fall
// back to Georgia and the system's.

const MARGIN = 24;
const ENTITIES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Text for an SVG file; characters that XML refuses are left out. */
const escaped = text => String(text)
  .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "")
  .replace(/[&<>"]/g, sign => ENTITIES[sign]);

/** What has been drawn so far; `svg` makes one text of it. */
export class Sheet {
  parts = [];

  constructor(theme) { this.theme = theme; }

  add(...parts) { this.parts.push(...parts); }

  text(x, y, words, { fill = this.theme.text, size = 15, anchor = "start",
    font = this.theme.instrument, weight = 400, turn = 0 } = {}) {
    this.add(`<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" fill="${fill}" `
      + `font-size="${size}" font-family="${escaped(font)}" font-weight="${weight}" `
      + `text-anchor="${anchor}"`
      + (turn ? ` transform="rotate(${turn} ${x.toFixed(1)} ${y.toFixed(1)})"` : "")
      + `>${escaped(words)}</text>`);
  }

  /** A word of a sentence in the letters of the language; a special piece is no word. */
  word(x, y, words, special, options) {
    const { instrument, language } = this.theme;
    this.text(x, y, words, { font: special ? instrument : language, ...options });
  }

  /** Everything on the page's colour, with a margin left and right. */
  svg(title, width, height, definitions = "") {
    const wide = Math.ceil(width) + 2 * MARGIN;
    return `<svg xmlns="http://www.w3.org/2000/svg" width="${wide}" height="${height}" `
      + `viewBox="${-MARGIN} 0 ${wide} ${height}"><title>${escaped(title)}</title>`
      + `<defs>${definitions}</defs><rect x="${-MARGIN}" width="${wide}" `
      + `height="${height}" fill="${this.theme.page}"/>${this.parts.join("")}</svg>`;
  }
}
