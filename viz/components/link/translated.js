// A page that the browser translates goes on working, and what is data stays as it is.
//
// A browser that translates puts a <font> in the place of every text node. React holds on
// to those nodes: it would remove or change what is no longer on the page, and stop with
// an error. So it is remembered which <font> stands for which text, and both answer for
// each other: what React takes away is taken away, and a new text comes back in its own
// node, for the browser to translate again.

import { onceAFrame } from "../common/nodes.js";

/** Formulas, drawings, code, sentences and their words: nothing that should be translated. */
const DATA = [".katex", "code", "pre", "svg", ".js-plotly-plot", ".grid", ".echo", ".written",
  '[data-testid="stMain"] [lang]', '[class*="st-key-said-"]', '[class*="st-key-try-"] button',
  '.st-key-beginnings button', '[class*="st-key-given-"] [data-testid="stText"]'].join();
const SOURCE = ".st-key-sentence input", TARGET = '[class*="st-key-said-"], .st-key-own input';

let tongues = ["en", "fr"];

/** Begins once; `spoken` are the languages of the model, source and target. */
export function keepTranslated(spoken) {
  tongues = spoken;
  if (!globalThis.headlightTranslated) {
    globalThis.headlightTranslated = true;
    standIn();
    new MutationObserver(onceAFrame(mark))
      .observe(document.body, { subtree: true, childList: true });
  }
  mark();
}

function mark() {
  for (const node of document.querySelectorAll(`:is(${DATA}):not([translate])`)) {
    node.setAttribute("translate", "no");
  }
  [SOURCE, TARGET].forEach((sides, i) => {
    for (const node of document.querySelectorAll(`:is(${sides}):not([lang="${tongues[i]}"])`)) {
      node.lang = tongues[i];
    }
  });
}

/** What was translated before this began: React knows its texts, in their order. */
function* before() {
  const parents = new Set([...document.querySelectorAll("font")].map(font => font.parentNode));
  for (const parent of parents) {
    const fiber = parent[Object.keys(parent).find(name => name.startsWith("__reactFiber$"))];
    const fonts = [...parent.childNodes].filter(node => node.nodeName === "FONT");
    for (const text of textsOf(fiber?.child)) {
      if (!text.parentNode && fonts.length) yield [text, fonts.shift()];
    }
  }
}

const HOST = 5, TEXT = 6;   // React's tags of an element and of a text

function* textsOf(fiber) {
  for (let one = fiber; one; one = one.sibling) {
    if (one.tag === TEXT) yield one.stateNode;
    else if (one.tag !== HOST) yield* textsOf(one.child);
  }
}

/** Lets a <font> answer for the text in whose place a browser has put it. */
function standIn() {
  const fonts = new WeakMap(), taken = new WeakSet();
  const free = node => node?.nodeName === "FONT" && !taken.has(node);
  new MutationObserver(records => {
    for (const { removedNodes, addedNodes, previousSibling, nextSibling } of records) {
      for (const text of removedNodes) {
        if (text.nodeType !== Node.TEXT_NODE || text.parentNode) continue;
        const font = [...addedNodes, previousSibling, nextSibling].find(free);
        if (!font) continue;
        fonts.set(text, font);
        taken.add(font);
      }
    }
  }).observe(document, { subtree: true, childList: true });
  for (const [text, font] of before()) {
    if (font.closest(DATA)) {
      font.replaceWith(text);
    } else {
      fonts.set(text, font);
      taken.add(font);
    }
  }

  const { removeChild, insertBefore, appendChild } = Node.prototype;
  const here = (parent, node) => {
    const font = node?.parentNode === parent ? null : fonts.get(node);
    return font?.parentNode === parent ? font : node;
  };
  /** A text that React puts somewhere else comes back itself. */
  const back = node => { if (gone(node)) fonts.get(node)?.remove(); };
  const gone = node => node?.nodeType === Node.TEXT_NODE && !node.parentNode;
  Node.prototype.removeChild = function (node) {
    const found = here(this, node);
    if (found !== node || !gone(node)) removeChild.call(this, found);
    return node;
  };
  Node.prototype.insertBefore = function (node, before) {
    back(node);
    const found = here(this, before);
    return insertBefore.call(this, node, gone(found) ? null : found);
  };
  Node.prototype.appendChild = function (node) {
    back(node);
    return appendChild.call(this, node);
  };
  const value = Object.getOwnPropertyDescriptor(Node.prototype, "nodeValue");
  Object.defineProperty(Node.prototype, "nodeValue", { ...value, set(text) {
    value.set.call(this, text);
    const font = fonts.get(this);
    if (font?.isConnected && gone(this)) font.replaceWith(this);
  } });
}
