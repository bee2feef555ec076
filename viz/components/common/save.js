// Files made in the browser, and the menus that offer them.
import { make } from "./nodes.js";

export function save(name, type, content) {
  const href = URL.createObjectURL(new Blob([content], { type }));
  const link = make("a", { href, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(href), 10000);
}

/** A table (CSV); its mark of UTF-8 tells Excel how to read accents. */
export const saveTable = (name, table) =>
  save(`${name}.csv`, "text/csv;charset=utf-8", `\ufeff${table}`);

/** A button that opens a list; `items` are [label, what to do] and each closes it. */
export function menu(label, ...items) {
  const node = make("details", { class: "menu" },
    make("summary", { text: `${label} ▾`, "data-stay": label }),
    make("div", {}, ...items.map(([text, run]) => make("button", { type: "button", text,
      "data-stay": text, onclick: () => { node.open = false; run(); } }))));
  node.onkeydown = event => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    node.open = false;
    node.firstChild.focus();
  };
  return node;
}
