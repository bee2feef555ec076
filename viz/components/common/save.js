// Files made in the browser, and the menus that offer them. It needs no other module.

export function save(name, type, content) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

/** The SVG at twice its size, as a PNG. */
export function savePng(name, svg) {
  const image = new Image();
  const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  image.onload = () => {
    const canvas = document.createElement("canvas");
    canvas.width = image.naturalWidth * 2;
    canvas.height = image.naturalHeight * 2;
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    URL.revokeObjectURL(address);
    canvas.toBlob(blob => save(name, "image/png", blob), "image/png");
  };
  image.src = address;
}

/** A button that opens a list; `items` are [label, what to do] and each closes it. */
export function menu(label, ...items) {
  const node = document.createElement("details"), list = document.createElement("div");
  node.className = "menu";
  node.append(document.createElement("summary"), list);
  node.firstChild.textContent = `${label} ▾`;
  for (const [text, run] of items) {
    const button = list.appendChild(document.createElement("button"));
    button.type = "button";
    button.textContent = text;
    button.onclick = () => { node.open = false; run(); };
  }
  node.onkeydown = event => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    node.open = false;
    node.firstChild.focus();
  };
  return node;
}
