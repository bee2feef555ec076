// Whoever began the class: where they look is told, and how many are there.
import { make, steps, take } from "../common/nodes.js";
import { text } from "../common/texts.js";
import { keep, listen, tell } from "./asking.js";
import { ASKED, askedHere, atAnyMoment } from "./wording.js";
import { samePlace, viewOf } from "./views.js";

const BETWEEN = 60;   // milliseconds from one telling to the next
const AGAIN = 2000;   // and to the next try of one that was not heard
const READ = 400;     // milliseconds from one look at what the page asks to the next

export class Teaching {
  #line = new AbortController();
  #told = "";
  #due = 0;
  #pictures = {};   // where they were looked at, and the view of each by its key
  #telling = false;
  #pending = false;   // what the page asks is on its way
  #last = {};   // what was told last
  #tooLong = false;   // where the teacher looks cannot be told

  /** @param room what is drawn: see classroom.js @param known code and key */
  constructor(room, known) {
    Object.assign(this, { room, known });
    const hears = (name, then) => addEventListener(name, then, { signal: this.#line.signal });
    this.code = make("button", { type: "button", class: "code", text: known.code, title: text("class.code"),
      onclick: () => room.invite(known.code) });
    this.asking = this.#menu(hears);
    this.end = room.sure("class.end", "class.end_sure", () => this.#say("end"));
    hears("headlight:address", () => this.#soon());
    hears("popstate", () => this.#soon());
    hears("headlight:looked", ({ detail }) => this.#looks(detail));
    // a picture that was not turned is where the address says
    hears("headlight:imposed", ({ detail }) => { if (detail.key in this.#views) this.#looks(detail); });
    const reading = setInterval(() => this.#read(), READ);
    this.#line.signal.addEventListener("abort", () => clearInterval(reading));
    listen(known.code, () => ({ key: known.key }), told => this.#heard(told), this.#line.signal);
    this.#tell();
  }

  close() { this.#line.abort(); clearTimeout(this.#due); }

  #soon(wait = BETWEEN) {
    clearTimeout(this.#due);
    if (!this.#line.signal.aborted) this.#due = setTimeout(() => this.#tell(), wait);
  }

  /** The views of the pictures of this place that were turned. */
  get #views() {
    const { at, views } = this.#pictures;
    return at && samePlace(at, viewOf(location.href)) ? views : {};
  }

  #looks({ key, view }) {
    this.#pictures = { at: viewOf(location.href), views: { ...this.#views, [key]: view } };
    this.#soon();
  }

  /** Tells where the teacher looks, the newest only, one telling after another. What is not
      heard is told again after a while. A picture is told on its own page. */
  async #tell() {
    if (this.#telling) return;
    this.#telling = true;
    for (;;) {
      const view = viewOf(location.href), picture = this.#views;
      const now = JSON.stringify([view, picture]);
      if (now === this.#told) break;
      const status = await this.#say("view", { view, picture });
      if (!status) { this.#soon(AGAIN); break; }
      this.#told = now;
      if (this.#tooLong !== (status === 413)) { this.#tooLong = status === 413; this.#draw(); }
    }
    this.#telling = false;
  }

  /** What became of it, 0 where it was not heard: what is refused was heard too. */
  async #say(act, told = {}) {
    const { status } = await tell(`/${this.known.code}/${act}`, { ...told, key: this.known.key });
    return status < 500 ? status : 0;
  }

  // What the page asks -------------------------------------------------------------------

  /** What the page asks now, and whether its answer is open: see `viz/pages/app/classes.py`. */
  get #asked() {
    return askedHere();
  }

  /** A question of the page that is open: it is the one of the page, and not of the moment. */
  #isOpen(asked) { return this.#question && this.#question.text === asked; }

  /** What the page asks is asked once; what it answers is shown; and it goes with the page.
      Before anything is heard nobody knows what is asked now. */
  async #read() {
    if (!this.#hears) return;
    const asked = this.#asked, { page = {}, closed = [] } = this.known, view = viewOf(location.href);
    if (asked && asked.text !== page.text && !asked.open) {
      if (this.#pending) return;
      this.#pending = true;
      const asks = this.#isOpen(asked.text) || !closed.includes(asked.text) && await this.#say("ask", asked);
      this.#pending = false;
      if (asks) this.#know({ page: { text: asked.text, at: view } });
    } else if (asked?.open && this.#isOpen(asked.text) && !this.#question.shown) {
      await this.#show(asked.right);
    } else if (!asked && page.text && !samePlace(page.at, view)) {
      this.#know({ page: undefined });
      if (this.#isOpen(page.text)) await this.#say("ask");
    }
  }

  #show(right) { return this.#say("show", { question: this.#question.id, right }); }

  /** A question that is closed is not asked again when its page comes back. */
  #close(asked) {
    this.#know({ closed: [...new Set(this.known.closed).add(asked)] });
    this.#say("ask");
  }

  #know(more) {
    this.known = { ...this.known, ...more };
    keep(this.known);
  }

  // What is heard, and the line at the foot of the page ------------------------------------

  get #hears() { return this.#last.here !== undefined; }

  /** The question that is asked, as it was told last. */
  get #question() { return this.#last.question; }

  #heard(told) {
    if (told.ended || told.gone) { this.room.over(text("class.ended")); return; }
    if (told.cut || told.away) {
      this.room.bar([make("b", { text: this.known.code }),
        make("span", { role: "status", text: text(told.cut ? "class.cut" : "class.away") })]);
      return;
    }
    this.#last = told;
    this.room.here(told.here);
    this.#tell();
    this.#draw();
  }

  #draw() {
    if (!this.#hears) return;
    const { here, following, answered, question } = this.#last;
    const [are, follow] = [text("class.here", { n: here }), text("class.following", { n: following })];
    this.room.bar([this.code, make("span", { text: `${are}, ${follow}` }),
      ...question ? [make("strong", { text: question.text, title: question.text }),
        make("span", { text: text("class.answered", { n: answered }) })] : [],
      ...this.#tooLong ? [make("span", { role: "status", text: text("class.too_long") })] : [],
      make("i", {}), ...question ? this.#asks(question) : [this.asking], this.end]);
    if (question?.shown) this.room.answered(question);
    else this.room.results();
  }

  /** A button that opens what can be asked at any moment: first what the page asks. */
  #menu(hears) {
    const button = make("button", { type: "button", "aria-expanded": "false", text: text("class.ask") });
    const menu = make("span", { class: "menu", role: "group", "aria-label": text("class.ask"), hidden: true });
    const whole = make("span", {}, button, menu);
    const open = wanted => {
      menu.hidden = !wanted;
      button.setAttribute("aria-expanded", String(wanted));
      menu.replaceChildren(...wanted ? this.#kinds(() => { open(false); button.focus(); }) : []);
      menu.firstChild?.focus();
    };
    button.onclick = () => open(menu.hidden);
    whole.onkeydown = event => {
      if (menu.hidden) return;
      if (event.key === "Escape") { take(event); open(false); button.focus(); return; }
      const kinds = [...menu.children];
      kinds[steps(event, kinds.indexOf(event.target), kinds.length)]?.focus();
    };
    whole.addEventListener("focusout", ({ relatedTarget: to }) => { if (to && !whole.contains(to)) open(false); });
    hears("pointerdown", event => { if (!event.composedPath().includes(whole)) open(false); });
    return whole;
  }

  /** A button for each; `chosen` hears that one was pressed. */
  #kinds(chosen) {
    const page = this.#asked ? { page: this.#asked } : {};
    return Object.keys({ ...page, ...ASKED }).map(kind => make("button", { type: "button",
      text: text(`class.kinds.${kind}`), onclick: () => {
        chosen();
        this.#say("ask", page[kind] ?? atAnyMoment(kind));
      } }));
  }

  #asks({ shown, text: asked }) {
    const button = (name, does) => make("button", { type: "button", text: text(name), onclick: does });
    const right = this.#asked?.text === asked ? this.#asked.right : null;
    return [...shown ? [] : [button("class.show", () => this.#show(right))],
      button("class.close", () => this.#close(asked))];
  }
}
