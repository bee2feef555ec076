// The queries above the ribbons: their words, and the dots at which ribbons begin.
import { make, px, steps } from "../../common/nodes.js";

/**
 * The words: pointed at, chosen, moved along with the arrow keys. What a word's button
 * holds is given by `inside`; `update` marks the one that is chosen or pointed at.
 */
export function queryWords(mount, from, size, { inside, slant = null }) {
  const { stack } = mount;
  const words = stack.queryWords.map((word, row) => make("button", {
    type: "button", role: "radio", title: word, lang: stack.lang,
    class: `word query${stack.querySpecial[row] ? " special" : ""}`
      + (slant ? " slant" : ""),
    style: `left:${px(from[row])};font-size:${px(size)};`
      + (slant ? `max-width:${px(slant)}` : ""),
    onpointerenter: () => mount.dispatch("point", { row, column: null }),
    onpointerleave: () => mount.dispatch("point", null),
    onclick: () => mount.dispatch("choose", { row }),
    onkeydown: event => {
      const next = steps(event, row, stack.rows);
      if (next < 0) return;
      mount.dispatch("choose", { row: next });
      words[next].focus();
    },
  }, ...inside(word, row)));
  const update = () => words.forEach((word, at) => {
    word.setAttribute("aria-checked", at === mount.view.row);
    word.tabIndex = at === mount.view.row ? 0 : -1;
    word.classList.toggle("on", at === mount.shownRow && mount.pointedColumn === null);
  });
  return { words, update };
}

/** The dots, at the height `y`; that of the query `at` is drawn `large` and in ink. */
export function dotsOf(from, y, small, large) {
  const dots = from.map(x => make("circle", { cx: x, cy: y }));
  const update = at => dots.forEach((dot, query) => {
    dot.setAttribute("r", query === at ? large : small);
    dot.setAttribute("class", query === at ? "query-dot on" : "query-dot");
  });
  return { dots, update };
}
