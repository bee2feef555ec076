// What a hand drags along numbered places: it follows at once, and is reported at rest.

const REST = 250;   // milliseconds: a hand may go on
const STEPS = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -10,
  PageUp: 10, Home: -Infinity, End: Infinity };

const mounts = new WeakMap();

/** What is kept of a drawing through reruns; in another width it is drawn again. */
export function keptOf(root, draw) {
  if (mounts.has(root)) return mounts.get(root);
  const mount = { root, at: null, held: null, timer: 0, reported: [] };
  mount.watch = new ResizeObserver(() => {
    if (root.clientWidth !== mount.width) draw(mount);
  });
  mount.watch.observe(root);
  mounts.set(root, mount);
  return mount;
}

/** Does a server's value count? Not where it is an echo, or the reader has gone on. */
export function counts(mount, value) {
  const echo = mount.reported.indexOf(JSON.stringify(value));
  mount.reported.splice(0, echo + 1);
  if (echo < 0) mount.reported.length = 0;
  return mount.at === null || !(mount.held || mount.timer || echo >= 0);
}

/** Tells the server where the hand rests: `mount.value()`. */
function report(mount) {
  clearTimeout(mount.timer);
  mount.timer = 0;
  const value = mount.value();
  mount.reported.push(JSON.stringify(value));
  mount.tell(value);
}

/**
 * A `hand` with the focus and the arrow keys, dragged wherever in `area`. `under` says
 * which place the pointer is over, `at` where the hand is; `move` goes to another one.
 */
export function drag(mount, { name, area, hand, last, under, at, move }) {
  const go = to => {
    const next = Math.max(0, Math.min(last, to));
    if (next === at()) return;
    move(next);
    clearTimeout(mount.timer);
    mount.timer = setTimeout(() => report(mount), REST);
  };
  const free = () => {
    mount.held = null;
    area.classList.remove("held");
    if (mount.timer) report(mount);
  };
  area.onpointerdown = event => {
    if (event.button) return;
    mount.held = name;
    area.classList.add("held");
    area.setPointerCapture(event.pointerId);
    hand.focus({ preventScroll: true });
    // a finger beside the hand may be about to scroll the page: it moves it when it ends
    if (area !== hand && event.pointerType === "mouse") go(under(event));
  };
  area.onpointermove = event => { if (mount.held === name) go(under(event)); };
  area.onpointerup = event => {
    if (mount.held !== name) return;
    if (area !== hand) go(under(event));
    free();
  };
  area.onpointercancel = free;
  hand.onkeydown = event => {
    event.stopPropagation();  // letters are shortcuts of the app
    if (!(event.key in STEPS)) return;
    event.preventDefault();
    go(at() + STEPS[event.key]);
  };
}
