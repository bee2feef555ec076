// What stands above the models: a field, examples, and one line on how things are.
import { make } from "../../components/common/nodes.js";
import { text } from "../../components/common/texts.js";

/** @param {string[]} tries sentences to begin with, in the language `lang`
    @param go what is done with a sentence */
export function buildAsk(tries, lang, go) {
  const field = make("input", { type: "text", autocomplete: "off", spellcheck: false, lang });
  const form = make("form", { class: "ask" }, make("label", { text: text("live.prompt") }, field),
    make("button", { type: "submit", text: text("live.translate") }));
  const examples = make("p", { class: "tries" }, ...tries.map(english => make("button",
    { type: "button", class: "word", lang, text: english, onclick: () => go(english) })));
  const status = make("p", { class: "status", role: "status" });
  form.onsubmit = event => { event.preventDefault(); go(field.value); };
  return { nodes: [form, examples, status], field,
    tell(words, wrong = false) {
      status.textContent = words;
      status.classList.toggle("wrong", wrong);
    } };
}
