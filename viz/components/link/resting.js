// A page whose seat was given to somebody else stays as it is, and says so in one line.
// The server tells it by a title, and by another when it has a seat again. A click, a key
// or coming back to the tab asks for one; nothing asks by itself.
import { text } from "../common/texts.js";

const SOON = 150; // milliseconds

const here = (globalThis.headlightSeat ??= begin());

/** By `titles` a page knows that it `rests`, or is `back`; `ask` asks for a seat. */
export function keepSeat(titles, ask) {
  Object.assign(here, titles, { ask });
}

function begin() {
  const seat = { title: document.title, asked: false, due: 0, line: null };
  addEventListener("message", ({ source, data }) => {
    if (source === window && data?.type === "SET_PAGE_TITLE") called(seat, data.title);
  });
  const wake = () => {
    if (!seat.line || seat.asked) return;
    seat.asked = true;
    seat.line.textContent = text("link.waking");
    // what was pressed may ask by itself: two that ask at once would be taken for one
    seat.due = setTimeout(() => seat.ask(), SOON);
  };
  for (const hand of ["pointerdown", "keydown"]) addEventListener(hand, wake, true);
  document.addEventListener("visibilitychange", () => { if (!document.hidden) wake(); });
  return seat;
}

/** Streamlit tells a page, which may stand in a frame, how it is called. */
function called(seat, title) {
  const { asked, rests, back } = seat;
  clearTimeout(seat.due);
  seat.asked = false;
  if (title === rests) {
    seat.line ??= document.body.appendChild(
      Object.assign(document.createElement("p"), { className: "resting-line", role: "status" }));
    seat.line.textContent = text(asked ? "link.full" : "link.resting");
    setTimeout(() => { document.title = text("link.rests"); });
  } else {
    seat.line?.remove();
    seat.line = null;
    if (title === back) document.title = seat.title;
    else seat.title = title;
  }
}
