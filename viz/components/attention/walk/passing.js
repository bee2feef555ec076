// One step passes into the next: row × column, the cell, the row, then all of it.
const PACE = 150, STILL = "(prefers-reduced-motion: reduce)";

/**
 * `start` covers new boards with what was there before and opens them in four steps, once
 * the figure is in view; without motion they stand there at once.
 * @param {import("../mount.js").Mount} mount
 */
export function passingOf({ root }, host) {
  let timer = 0, covers = [], watch = null;
  const stop = () => {
    clearTimeout(timer);
    watch?.disconnect();
    covers.forEach(({ node }) => node.remove());
    covers = [];
    delete root.dataset.phase;
  };
  const step = phase => {
    if (phase > 3 || !host.isConnected) { stop(); return; }
    root.dataset.phase = phase;
    covers.forEach(cover => open(cover, phase));
    timer = setTimeout(() => step(phase + 1), PACE);
  };
  return {
    stop,
    start(boards, before) {
      if (matchMedia(STILL).matches) return;
      covers = boards.map((board, at) => coverOf(board, before[at]));
      root.dataset.phase = 0;
      watch = new IntersectionObserver(([{ isIntersecting }]) => {
        if (!isIntersecting) return;
        watch.disconnect();
        step(0);
      }, { threshold: 0.2 });
      watch.observe(host);
    },
  };
}

/** What hides a board: the matrix that stood in its place, or the page. */
function coverOf(board, before) {
  const same = before && before.rows === board.rows && before.columns === board.columns;
  const node = same ? before.field : document.createElement("div");
  node.classList.add("cover");
  Object.assign(node.style, { left: board.field.style.left, top: board.field.style.top,
    width: board.field.style.width, height: board.field.style.height });
  board.field.after(node);
  return { node, board };
}

/** The hole through which the new matrix is seen: nothing, a cell, a row, all of it. */
function open({ node, board }, phase) {
  const { wide, height, rows, marked: { here, top, from, cell } } = board;
  if (phase === 3) { node.remove(); return; }
  const [x, w] = phase === 2 ? [0, wide] : phase === 1 && here ? [from, cell] : [0, 0];
  node.style.clipPath = `path(evenodd, "M0,0H${wide}V${height * rows}H0Z`
    + `M${x},${top}h${w}v${w ? height : 0}h${-w}z")`;
}
