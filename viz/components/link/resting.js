// A page whose seat was given to somebody else stays as it is, and says so in one line.
// The server tells it by a title. A click, a key or coming back to the tab asks for a seat
// again; nothing asks by itself.
import { text } from "../common/texts.js";

const RUNS = "SCRIPT_RUN_STATE_CHANGED", WAITS = "rerunRequested";
const SOON = 150; // milliseconds

const here = (globalThis.headlightSeat ??= begin());

/** `title` is the one by which a page knows; `ask` asks the server for a seat. */
export function keepSeat(title, ask) {
  Object.assign(here, { rests: title, ask });
}

function begin() {
  const seat = { rests: "", ask() {}, title: document.title, asked: false, due: 0, line: null };
  addEventListener("message", ({ source, data }) => {
    if (source !== window) return;
    if (data?.type === "SET_PAGE_TITLE") called(seat, data.title);
    if (data?.type === RUNS && seat.asked) runs(seat, data.scriptRunState);
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

/** Streamlit tells a page that may stand in a frame how it is called. */
function called(seat, title) {
  if (title !== seat.rests) { seat.title = title; return; }
  seat.line ??= document.body.appendChild(
    Object.assign(document.createElement("p"), { className: "resting-line", role: "status" }));
  seat.line.textContent = text(seat.asked ? "link.full" : "link.resting");
  seat.asked = false;
}

/** The page has asked, or is running again. */
function runs(seat, state) {
  clearTimeout(seat.due);
  if (state === WAITS) return;
  seat.line.remove();
  Object.assign(seat, { line: null, asked: false });
  document.title = seat.title;
}
