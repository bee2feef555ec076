// Links that a tab of their own can open. Streamlit's are written relative to the page,
// one to the first page has no page at all, and a click on any of them opens it in place,
// whatever keys are held down.
import { onceAFrame } from "../common/nodes.js";

const OURS = '[data-testid="stPageLink-NavLink"]';
const MENU = ["stTopNavLink", "stTopNavDropdownLink", "stSidebarNavLink"]
  .map(name => `[data-testid="${name}"]`).join();
const shared = globalThis.headlightTabs ??= begin();

function begin() {
  addEventListener("click", leave, true);
  new MutationObserver(onceAFrame(write)).observe(document.body,
    { subtree: true, childList: true, attributes: true, attributeFilter: ["href"] });
  return { root: "", menu: {} };
}

/** Says where the app begins, and what the links of the menus add to their addresses. */
export function tellLinks(page, menu) {
  // said once, of the page that was opened: later the address may be a click ahead
  shared.root ||= `${location.pathname.replace(page ? /\/[^/]*\/*$/ : /\/*$/, "")}/`;
  shared.menu = menu;
  write();
}

/** With a key held down the browser opens a tab or a window, as it does everywhere. */
function leave(event) {
  const link = event.composedPath().find(node => node.href);
  const held = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
  if (link && held) event.stopImmediatePropagation();
}

function write() {
  const { root, menu } = shared;
  if (!root) return;
  for (const link of document.querySelectorAll(OURS)) {
    const href = link.getAttribute("href");
    if (!/^(\/|#|\w+:)/.test(href)) link.setAttribute("href", root + href);
  }
  for (const link of document.querySelectorAll(MENU)) {
    const { pathname, search } = new URL(link.href), name = pathname.slice(root.length);
    const said = menu[name] ? `?${menu[name]}` : "";
    if (name in menu && search !== said) link.setAttribute("href", root + name + said);
  }
}
