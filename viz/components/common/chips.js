// Chips in a row that can be dragged into another order, or moved with the arrow keys.

export const chipsOf = root => [...root.children];

/** Which chip stands where, by the number that each was drawn with. */
export const orderOf = root => chipsOf(root).map(chip => Number(chip.dataset.word));

/** Whoever takes a chip in hand sees all of them where they stand. */
export function still(root) {
  for (const moving of root.getAnimations({ subtree: true })) moving.cancel();
}

/** Puts a chip to a place, or to an end beyond it; answers whether that is another one. */
function put(root, chip, to, moved) {
  const chips = chipsOf(root), others = chips.filter(each => each !== chip);
  const place = Math.max(0, Math.min(others.length, to));
  if (chips[place] === chip) return false;
  still(root);
  // the chip itself stays in the page: taking it out would end the drag and the focus
  chip.before(...others.slice(0, place));
  root.append(...others.slice(place));
  moved();
  return true;
}

/** From here on chips move; `moved` follows each move, `rest` the last one of a hand. */
export function moving(root, moved, rest) {
  byKey(root, moved, rest);
  byHand(root, moved, rest);
}

function byKey(root, moved, rest) {
  root.onkeydown = event => {
    const chip = event.target.closest("button");
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!chip) return;
    event.stopPropagation();  // letters are shortcuts of the app
    if (!step) return;
    event.preventDefault();
    if (put(root, chip, chipsOf(root).indexOf(chip) + step, moved)) rest();
  };
}

function byHand(root, moved, rest) {
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
    if (over >= 0 && chips[over] !== held) put(root, held, over, moved);
  };
  root.onpointerup = root.onpointercancel = () => {
    if (!held) return;
    held.classList.remove("held");
    held = null;
    if (orderOf(root).join() !== began) rest();
  };
}
