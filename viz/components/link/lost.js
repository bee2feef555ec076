// A run that another one cuts short may leave a page to which Streamlit can add nothing
// more. The whole view is in the address: it is opened again.
const LOST = "delta path"; // in its errors for an element that has no place any more
// Milliseconds after opening: a page that fails at once, or again, is left alone.
const [{ type } = {}] = performance.getEntriesByType("navigation");
const CALM = type === "reload" ? 20_000 : 2000;

/** Open the page again once it says that it has lost its place. */
export const mendLost = () => { globalThis.headlightLost ??= begin(); };

function begin() {
  const hear = message => {
    if (message?.includes(LOST) && performance.now() > CALM) location.reload();
  };
  addEventListener("error", event => hear(event.message));
  addEventListener("unhandledrejection", event => hear(event.reason?.message));
  return true;
}
