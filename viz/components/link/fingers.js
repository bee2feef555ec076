// A finger that is dragged over a chart scrolls the page. Plotly takes every touch of a
// chart whose points can be chosen for the beginning of a drag; without it a tap is still
// a click, which the browser makes of it.

/** Begins once. */
export function letFingersScroll() {
  if (globalThis.headlightFingers) return;
  globalThis.headlightFingers = true;
  addEventListener("touchstart", event => {
    if (event.target.closest?.(".nsewdrag")) event.stopPropagation();
  }, { capture: true, passive: true });
}
