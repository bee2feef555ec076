// Whoever follows: where the class looks is where this tab looks, until it lets go.
import { connected, watchLine } from "../common/line.js";
import { make } from "../common/nodes.js";
import { text } from "../common/texts.js";
import { keep, kept, listen, tell } from "./asking.js";
import { questionOf } from "./question.js";
import { placeOf, samePlace, stepOf, viewOf } from "./views.js";
import { ownWords } from "./wording.js";

const READ = 400;   // milliseconds from one look at what this page asks to the next
/** What became of an answer, by its status. */
const BECAME = { 204: "class.counted", 409: "class.not_counted", 429: "class.too_fast" };

/** Whether a picture is told, and not by its address alone. */
const isTold = ({ picture }) => Object.keys(picture ?? {}).length > 0;

export class Following {
  #line = new AbortController();
  #last = {};   // what was told last
  #signs = {};  // whether there is a line
  #own = {};   // the last question in the words of this tab
  #acted = false;   // something was touched since the class moved
  #turned = false;  // the picture was: it shows another part than the class is shown

  /** @param room what is drawn: see classroom.js @param known the code, perhaps a seat */
  constructor(room, known) {
    Object.assign(this, { room, known });
    this.leave = room.sure("class.leave", "class.leave_sure", () => {
      const { code, seat, said } = this.known;
      room.over(text("class.left"), { code, seat, said });
    });
    const hears = (name, then) => addEventListener(name, then, { signal: this.#line.signal, capture: true });
    const acts = event => { this.#acted ||= ![room.line, room.panel].some(own => event.composedPath().includes(own)); };
    hears("pointerdown", acts);
    hears("keydown", acts);
    hears("popstate", ({ isTrusted }) => {   // by the Back button, and not by the class
      this.#acted ||= isTrusted;
      this.#look(isTrusted);
    });
    hears("headlight:address", () => this.#look());
    hears("headlight:looked", ({ detail }) => {
      this.#turned = JSON.stringify(detail.view) !== JSON.stringify(this.#last.picture?.[detail.key]);
      this.#look();
    });
    const reading = setInterval(() => this.#reword(), READ);
    this.#line.signal.addEventListener("abort", () => clearInterval(reading));
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
    this.#signs = told;
    if (told.cut || told.away) { this.#draw(); return; }
    const stays = this.#stays(told), untold = isTold(this.#last) && !isTold(told);
    this.#last = told;
    if (!stays) {
      this.#acted = this.#turned = false;
      if (this.known.elsewhere || untold) this.#know({ elsewhere: false, opened: "" });
    }
    this.#know({ at: told.view });
    if (!this.known.alone && !this.known.elsewhere) this.#go();
    this.#draw();
    this.#ask(told.question);
  }

  /** Whether the class is where it was. A picture is told at once, and its address a moment
      later: whoever turned away in between is not taken along once more. */
  #stays({ view, picture }) {
    const { at = "" } = this.known, { picture: before } = this.#last;
    if (before && JSON.stringify(picture) !== JSON.stringify(before)) return false;
    return isTold(this.#last) ? samePlace(view, at) : view === at;
  }

  /** Whether whoever follows is elsewhere, by something that they did themselves. What an
      address leaves out is no difference; by the Back button the picture is turned too. */
  #look(back = false) {
    const { view } = this.#last, { alone, elsewhere = false } = this.known;
    if (!view || alone || !this.#acted) return;
    const whole = globalThis.headlightHistory?.address ?? String;
    const [here, there] = [location.href, placeOf(view, location.href)].map(href => viewOf(whole(href)));
    if (back) this.#turned = !samePlace(here, there, []);
    const now = this.#turned || !samePlace(here, there);
    if (now === elsewhere) return;
    this.#know({ elsewhere: now });
    this.#draw();
  }

  #draw() {
    const { cut, away } = this.#signs, { alone, elsewhere } = this.known, back = alone || elsewhere;
    this.room.bar([make("span", { text: text(cut ? "class.cut" : away ? "class.away"
      : alone ? "class.alone" : elsewhere ? "class.elsewhere" : "class.follows") }), make("i", {}),
    make("button", { type: "button", text: text(back ? "class.back" : "class.look"),
      "aria-label": text(back ? "class.back" : "class.look_alone"),
      onclick: () => this.#let(!back) }), this.leave]);
  }

  /** Lets go, or comes back to where the class is now. */
  #let(alone) {
    this.#know({ alone, elsewhere: false, opened: "" });
    this.#acted = this.#turned = false;
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
    const turned = samePlace(opened || viewOf(location.href), view) ? Object.entries(picture ?? {}) : [];
    const drawn = turned.map(([key, seen]) => !dispatchEvent(
      new CustomEvent("headlight:look", { detail: { key, view: seen }, cancelable: true })));
    if (opened && drawn.length && drawn.every(Boolean)) return;
    if (view === opened) return;
    if (!connected()) { this.#whenConnected(); return; }
    this.#know({ opened: view });
    const place = placeOf(view, location.href);
    if (place === location.href) {   // the pictures too, as the address says
      if (!isTold(this.#last)) dispatchEvent(new CustomEvent("headlight:look"));
      return;
    }
    if (stepOf(place) !== stepOf(location.href)) document.querySelector("[data-testid=stMain]")?.scrollTo(0, 0);
    history.replaceState({}, "", place);
    dispatchEvent(new PopStateEvent("popstate", { state: {} }));
  }

  /** The page has a line of its own: what is asked before it is back would be lost. */
  #whenConnected() {
    const watch = watchLine(() => {
      if (!connected()) return;
      watch.disconnect();
      if (!this.#line.signal.aborted && !this.known.alone && !this.known.elsewhere) this.#go();
    });
    this.#line.signal.addEventListener("abort", () => watch.disconnect());
  }

  /** A question is told in the teacher's language. The page asks the same in this tab's own:
      those words are kept, once the page is here. */
  #reword() {
    const { question } = this.#last;
    if (!question || this.#own.id === question.id) return;
    const words = ownWords(question);
    if (!words) return;
    this.#own = { id: question.id, words };
    this.#ask(question);
  }

  /** The same question on the page is hidden meanwhile: its answer would be there. Before
      whoever looks around it is folded. */
  #ask(told) {
    const own = told && this.#own.id === told.id ? this.#own.words : {}, question = told && { ...told, ...own };
    const { alone = false } = this.known, open = question && !question.shown && !alone;
    document.documentElement.toggleAttribute("data-asked", Boolean(open));
    if (!question) { this.room.results(); return; }
    const { id } = question, { said = {} } = this.known, mine = said.id === id ? said.value : undefined;
    if (question.shown) { this.room.answered(question, mine); return; }
    const answer = async value => {
      const { status } = await tell(`/${this.known.code}/answer`,
        { seat: this.known.seat, question: id, answer: value });
      if (status === 204) this.#know({ said: { id, value } });
      return BECAME[status] ?? "class.cut";
    };
    this.room.results("class.asked",
      questionOf(question, answer, mine), `${id} ${alone} ${question.text}`, !alone);
  }
}
