// A question as a follower answers it, and its answers once they are shown.
import { make } from "../common/nodes.js";
import { text, written } from "../common/texts.js";

const isShort = choice => choice.length < 6;
const isNumber = said => /^\s*[-+−]?(\d+([.,]\d*)?|[.,]\d+)\s*$/.test(said);
const LETTER = at => String.fromCharCode(65 + at);
/** The ringed letter before a choice; A to D need none, nor do yes and no. */
const letterOf = (choices, at) => choices[at] === LETTER(at) || choices.length < 3 && choices.every(isShort)
  ? [] : [make("i", { text: LETTER(at) })];
/** A number that was answered, as the server writes it: with six digits. */
const rounded = said => Number(Number(String(said).replace(",", ".")).toPrecision(6));

/** Big buttons, or a field for a number; `answer` tells what is chosen and says what became
    of it, as the name of a text. `before` is what was answered earlier. */
export function questionOf({ text: asked, choices }, answer, before) {
  let counted = before !== undefined;
  const said = make("p", { class: "said", role: "status", text: counted ? text("class.counted") : "" });
  const say = became => {
    const still = counted && !["class.counted", "class.cut"].includes(became);
    said.textContent = `${text(became)} ${still ? text("class.still") : ""}`;
  };
  const give = async (value, chosen = null) => {
    const became = await answer(value);
    say(became);
    if (became !== "class.counted") return;
    counted = true;
    buttons.forEach(one => one.setAttribute("aria-pressed", one === chosen));
  };
  const buttons = choices.map((choice, at) => {
    const button = make("button", { type: "button", "aria-pressed": String(at === before),
      onclick: () => give(at, button) }, ...letterOf(choices, at), choice);
    return button;
  });
  const field = make("input", { inputmode: "text", autocomplete: "off", value: before ?? "", "aria-label": text("class.number") });
  const form = make("form", {}, field, make("button", { type: "submit", text: text("class.send") }));
  form.onsubmit = event => {
    event.preventDefault();
    if (isNumber(field.value)) give(field.value.trim().replace("−", "-"));
    else say("class.no_number");
  };
  return [make("h2", { text: asked }),
    make("div", { class: choices.length && choices.every(isShort) ? "choices short" : "choices" }, ...choices.length ? buttons : [form]), said];
}

/** Bars with their counts, each as long as its share of all answers. The right answer has
    a frame and says so, and so does one's own. Of too few no counts are known. */
export function resultsOf({ text: asked, choices, counts, commonest, answered, right }, mine) {
  const few = !counts && !commonest, all = Math.max(1, answered);
  const bars = choices.length ? few && typeof right !== "number" ? []
    : choices.map((choice, at) => [choice, counts?.[at], at === right, at === mine, letterOf(choices, at)])
    : (commonest ?? []).map(([number, count]) => [written(number), count, number === right, rounded(mine) === Number(number), []]);
  const missed = typeof right === "string" && !bars.some(([, , good]) => good);
  return [make("h2", { text: asked }),
    make("p", { text: text("class.answers", { n: answered }) }),
    make("ul", {}, ...bars.map(([choice, count, good, own, letter]) => make("li", { class: good ? "right" : "" },
      make("span", {}, ...letter, choice, good ? ` ${text("class.right")}` : "", own ? ` ${text("class.yours")}` : ""),
      ...few ? [] : [make("u", { style: `width:${100 * count / all}%`, "aria-hidden": "true" }),
        make("em", { text: String(count) })]))),
    ...few ? [make("p", { text: text("class.few") })] : [],
    ...missed ? [make("p", { text: text("class.right_number", { number: written(right) }) })] : []];
}
