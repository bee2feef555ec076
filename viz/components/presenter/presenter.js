// Page Down and Page Up press the links or buttons they were given, wherever the focus
// is: a remote knows nothing of it. Only what is typed into keeps its keys.
const TYPED = "input:not([type=range]), textarea, [contenteditable=true]";

export default function presenter({ data: [links] }) {
  const selectors = Object.values(links).flat().join();
  const press = event => {
    const { key, altKey, ctrlKey, metaKey, shiftKey } = event;
    if (!links[key] || altKey || ctrlKey || metaKey || shiftKey) return;
    if (event.composedPath()[0].matches?.(TYPED)) return;
    event.preventDefault();
    event.stopPropagation();
    links[key].map(one => document.querySelector(one)).find(Boolean)?.click();
  };
  const follow = event => {
    const link = event.target.closest?.(selectors);
    if (link?.href && samePage(link) && isPlain(event)) goTo(link.href, event);
  };
  addEventListener("keydown", press, true);
  addEventListener("click", follow, true);
  return () => {
    removeEventListener("keydown", press, true);
    removeEventListener("click", follow, true);
  };
}

const samePage = link => new URL(link.href).pathname === location.pathname;
const isPlain = ({ button, ctrlKey, metaKey, shiftKey }) =>
  button === 0 && !ctrlKey && !metaKey && !shiftKey;

/** Another state of the same page, as Back brings one: a page link leaves the controls
    that are drawn as they are. */
function goTo(href, event) {
  event.preventDefault();
  event.stopImmediatePropagation();
  history.pushState({}, "", href);
  dispatchEvent(new PopStateEvent("popstate", { state: {} }));
}
