// The card of a term: its picture and two lines. It opens at the first use of the term by
// pointer, tap or focus, stays while the pointer is over it, and closes with Escape. The
// browser's own tip would only come to a pointer that waits.
import { make } from "../common/nodes.js";
import { pictureOf } from "../common/term_pictures.js";

const TERM = 'a[href^="#term-"]', CARD = "term-card", GAP = 6;

export function openTerms() {
  if (globalThis.headlightTerms) return;
  globalThis.headlightTerms = true;
  for (const kind of ["pointerover", "focusin"]) addEventListener(kind, show, true);
  for (const kind of ["pointerout", "focusout"]) addEventListener(kind, leave, true);
  addEventListener("click", stay, true);
  addEventListener("keydown", event => { if (event.key === "Escape") close(); }, true);
  for (const kind of ["scroll", "resize"]) addEventListener(kind, follow, true);
  for (const kind of ["popstate", "headlight:address"]) addEventListener(kind, close, true);
}

const term = event => event.target.closest?.(TERM);
const card = () => document.querySelector(`.${CARD}`);
const close = () => card()?.remove();

function show(event) {
  const link = term(event);
  if (!link || card()?.of === link) return;
  if (link.title) {
    link.dataset.says = link.title;
    link.setAttribute("aria-description", link.title);
    link.removeAttribute("title");
  }
  close();
  const picture = pictureOf(link.hash.slice("#term-".length));
  const opened = make("div", { class: CARD }, ...(picture ? [picture] : []),
    make("p", { text: link.dataset.says }));
  opened.of = link;
  document.body.append(opened);
  follow();
}

/** Below the word, inside the window; above it where there is no room below. */
function follow() {
  const opened = card(), word = opened && [...opened.of.getClientRects()].at(-1);
  if (!word) return close();
  const { width, height } = opened.getBoundingClientRect();
  const left = Math.max(16, Math.min(word.left, document.documentElement.clientWidth - 16 - width));
  const below = word.bottom + GAP;
  const top = below + height > innerHeight ? Math.max(GAP, word.top - GAP - height) : below;
  opened.style.left = `${left}px`;
  opened.style.top = `${top}px`;
}

/** The card goes with the pointer and the focus, unless the pointer goes over to it. */
function leave(event) {
  const opened = card(), to = event.relatedTarget;
  if (!opened || (term(event) ?? event.target.closest?.(`.${CARD}`)?.of) !== opened.of) return;
  const kept = to && (opened.contains(to) || opened.of.contains(to));
  if (!kept && document.activeElement !== opened.of) close();
  if (event.type === "focusout") close();
}

/** A term leads nowhere: a tap opens its card. */
function stay(event) {
  const link = term(event);
  if (!link) return;
  event.preventDefault();
  event.stopPropagation();
  link.focus();
  show(event);
}
