// Nodes of the page, made and moved along; text is text, never markup.

const DRAWING = new Set(["svg", "g", "path", "circle", "rect", "line", "polygon", "text",
  "tspan", "image", "clipPath", "defs", "pattern", "linearGradient", "stop", "style", "title"]);

/** A node; `text` and plain children are text, never markup; `on…` is a handler. */
export function make(tag, attributes = {}, ...children) {
  const node = DRAWING.has(tag)
    ? document.createElementNS("http://www.w3.org/2000/svg", tag)
    : document.createElement(tag);
  put(node, attributes);
  // a browser that translates would break drawings, and the words that a model read
  const word = attributes.class?.startsWith?.("word");
  if (tag === "svg" || word || attributes.lang) node.setAttribute("translate", "no");
  node.append(...children);
  return node;
}

/** Attributes of a node; one that is undefined, null or false is taken away, but
 * for a handler and a text. */
export function put(node, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) node.removeAttribute(name);
    else if (name === "text") node.textContent = value;
    else if (name.startsWith("on")) node[name] = value;
    else node.setAttribute(name, value === true ? "" : value);
  }
}

/** Pieces of a sentence with their roles, as spans. */
export const write = (node, parts) => node.replaceChildren(...parts.map(part =>
  part.role ? make("b", { class: `word ${part.role}`, text: part.text }) : part.text));

export const px = value => `${Math.round(value * 100) / 100}px`;

/** Is a key pressed alone, and not for a shortcut of the browser? */
export const alone = ({ ctrlKey, metaKey, altKey }) => !(ctrlKey || metaKey || altKey);

/** A key that is answered here: neither the browser nor a shortcut of the app hears it. */
export function take(event) {
  event.preventDefault();
  event.stopPropagation();
}

/** One tab stop for a group: the arrow keys move along it. */
export function steps(event, at, count, columns = 0) {
  const last = count - 1, line = columns || 1;
  const moves = {
    ArrowLeft: at - 1, ArrowRight: at + 1,
    ArrowUp: columns ? at - line : at - 1, ArrowDown: columns ? at + line : at + 1,
    Home: columns ? at - at % line : 0,
    End: columns ? at - at % line + line - 1 : last,
  };
  if (!(event.key in moves) || !alone(event)) return -1;
  take(event);
  const next = moves[event.key];
  const sideways = columns && /Left|Right/.test(event.key);
  if (sideways && Math.floor(next / line) !== Math.floor(at / line)) return at;
  return next < 0 || next > last ? at : next;
}

/** The same, however often it is called, once before the next frame is drawn. */
export function onceAFrame(run) {
  let due = 0;
  return () => { due ||= requestAnimationFrame(() => { due = 0; run(); }); };
}
