// Page Down and Page Up press the links or buttons they were given, wherever the focus
// is: a remote knows nothing of it. Only what is typed into keeps its keys.
const TYPED = "input:not([type=range]), textarea, [contenteditable=true]";
const BETWEEN = 3000;   // milliseconds from one page to the next, in which a key still counts
const shared = globalThis.headlightPresenter ??= begin();

export default function presenter({ data: [{ keys, follows }] }) {
  const one = { keys, selectors: [...Object.values(keys).flat(), ...follows].join() };
  shared.unshift(one);
  return () => setTimeout(() => shared.splice(shared.indexOf(one), 1), BETWEEN);
}

/** What is listened for, the newest first; begun once, so that no page change interrupts. */
function begin() {
  addEventListener("keydown", press, true);
  addEventListener("click", follow, true);
  return [];
}

function press(event) {
  const { key, altKey, ctrlKey, metaKey, shiftKey } = event;
  const links = shared.find(one => one.keys[key])?.keys[key];
  if (!links || altKey || ctrlKey || metaKey || shiftKey) return;
  if (event.composedPath()[0].matches?.(TYPED)) return;
  event.preventDefault();
  event.stopPropagation();
  links.map(one => document.querySelector(one)).find(Boolean)?.click();
}

function follow(event) {
  const link = shared.map(({ selectors }) => selectors && event.target.closest?.(selectors))
    .find(Boolean);
  if (!link?.href || !isPlain(event)) return;
  document.querySelector("[data-testid=stMain]")?.scrollTo(0, 0);   // as a page begins
  if (samePage(link)) goTo(link.href, event);
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
