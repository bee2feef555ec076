// Streamlit's own words, which it says in English alone, in the language of the page.

import { onceAFrame } from "../common/nodes.js";

const NAMED = ["aria-label", "alt", "placeholder"];
const SAID = 'body > div a[href^="#"], [data-testid="InputInstructions"] *';

let words = {};

/** Begins where it is first needed; `said` are their words with ours: none in English. */
export function sayTheirs(said) {
  words = said;
  if (!Object.keys(words).length) return;
  if (!globalThis.headlightTheirs) {
    globalThis.headlightTheirs = true;
    new MutationObserver(onceAFrame(say)).observe(document.body, { subtree: true, childList: true });
  }
  say();
}

function say() {
  for (const [english, said] of Object.entries(words)) {
    for (const name of NAMED) {
      for (const node of document.querySelectorAll(`[${name}="${CSS.escape(english)}"]`)) {
        node.setAttribute(name, said);
      }
    }
  }
  for (const node of document.querySelectorAll(SAID)) {
    const said = words[node.textContent];
    if (said && !node.childElementCount) node.firstChild.nodeValue = said;
  }
}
