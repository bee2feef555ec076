// A question of a class in the language of the tab that shows it.
import { text } from "../common/texts.js";

/** What can be asked at any moment, and its choices. */
export const ASKED = { letters: ["A", "B", "C", "D"], yesno: ["yes", "no"], number: [] };

/** One of those, as this tab asks it. */
export const atAnyMoment = kind => ({ about: kind, text: text(`class.asks.${kind}`),
  choices: ASKED[kind].map(choice => choice.length > 1 ? text(`class.choices.${choice}`) : choice) });

/** What the page asks now, and whether its answer is open: see `viz/pages/app/classes.py`. */
export function askedHere() {
  const said = document.querySelector("[data-asked]:not(html)")?.dataset.asked;
  return said && JSON.parse(said);
}

/** The words of a question that was told: this tab's own, where it knows the same question;
    null where it does not. */
export function ownWords({ about, choices }) {
  const own = Object.hasOwn(ASKED, about) ? atAnyMoment(about) : askedHere();
  return about && own?.about === about && own.choices.length === choices.length
    ? { text: own.text, choices: own.choices } : null;
}
