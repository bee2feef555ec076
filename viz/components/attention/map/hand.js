// The hand on the matrix: how it is used, what is guessed before it strikes.
import { make } from "../../common/nodes.js";
import { segments, SIDEWAYS } from "../core/widgets.js";

const HOW = "Click or drag over cells; the word in front of a row or above a column "
  + "takes all of it. By keyboard: Enter on a cell, Shift and Enter for its row. "
  + "A cell that you forbade is allowed again. A stroke takes the place of what runs, "
  + "unless you add it to what runs.";
const GUESSES = [["", "no guess"], ["better", "better"], ["same", "the same"],
  ["worse", "worse"]];

/** The button that puts the hand on the matrix, and what to know and choose before. */
export function buildHand(mount) {
  const guess = segments("the old translation becomes",
    GUESSES.map(([value, text]) => ({ value, text })), () => mount.hand.guess,
    value => { mount.dispatch("moveHand", { guess: value }); guess.update(); }, SIDEWAYS);
  const add = make("button", { type: "button", class: "opens", text: "Add to what runs",
    "aria-pressed": String(mount.hand.add), "data-stay": "forbid-add" });
  add.onclick = () => {
    mount.dispatch("moveHand", { add: !mount.hand.add });
    add.setAttribute("aria-pressed", String(mount.hand.add));
  };
  guess.update();
  const how = make("div", { class: "hand", hidden: !mount.forbidding },
    make("p", { class: "note", text: HOW }), guess.node, add);
  const button = make("button", { type: "button", class: "opens", text: "Forbid cells",
    "aria-pressed": String(mount.forbidding), "data-stay": "forbid" });
  const turn = () => {
    how.hidden = !mount.forbidding;
    button.setAttribute("aria-pressed", mount.forbidding);
    mount.root.classList.toggle("forbidding", mount.forbidding);
  };
  button.onclick = () => { mount.dispatch("takeHand"); turn(); };
  turn();
  return { button, how };
}
