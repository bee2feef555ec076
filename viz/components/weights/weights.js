// The weights of one row: a bar a word, dragged; whatever is done, they add up to 1.
import { alone, make } from "../common/nodes.js";
import { fixed } from "../common/numbers.js";
import { speak, text } from "../common/texts.js";

/** The row with `share` at `at`: the others keep their proportions in what is left. */
function shared(weights, at, share) {
  const part = Math.max(0, Math.min(1, share)), rest = 1 - weights[at];
  const even = (1 - part) / (weights.length - 1);
  return weights.map((weight, other) => other === at ? part
    : rest > 1e-9 ? weight / rest * (1 - part) : even);
}

const STEPS = { ArrowLeft: -.05, ArrowDown: -.05, ArrowRight: .05, ArrowUp: .05,
  PageDown: -.2, PageUp: .2, Home: -1, End: 1 };
const REST = 400;  // milliseconds: a key may be pressed again

const rows = new WeakMap();

export default function weights({ data: [data], parentElement, setTriggerValue }) {
  speak(data.spoken);
  const root = parentElement.querySelector(".weights");
  root.setAttribute("aria-label", data.label);
  const row = rows.get(root) ?? { root, now: [], held: null, timer: 0, drawn: "" };
  rows.set(root, row);
  row.tell = () => {
    clearTimeout(row.timer);
    setTriggerValue("weights", row.now);
  };
  const wanted = JSON.stringify(data);
  if (row.held !== null || row.drawn === wanted) return;
  const focused = root.getRootNode().activeElement?.dataset?.at;
  clearTimeout(row.timer);
  Object.assign(row, { now: [...data.weights], drawn: wanted });
  root.replaceChildren(...data.names.flatMap((name, at) =>
    [word(row, name, at), bar(row, data, at)]));
  paint(row);
  if (focused !== undefined) {
    root.querySelector(`[data-at="${CSS.escape(focused)}"]`)?.focus();
  }
}

/** A word: pressed, it has the whole light. */
const word = (row, name, at) => make("button", { type: "button", text: name,
  title: text("weights.only", { word: name }), "data-at": `word ${at}`, "aria-label": text("weights.look", { word: name }),
  onclick: () => { set(row, at, 1); row.tell(); } });

/** Its bar, dragged or moved with the arrow keys. */
function bar(row, { names, own }, at) {
  const track = make("span", {}, make("i"), make("s", { style: `left:${own[at] * 100}%`,
    title: text("weights.own", { weight: fixed(own[at]) }) }));
  const node = make("div", { class: "bar", tabindex: 0, "data-at": `bar ${at}`,
    role: "slider", "aria-label": text("weights.bar", { word: names[at] }), "aria-valuemin": "0",
    "aria-valuemax": "1" }, track, make("em"));
  const pull = event => {
    const box = track.getBoundingClientRect();
    set(row, at, (event.clientX - box.left) / box.width);
  };
  node.onpointerdown = event => {
    row.held = at;
    node.setPointerCapture(event.pointerId);
    pull(event);
  };
  node.onpointermove = event => { if (row.held === at) pull(event); };
  node.onpointerup = node.onpointercancel = () => {
    if (row.held !== at) return;
    row.held = null;
    row.tell();
  };
  node.onkeydown = event => {
    const step = STEPS[event.key];
    event.stopPropagation();  // letters are shortcuts of the app
    if (!step || !alone(event)) return;
    event.preventDefault();
    set(row, at, row.now[at] + step);
    clearTimeout(row.timer);
    row.timer = setTimeout(row.tell, REST);
  };
  return node;
}

function set(row, at, share) {
  row.now = shared(row.now, at, share);
  paint(row);
}

function paint({ root, now }) {
  root.querySelectorAll(".bar").forEach((node, at) => {
    node.querySelector("i").style.width = `${now[at] * 100}%`;
    node.querySelector("em").textContent = fixed(now[at]);
    node.setAttribute("aria-valuenow", now[at].toFixed(3));
  });
}
