// Words that can be dragged into another order, or moved with the arrow keys.
import { chipsOf, moving, orderOf } from "../common/chips.js";
import { make } from "../common/nodes.js";
import { speak, text } from "../common/texts.js";

const corner = chip => [chip.offsetLeft, chip.offsetTop];

export default function words({ data: [data], parentElement, setStateValue }) {
  speak(data.spoken);
  const root = parentElement.querySelector(".words");
  const status = parentElement.querySelector(".said");
  root.setAttribute("aria-label", data.label);
  const wanted = JSON.stringify([data.words, data.order]);
  if (root.dataset.drawn !== wanted) draw(root, data, wanted);
  if (data.played !== null && root.dataset.played !== String(data.played)) {
    root.dataset.played = data.played;
    play(root);
  }
  moving(root, () => name(root), () => {
    const order = orderOf(root);
    root.dataset.drawn = JSON.stringify([data.words, order]);
    status.textContent = order.map(word => data.words[word]).join(" ");
    setStateValue("order", order);
  });
}

function draw(root, data, wanted) {
  const focused = root.getRootNode().activeElement?.dataset?.word;
  root.replaceChildren(...data.order.map(word => make("button",
    { type: "button", text: data.words[word], "data-word": word })));
  root.dataset.drawn = wanted;
  name(root);
  chipsOf(root).find(chip => chip.dataset.word === focused)?.focus();
}

/** The words go from the places where they are written to those where they stand. */
function play(root) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const standing = chipsOf(root), here = standing.map(corner);
  root.append(...standing.toSorted((a, b) => a.dataset.word - b.dataset.word));
  const written = standing.map(corner);
  root.append(...standing);
  standing.forEach((chip, at) => chip.animate(
    [{ translate: written[at].map((from, axis) => `${from - here[at][axis]}px`).join(" ") }, {}],
    { delay: 2400, duration: 600, easing: "ease-in-out", fill: "backwards" },
  ));
}

/** Every word says its place. */
function name(root) {
  chipsOf(root).forEach((chip, at, all) => {
    chip.setAttribute("aria-label", text("words.place",
      { word: chip.textContent, n: at + 1, all: all.length }));
  });
}
