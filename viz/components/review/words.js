// Words lit by their weight: in a line, and each by itself with its numbers.
import { make } from "../common/nodes.js";
import { fixed } from "../common/numbers.js";
import { text } from "../common/texts.js";

const FEW = 40;  // more stand closer, without their numbers

/** The colour of a weight, and of letters on it. */
export function shadeOf({ fills, inks }, weight) {
  const shade = Math.round(255 * Math.min(1, Math.max(0, weight)));
  return `background:${fills[shade]};color:${inks[shade]}`;
}

/** A word in its line; the one with most weight is darkest, as far as it goes. */
export const litOf = (theme, word, most) => make("span", {
  class: classes("word", word), style: shadeOf(theme, Math.min(1, .75 * word.product / most)), text: word.text });

const classes = (kind, { known, judges }) => [kind, known ? "" : "strange", judges ? "judges" : ""].filter(Boolean).join(" ");

/** Every word with a bar for its weight, what it means, and what leaving it out changes. */
export function columnsOf({ data }, sentence) {
  const { words } = sentence, most = Math.max(...words.map(({ weight }) => weight), 1e-9);
  const changes = words.some(({ change }) => change !== null);
  const far = Math.max(1, ...words.map(({ change }) => Math.abs(change ?? 0)));
  const kind = ["columns", words.length > FEW ? "many" : "", changes ? "" : "plain"].filter(Boolean).join(" ");
  return make("div", { class: kind, role: "list", "aria-label": sentence.label ?? data.label },
    ...words.map(word => columnOf(word, sentence, word.weight / most, changes && far)));
}

/** Without a change that goes `far` there is none to show. */
function columnOf(word, { lang, weight }, share, far) {
  const product = weight === null ? "" : ` × ${fixed(weight, 2)} = ${fixed(word.product, 2)}`;
  const said = saidOf(word);
  return make("div", { class: word.kept ? "column kept" : "column", role: "listitem", title: said, "aria-label": said },
    make("span", { class: "up" }, make("i", { style: `--share:${share}` })),
    make("small", { class: "weight", text: fixed(word.weight, 2) }),
    product ? make("small", { class: "product", text: product }) : "",
    make("span", { class: classes("word", word), lang, text: word.text }),
    word.gloss === null ? "" : make("small", { class: "gloss", text: word.gloss || "\u00a0" }),
    !far ? "" : make("span", { class: `change ${word.change < 0 ? "bad" : "good"}` },
      make("i", { style: `--share:${Math.abs(word.change ?? 0) / far}` })));
}

/** The same in words, for who does not see it. */
function saidOf(word) {
  const said = [text("review.word", { word: word.text, weight: fixed(word.weight) })];
  if (word.gloss) said.push(text("review.means", { gloss: word.gloss }));
  if (!word.known) said.push(text("review.unknown"));
  if (word.judges) said.push(text("review.judges"));
  if (word.change !== null) said.push(text("review.change", { change: fixed(word.change, 2) }));
  return said.join(" ");
}
