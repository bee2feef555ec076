// The line to the server, which may be cut while the reader goes on looking.
const STATE = "data-test-connection-state";   // how Streamlit's page says it
const appNode = () => document.querySelector(`[${STATE}]`);

/** Is the server there? A page without Streamlit has no line that could be cut. */
export const connected = () =>
  (appNode()?.getAttribute(STATE) ?? "CONNECTED") === "CONNECTED";

/** Calls `changed` when the line is cut or mended, until `disconnect` is called. */
export function watchLine(changed) {
  const watch = new MutationObserver(changed), node = appNode();
  if (node) watch.observe(node, { attributeFilter: [STATE] });
  return watch;
}
