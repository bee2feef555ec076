// The hand on the matrix: how it is used, what is guessed before it strikes.
import { make } from "../../common/nodes.js";
import { text } from "../../common/texts.js";
import { segments, SIDEWAYS } from "../core/widgets.js";

const GUESSES = ["", "better", "same", "worse"];

/** The button that puts the hand on the matrix, and what to know and choose before. */
export function buildHand(mount) {
  const guess = segments(text("hand.guess"),
    GUESSES.map(value => ({ value, text: text(`hand.${value || "none"}`) })), () => mount.hand.guess,
    value => { mount.dispatch("moveHand", { guess: value }); guess.update(); }, SIDEWAYS);
  const add = make("button", { type: "button", class: "opens", text: text("hand.add"),
    "aria-pressed": String(mount.hand.add), "data-stay": "forbid-add" });
  add.onclick = () => {
    mount.dispatch("moveHand", { add: !mount.hand.add });
    add.setAttribute("aria-pressed", String(mount.hand.add));
  };
  guess.update();
  const how = make("div", { class: "hand", hidden: !mount.forbidding },
    make("p", { class: "note", text: text("hand.how") }), guess.node, add);
  const button = make("button", { type: "button", class: "opens", text: text("hand.forbid"),
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
