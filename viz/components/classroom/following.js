// Whoever follows: where the class looks is where this tab looks, until it lets go.
import { make } from "../common/nodes.js";
import { text } from "../common/texts.js";
import { keep, kept, listen, tell } from "./asking.js";
import { questionOf } from "./question.js";
import { placeOf, samePlace } from "./views.js";

/** What became of an answer, by its status. */
const BECAME = { 204: "class.counted", 409: "class.not_counted", 429: "class.too_fast" };

export class Following {
  #line = new AbortController();
  #last = {};   // what was told last

  /** @param room what is drawn: see classroom.js @param known the code, perhaps a seat */
  constructor(room, known) {
    Object.assign(this, { room, known });
    listen(known.code, () => ({ seat: kept().seat ?? "" }), told => this.#heard(told), this.#line.signal);
  }

  close() { this.#line.abort(); }

  #know(more) {
    this.known = { ...kept(), ...this.known, ...more };
    keep(this.known);
  }

  #heard(told) {
    const over = told.full ? "class.no_seat" : told.ended || told.gone && this.known.seat
      ? "class.ended" : told.gone ? "class.no_such" : "";
    if (over) { this.room.over(text(over)); return; }
    if (told.seat) {
      this.#know({ seat: told.seat });
      if (this.known.alone) this.#follows(false);
      return;
    }
    this.#draw(told);
    if (told.cut || told.away) return;
    this.#last = told;
    if (!this.known.alone) this.#go();
    this.#ask(told.question);
  }

  #draw({ cut, away } = {}) {
    const { alone } = this.known;
    this.room.bar([make("span", { text: text(cut ? "class.cut" : away ? "class.away"
      : alone ? "class.alone" : "class.follows") }), make("i", {}),
    make("button", { type: "button", text: text(alone ? "class.back" : "class.look"),
      "aria-label": text(alone ? "class.back" : "class.look_alone"),
      onclick: () => this.#let(!alone) }),
    make("button", { type: "button", text: text("class.leave"), onclick: () => this.room.over() })]);
  }

  /** Lets go, or comes back to where the class is now. */
  #let(alone) {
    this.#know({ alone, opened: "" });
    this.#follows(!alone);
    this.#draw();
    if (!alone) this.#go();
    this.#ask(this.#last.question);
  }

  #follows(follows) { return tell(`/${this.known.code}/follow`, { seat: this.known.seat, follows }); }

  /** Goes where the class is. What a picture shows by itself is drawn here; another page,
      or what the picture cannot show yet, is opened as by the Back button: all who follow are
      shown one run of it, and nothing is loaded anew. What was opened is opened once, whatever
      becomes of its address. */
  #go() {
    const { view, picture } = this.#last, { opened = "" } = this.known;
    if (!view) return;
    const look = new CustomEvent("headlight:look", { detail: picture, cancelable: true });
    if (opened && samePlace(opened, view) && !dispatchEvent(look)) return;
    if (view === opened) return;
    this.#know({ opened: view });
    const place = placeOf(view, location.href);
    if (place === location.href) return;
    history.replaceState({}, "", place);
    dispatchEvent(new PopStateEvent("popstate", { state: {} }));
  }

  /** The same question on the page is hidden meanwhile: its answer would be there. Before
      whoever looks around it is folded. */
  #ask(question) {
    const { alone = false } = this.known, open = question && !question.shown && !alone;
    document.documentElement.toggleAttribute("data-asked", Boolean(open));
    if (!question) { this.room.results(); return; }
    if (question.shown) { this.room.answered(question); return; }
    const { id } = question, { said = {} } = this.known;
    const answer = async value => {
      const { status } = await tell(`/${this.known.code}/answer`,
        { seat: this.known.seat, question: id, answer: value });
      if (status === 204) this.#know({ said: { id, value } });
      return BECAME[status] ?? "class.cut";
    };
    this.room.results("class.asked",
      questionOf(question, answer, said.id === id ? said.value : undefined), `${id} ${alone}`, !alone);
  }
}
