// The weights of one row: a bar a word, dragged; whatever is done, they add up to 1.
import { make } from "../common/nodes.js";

/** The row with `share` at `at`: the others keep their proportions in what is left. */
export function shared(weights, at, share) {
  const part = Math.max(0, Math.min(1, share)), rest = 1 - weights[at];
  const even = (1 - part) / (weights.length - 1);
  return weights.map((weight, other) => other === at ? part
    : rest > 1e-9 ? weight / rest * (1 - part) : even);
}

const STEPS = { ArrowLeft: -.05, ArrowDown: -.05, ArrowRight: .05, ArrowUp: .05,
  PageDown: -.2, PageUp: .2, Home: -1, End: 1 };
const REST = 400;  // milliseconds: a key may be pressed again

export default function weights({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".weights");
  root.setAttribute("aria-label", data.label);
  root.row ??= { now: [], held: null, timer: 0 };
  const mine = root.row;
  const wanted = JSON.stringify(data);
  if (mine.held === null && root.dataset.drawn !== wanted) draw();

  function draw() {
    const focused = root.getRootNode().activeElement?.dataset?.at;
    clearTimeout(mine.timer);
    mine.now = [...data.weights];
    root.replaceChildren(...data.names.flatMap((name, at) => [word(name, at), bar(at)]));
    root.dataset.drawn = wanted;
    paint();
    if (focused !== undefined) {
      root.querySelector(`[data-at="${CSS.escape(focused)}"]`)?.focus();
    }
  }

  function word(name, at) {
    return make("button", { type: "button", text: name, title: `only ${name}`,
      "data-at": `word ${at}`, "aria-label": `look only at ${name}`,
      onclick: () => { set(at, 1); report(); } });
  }

  function bar(at) {
    const track = make("span", {}, make("i"), make("s", {
      style: `left:${data.own[at] * 100}%`,
      title: `its own weight: ${data.own[at].toFixed(3)}` }));
    const node = make("div", { class: "bar", tabindex: 0, "data-at": `bar ${at}`,
      role: "slider", "aria-label": `weight of ${data.names[at]}`,
      "aria-valuemin": "0", "aria-valuemax": "1" }, track, make("em"));
    const pull = event => {
      const box = track.getBoundingClientRect();
      set(at, (event.clientX - box.left) / box.width);
    };
    node.onpointerdown = event => {
      mine.held = at;
      node.setPointerCapture(event.pointerId);
      pull(event);
    };
    node.onpointermove = event => { if (mine.held === at) pull(event); };
    node.onpointerup = node.onpointercancel = () => {
      if (mine.held !== at) return;
      mine.held = null;
      report();
    };
    node.onkeydown = event => {
      const step = STEPS[event.key];
      event.stopPropagation();  // letters are shortcuts of the app
      if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      set(at, mine.now[at] + step);
      clearTimeout(mine.timer);
      mine.timer = setTimeout(report, REST);
    };
    return node;
  }

  function set(at, share) {
    mine.now = shared(mine.now, at, share);
    paint();
  }

  function paint() {
    [...root.querySelectorAll(".bar")].forEach((node, at) => {
      const said = mine.now[at].toFixed(3);
      node.querySelector("i").style.width = `${mine.now[at] * 100}%`;
      node.querySelector("em").textContent = said;
      node.setAttribute("aria-valuenow", said);
    });
  }

  function report() {
    clearTimeout(mine.timer);
    setTriggerValue("weights", mine.now);
  }
}
