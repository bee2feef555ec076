// A finger that is dragged over a chart scrolls the page. Plotly takes every touch of a
// chart whose points can be chosen for the beginning of a drag. Without it a tap is a
// mouse to Plotly, which shows the label; that it would also be a click is kept from it,
// for whoever taps on a phone wants to read.

const AFTER = 500; // milliseconds within which a browser makes a mouse of a tap

/** Begins once. */
export function letFingersScroll() {
  if (globalThis.headlightFingers) return;
  globalThis.headlightFingers = true;
  let touched = -AFTER;
  const mine = event => event.target.closest?.(".nsewdrag");
  addEventListener("touchstart", event => {
    if (mine(event)) event.stopPropagation();
  }, { capture: true, passive: true });
  addEventListener("touchend", event => { touched = event.timeStamp; }, true);
  addEventListener("mousedown", event => {
    if (mine(event) && event.timeStamp - touched < AFTER) event.stopPropagation();
  }, true);
}
