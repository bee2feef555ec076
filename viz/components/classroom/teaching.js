// Whoever began the class: where they look is told, and how many are there.
import { make } from "../common/nodes.js";
import { text } from "../common/texts.js";
import { listen, tell } from "./asking.js";
import { resultsOf } from "./question.js";
import { viewOf } from "./views.js";

const BETWEEN = 60;   // milliseconds from one telling to the next
const ASKED = { letters: ["A", "B", "C", "D"], yesno: ["yes", "no"], number: [] };

export class Teaching {
  #line = new AbortController();
  #told = "";
  #due = 0;
  #picture = {};
  #telling = false;

  /** @param room what is drawn: see classroom.js @param known code and key */
  constructor(room, known) {
    Object.assign(this, { room, known });
    const look = () => this.#soon();
    const looked = ({ detail }) => { this.#picture = detail; this.#soon(); };
    addEventListener("headlight:address", look);
    addEventListener("popstate", look);
    addEventListener("headlight:looked", looked);
    this.#line.signal.addEventListener("abort", () => {
      removeEventListener("headlight:address", look);
      removeEventListener("popstate", look);
      removeEventListener("headlight:looked", looked);
    });
    listen(known.code, () => ({ key: known.key }), told => this.#heard(told), this.#line.signal);
    this.#tell();
  }

  close() { this.#line.abort(); clearTimeout(this.#due); }

  #soon() {
    clearTimeout(this.#due);
    this.#due = setTimeout(() => this.#tell(), BETWEEN);
  }

  /** Tells where the teacher looks, the newest only, one telling after another. While the
      line is cut nothing is told; whatever is heard again tries it again. */
  async #tell() {
    if (this.#telling) return;
    this.#telling = true;
    for (;;) {
      const view = viewOf(location.href), picture = this.#picture;
      const now = JSON.stringify([view, picture]);
      if (now === this.#told || !(await this.#say("view", { view, picture })).status) break;
      this.#told = now;
    }
    this.#telling = false;
  }

  #say(act, told = {}) { return tell(`/${this.known.code}/${act}`, { ...told, key: this.known.key }); }

  #heard({ ended, gone, cut, here, following, answered, question }) {
    if (ended || gone) { this.room.over(text("class.ended")); return; }
    if (cut) { this.room.bar([make("b", { text: this.known.code }), text("class.cut")]); return; }
    this.room.here(here);
    this.#tell();
    this.room.bar([make("b", { text: this.known.code }),
      make("span", { text: text("class.here", { n: here, following }) }),
      ...question ? [make("strong", { text: question.text }), make("span", { text: text("class.answered", { n: answered, following }) })] : [],
      make("i", {}), ...question ? this.#asking(question) : [this.#ask()],
      make("button", { type: "button", text: text("class.code"), onclick: () => this.room.invite(this.known.code) }),
      make("button", { type: "button", text: text("class.end"), onclick: () => this.#say("end") })]);
    this.room.results(question?.shown ? resultsOf(question) : null);
  }

  /** What can be asked at any moment. */
  #ask() {
    const kinds = Object.keys(ASKED).map(kind => make("option", { value: kind,
      text: text(`class.kinds.${kind}`) }));
    const select = make("select", { "aria-label": text("class.ask") },
      make("option", { value: "", text: text("class.ask") }), ...kinds);
    select.onchange = () => {
      const choices = ASKED[select.value].map(choice =>
        choice.length > 1 ? text(`class.choices.${choice}`) : choice);
      this.#say("ask", { text: text(`class.asks.${select.value}`), choices });
    };
    return select;
  }

  #asking({ shown }) {
    const button = (name, act, told) => make("button", { type: "button", text: text(name),
      onclick: () => this.#say(act, told) });
    return [...shown ? [] : [button("class.show", "show")], button("class.close", "ask")];
  }
}
