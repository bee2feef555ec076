// Files made in the browser, and the menus that offer them.
import { make } from "./nodes.js";

export function save(name, type, content) {
  const href = URL.createObjectURL(new Blob([content], { type }));
  const link = make("a", { href, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(href), 10000);
}

/** The SVG at twice its size, as a PNG. */
export function savePng(name, svg) {
  const image = new Image();
  const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  image.onload = () => {
    const canvas = make("canvas", { width: image.naturalWidth * 2,
      height: image.naturalHeight * 2 });
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    URL.revokeObjectURL(address);
    canvas.toBlob(blob => save(name, "image/png", blob), "image/png");
  };
  image.src = address;
}

/** A button that opens a list; `items` are [label, what to do] and each closes it. */
export function menu(label, ...items) {
  const node = make("details", { class: "menu" },
    make("summary", { text: `${label} ▾` }),
    make("div", {}, ...items.map(([text, run]) => make("button", { type: "button", text,
      onclick: () => { node.open = false; run(); } }))));
  node.onkeydown = event => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    node.open = false;
    node.firstChild.focus();
  };
  return node;
}
