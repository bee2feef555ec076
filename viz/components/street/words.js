// The words, one a row: how much of the attention of each falls on the thing it names,
// and how much would if all cells had the same weight.
import { make, put, steps } from "../common/nodes.js";
import { percent } from "../common/numbers.js";
import { text } from "../common/texts.js";

const MOST = 13;   // more rows stand in two columns, where there is room

export function buildWords(mount) {
  const { header } = mount, called = name => header.words?.[name] ?? text(`street.${name}`);
  const head = make("p", { class: "head" },
    make("span", {}, make("b", { text: called("queries") }), called("order")),
    ...header.frames ? [] : [make("span", {}, called("named"), make("u"), called("uniform"))]);
  mount.lines = header.rows.map((row, at) => line(mount, row, at));
  const list = make("ol", { class: "words", role: "listbox", "aria-label": text("street.words") },
    ...header.rows.flatMap(({ part }, at) => part === header.rows[at - 1]?.part ? [mount.lines[at]]
      : [...part ? [make("li", { class: "part", role: "presentation", text: part })] : [], mount.lines[at]]));
  if (list.children.length > MOST) {
    put(list, { class: "words long", style: `--rows:${Math.ceil(list.children.length / 2)}` });
  }
  list.onkeydown = event => {
    const at = steps(event, mount.row, mount.lines.length);
    if (at < 0) return;
    mount.choose(at);
    mount.lines[at].focus();
  };
  mount.sentence = make("p", { class: "sentence" });
  const verdict = header.verdict ? [make("p", { class: `verdict ${header.right}`, text: header.verdict })] : [];
  return [head, list, mount.sentence, ...verdict, ...header.results ? [results(header.results)] : []];
}

function line(mount, { word, thing, missing, share, uniform, said, told }, at) {
  const named = thing !== undefined;
  const bar = named ? [make("i", { style: `width:${100 * share}%` }), make("u", { style: `left:${100 * uniform}%` })]
    : [told ?? text(missing ? "street.missing" : "street.nothing")];
  return make("li", { role: "option", class: named ? "" : "no", "data-stay": `word-${at}`,
    "aria-label": said, onclick: () => mount.choose(at) },
  make("b", { lang: "en", text: word }), make("span", {}, ...bar), make("em", { text: named ? percent(share) : "" }));
}

/** The chosen word, and the sentence about it. */
export function paintWords({ lines, row, header, sentence }) {
  lines.forEach((node, at) => put(node, { "aria-selected": String(at === row), tabindex: at === row ? 0 : -1 }));
  sentence.textContent = header.rows[row]?.said ?? "";
}

/** What was measured on pictures that were never trained on; the writer shown is bold. */
export function results({ head, rows, shown }) {
  return make("table", {}, make("thead", {}, make("tr", {}, ...head.map(cell => make("th", { scope: "col", text: cell })))),
    make("tbody", {}, ...rows.map((cells, at) => make("tr", { class: at === shown ? "shown" : null },
      ...cells.map((cell, column) => make(column ? "td" : "th", { scope: column ? null : "row", text: cell }))))));
}
