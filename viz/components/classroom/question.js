// A question as a follower answers it, and its answers once they are shown.
import { make } from "../common/nodes.js";
import { text } from "../common/texts.js";

const isShort = choice => choice.length < 6;
const isNumber = said => /^\s*[-+−]?(\d+([.,]\d*)?|[.,]\d+)\s*$/.test(said);
const LETTER = at => String.fromCharCode(65 + at);

/** Big buttons, or a field for a number; `answer` tells what is chosen and says what became
    of it, as the name of a text. `before` is what was answered earlier. */
export function questionOf({ text: asked, choices }, answer, before) {
  const said = make("p", { class: "said", role: "status" });
  const give = async (value, chosen = null) => {
    const became = await answer(value);
    said.textContent = text(became);
    if (became !== "class.counted") return;
    buttons.forEach(one => one.setAttribute("aria-pressed", one === chosen));
  };
  const buttons = choices.map((choice, at) => {
    const button = make("button", { type: "button", "aria-pressed": String(at === before),
      onclick: () => give(at, button) }, ...choice === LETTER(at) ? [] : [make("i", { text: LETTER(at) })],
    choice);
    return button;
  });
  const field = make("input", { inputmode: "decimal", value: before ?? "", "aria-label": text("class.number") });
  const form = make("form", {}, field, make("button", { type: "submit", text: text("class.send") }));
  form.onsubmit = event => {
    event.preventDefault();
    if (isNumber(field.value)) give(field.value.trim().replace("−", "-"));
    else said.textContent = text("class.no_number");
  };
  return [make("h2", { text: asked }),
    make("div", { class: choices.length && choices.every(isShort) ? "choices short" : "choices" }, ...choices.length ? buttons : [form]), said];
}

/** Bars with their counts; the right answer has a frame and says so. */
export function resultsOf({ text: asked, choices, counts, commonest, answered, right }) {
  const bars = counts ? choices.map((choice, at) => [choice, counts[at], at === right,
    ...choice === LETTER(at) ? [] : [make("i", { text: LETTER(at) })]])
    : (commonest ?? []).map(([number, count]) => [number, count, number === right]);
  const missed = typeof right === "string" && !bars.some(([, , good]) => good);
  const most = Math.max(1, ...bars.map(([, count]) => count));
  return [make("h2", { text: asked }),
    make("p", { text: text("class.answers", { n: answered }) }),
    make("ul", {}, ...bars.map(([choice, count, good, ...letter]) => make("li", { class: good ? "right" : "" },
      make("span", {}, ...letter, choice, good ? ` ${text("class.right")}` : ""),
      make("u", { style: `width:${100 * count / most}%`, "aria-hidden": "true" }),
      make("em", { text: String(count) })))),
    ...bars.length ? [] : [make("p", { text: text("class.few") })],
    ...missed ? [make("p", { text: text("class.right_number", { number: right }) })] : []];
}
