// Labels that beams and matrix share.
import { make, px } from "../../common/nodes.js";

const MANNER = { source: "all at once", read: "one after another",
  predicted: "one after another" };

export function lead(title, { stack, header, unit }, sequence, top) {
  const name = header.sequences[sequence].name;
  const role = title === "keys" ? "key" : "query";
  const manner = title === "keys" && sequence === "read" ? "as far as written"
    : MANNER[sequence];
  return make("p", { class: "lead", style: `top:${px(top)};max-width:${px(94 * unit)}`,
    "aria-hidden": "true" }, make("b", { class: role, text: title }),
  make("span", { text: name ? `${name}, ${manner ?? ""}` : stack.label }));
}

/** A key: its rail towards the light, then the word, slanted where columns are narrow. */
export function keyWord(context, layout, column, { tag = "span", role, ...rest } = {}) {
  const { stack } = context, special = stack.keySpecial[column] ? " special" : "";
  return make("div", {
    class: `key-place${layout.slanted ? " slant" : ""}`, role,
    style: `left:${px(layout.keys[column])};width:${px(layout.cell * 0.82)}`,
    onpointerenter: () => context.hover({ row: null, column }),
    onpointerleave: () => context.hover(null),
    onclick: () => context.hold({ row: null, column }),
  }, make(tag, {
    class: `word key${special}`, text: stack.keyWords[column],
    title: stack.keyWords[column], ...rest,
    style: `font-size:${px(layout.keySize)};`
      + (layout.slanted ? `max-width:${px(layout.reach + 6 * context.unit)}` : ""),
  }));
}
