// Page Down and Page Up follow the links of the bar, wherever the focus is: a remote
// knows nothing of it. Only what is typed into keeps its keys.
const TYPED = "input:not([type=range]), textarea, [contenteditable=true]";

export default function presenter({ data: [links] }) {
  const follow = event => {
    const { key, altKey, ctrlKey, metaKey, shiftKey } = event;
    if (!links[key] || altKey || ctrlKey || metaKey || shiftKey) return;
    if (event.composedPath()[0].matches?.(TYPED)) return;
    event.preventDefault();
    event.stopPropagation();
    document.querySelector(links[key])?.click();
  };
  addEventListener("keydown", follow, true);
  return () => removeEventListener("keydown", follow, true);
}
