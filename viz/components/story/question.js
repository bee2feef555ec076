// The question, typed in place, and what else can be asked of this story.
import { make, take } from "../common/nodes.js";
import { text } from "../common/texts.js";
import { placed, tall } from "./places.js";

export function questionOf(mount, row) {
  const { told, given, late } = mount, wrong = !late && given.wrong.question;
  const field = make("textarea", { rows: 1, spellcheck: "false", maxlength: 120, "data-focus": "question", "data-told": told.question,
    "aria-label": text("story.question"), "aria-invalid": wrong ? "true" : null, title: wrong || null });
  field.value = told.question;
  field.oninput = () => tall(field);
  field.onblur = () => { if (!mount.drawing) setTimeout(() => asked(mount, field.value)); };
  field.onkeydown = event => {
    event.stopPropagation();  // letters are shortcuts of the app
    if (event.key !== "Enter") return;
    take(event);
    asked(mount, field.value);
  };
  return make("div", { class: "qu", style: placed(row, "1 / 3") },
    make("small", { text: text("story.question"), "aria-hidden": "true" }), field, ...othersOf(mount));
}

/** The question as it is typed, told or not. */
export const questionTyped = ({ table, told }) =>
  table.querySelector('[data-focus="question"]')?.value.trim() ?? told.question;

function asked(mount, value) {
  const question = value.trim();
  if (question !== mount.told.question) mount.change({ question });
}

function othersOf(mount) {
  const { told, given, late } = mount, others = given.asks.filter(ask => ask !== told.question);
  if (late || !others.length) return [];
  return [make("div", { class: "asks", role: "group", "aria-label": text("story.asks") },
    make("span", { text: text("story.asks"), "aria-hidden": "true" }),
    ...others.map(ask => make("button", { type: "button", text: ask, "data-focus": `ask-${ask}`,
      onclick: () => mount.change({ question: ask }, { name: "question" }) })))];
}
