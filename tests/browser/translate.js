/* What a browser that translates does to a page: every text becomes
   <font><font>[text]</font></font>, but for what says that it should not be. */
() => {
  const texts = [], walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const { currentNode: text } = walk, { parentNode: parent } = text;
    const left = ["SCRIPT", "STYLE", "FONT"].includes(parent.nodeName)
      || parent.closest("[translate=no], .notranslate");
    if (text.data.trim() && !left) texts.push(text);
  }
  for (const text of texts) {
    const outer = document.createElement("font"), inner = document.createElement("font");
    inner.textContent = `[${text.data}]`;
    outer.append(inner);
    text.parentNode.replaceChild(outer, text);
  }
}
