// Words that can be dragged into another order, or moved with the arrow keys.
import { make } from "../common/nodes.js";
import { speak, text } from "../common/texts.js";

const corner = chip => [chip.offsetLeft, chip.offsetTop];

const chipsOf = root => [...root.children];
const orderOf = root => chipsOf(root).map(chip => Number(chip.dataset.word));

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
  const report = () => {
    const order = orderOf(root);
    root.dataset.drawn = JSON.stringify([data.words, order]);
    status.textContent = order.map(word => data.words[word]).join(" ");
    setStateValue("order", order);
  };
  moveByKey(root, report);
  moveByHand(root, report);
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

/** Whoever takes a word in hand sees all of them where they stand. */
function still(root) {
  for (const moving of root.getAnimations({ subtree: true })) moving.cancel();
}

/** Every word says its place. */
function name(root) {
  chipsOf(root).forEach((chip, at, all) => {
    chip.setAttribute("aria-label", text("words.place",
      { word: chip.textContent, n: at + 1, all: all.length }));
  });
}

/** Puts a word to a place, or to an end beyond it; answers whether that is another one. */
function put(root, chip, to) {
  const chips = chipsOf(root), others = chips.filter(each => each !== chip);
  const place = Math.max(0, Math.min(others.length, to));
  if (chips[place] === chip) return false;
  still(root);
  // the chip itself stays in the page: taking it out would end the drag and the focus
  chip.before(...others.slice(0, place));
  root.append(...others.slice(place));
  name(root);
  return true;
}

function moveByKey(root, report) {
  root.onkeydown = event => {
    const chip = event.target.closest("button");
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!chip) return;
    event.stopPropagation();  // letters are shortcuts of the app
    if (!step) return;
    event.preventDefault();
    if (put(root, chip, chipsOf(root).indexOf(chip) + step)) report();
  };
}

function moveByHand(root, report) {
  let held = null, began = "";
  root.onpointerdown = event => {
    held = event.target.closest("button");
    if (!held) return;
    still(root);
    began = orderOf(root).join();
    held.setPointerCapture(event.pointerId);
    held.classList.add("held");
  };
  root.onpointermove = event => {
    if (!held) return;
    const chips = chipsOf(root), over = chips.findIndex(chip => {
      const box = chip.getBoundingClientRect();
      return event.clientX >= box.left && event.clientX <= box.right
        && event.clientY >= box.top - 8 && event.clientY <= box.bottom + 8;
    });
    if (over >= 0 && chips[over] !== held) put(root, held, over);
  };
  root.onpointerup = root.onpointercancel = () => {
    if (!held) return;
    held.classList.remove("held");
    held = null;
    if (orderOf(root).join() !== began) report();
  };
}
