// The card of a term: two lines that open at its first use by pointer, tap or focus, and
// close with Escape. The browser's own tip would only come to a pointer that waits.
const TERM = 'a[href^="#term-"]';

export function openTerms() {
  if (globalThis.headlightTerms) return;
  globalThis.headlightTerms = true;
  for (const kind of ["pointerover", "focusin"]) addEventListener(kind, show, true);
  for (const kind of ["pointerout", "focusout"]) addEventListener(kind, again, true);
  addEventListener("click", stay, true);
  addEventListener("keydown", close, true);
}

const term = event => event.target.closest?.(TERM);

/** The tip becomes a card that keeps inside the window. */
function show(event) {
  const link = term(event);
  if (!link) return;
  if (link.title) {
    link.dataset.says = link.title;
    link.setAttribute("aria-description", link.title);
    link.removeAttribute("title");
  }
  const room = innerWidth - 16 - Math.min(340, innerWidth - 32);
  link.style.setProperty("--shift", `${Math.min(0, room - link.getBoundingClientRect().left)}px`);
}

function again(event) {
  delete term(event)?.dataset.shut;
}

/** A term leads nowhere: a tap opens its card. */
function stay(event) {
  const link = term(event);
  if (!link) return;
  event.preventDefault();
  event.stopPropagation();
  link.focus();
}

function close(event) {
  if (event.key !== "Escape") return;
  for (const link of document.querySelectorAll(`${TERM}:is(:hover, :focus)`)) {
    link.dataset.shut = "";
  }
}
