// A run that another one cuts short may leave a page to which Streamlit can add nothing
// more. The whole view is in the address: it is opened again.
const LOST = "delta path"; // in its error for an element whose container never came
const CALM = 2000; // milliseconds after opening; a page that fails at once is left alone

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
