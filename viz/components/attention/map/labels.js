// Labels and colours that ribbons, matrix and files share.
import { make, px } from "../../common/nodes.js";
import { text } from "../../common/texts.js";

/** Beside a side of a map: what it is called, and how its words come; of a map alone,
    whose sides have no names, nothing more. */
export function lead(title, { stack, header, unit }, sequence, top) {
  const { name, side, given } = header.sequences[sequence];
  const role = title === "keys" ? "key" : "query";
  const ahead = title === "keys" && stack.back;
  const manner = given ? ahead && "so_far" : side === "source" ? "at_once"
    : ahead ? "as_written" : "one_by_one";
  const said = name ? [name, ...manner ? [text(`map.${manner}`)] : []].join(", ")
    : stack.label === header.labels?.title ? "" : stack.label;
  return make("p", { class: "lead", style: `top:${px(top)};max-width:${px(94 * unit)}`,
    "aria-hidden": "true" }, make("b", { class: role, text: text(`map.${title}`) }),
  make("span", { text: said }));
}

/** The colour of ribbons, which fades from the queries to the keys. */
export const fading = (id, { beam, far }) =>
  make("linearGradient", { id, x1: 0, y1: 0, x2: 0, y2: 1 },
    make("stop", { offset: 0, "stop-color": beam }), make("stop", { offset: 1, "stop-color": far }));

/** Between rows and columns: which of them are keys, and which queries. */
export const cornerOf = (width, role) => make("div", { class: "corner", role,
  style: `width:${px(width)}` },
make("span", { class: "key", text: text("map.keys_above") }),
make("span", { class: "query", text: text("map.queries_left") }));

/** A key: its rail towards the light, then the word, slanted where columns are narrow. */
export function keyWord(mount, layout, column, { tag = "span", role, ...rest } = {}) {
  const { stack } = mount, special = stack.keySpecial[column] ? " special" : "";
  return make("div", {
    class: `key-place${layout.slanted ? " slant" : ""}`, role,
    style: `left:${px(layout.keys[column])};width:${px(layout.cell * 0.82)}`,
    onpointerenter: () => mount.dispatch("point", { row: null, column }),
    onpointerleave: () => mount.dispatch("point", null),
    onclick: () => mount.dispatch("hold", { row: null, column }),
  }, make(tag, {
    class: `word key${special}`, text: stack.keyWords[column],
    lang: stack.keyLang, title: stack.keyWords[column], ...rest,
    style: `font-size:${px(layout.keySize)};`
      + (layout.slanted ? `max-width:${px(layout.reach + 6 * mount.unit)}` : ""),
  }));
}
