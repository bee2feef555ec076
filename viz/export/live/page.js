// A page that translates by itself: its models are unpacked beside it, nothing is asked of
// anybody else. What was typed stays text. The whole view is in the address, after #.
import { make } from "../../components/common/nodes.js";
import { speak, text, whole } from "../../components/common/texts.js";
import { followers } from "../coming.js";
import { sides } from "../sides.js";
import { buildAsk } from "./ask.js";
import { Wrong } from "./asking.js";
import { wrongSaid } from "./changing.js";
import { readModel, writeModel } from "./link.js";
import { Section } from "./section.js";

const given = id => JSON.parse(document.getElementById(id).text);
const { dataset } = document.documentElement;

class Page {
  /** Names that an address has for a model: of a second one of a kind behind a number. */
  #before = new Map();
  #ready = false;
  #pieces = false;
  #written = "";    // the address that the page wrote last
  #usual = null;    // what it would write of the view that it opens with

  constructor({ tries, app, served, size }) {
    Object.assign(this, { tries, app, served, size });
    const alone = MODELS.length === 1;
    this.sections = MODELS.map(model => new Section(model, this, alone));
    this.sections.forEach((section, at) => {
      const n = this.sections.slice(0, at).filter(({ kind }) => kind === section.kind).length;
      this.#before.set(section, n ? `${n + 1}.` : "");
    });
    this.ask = buildAsk(tries, MODELS[0].languages[0], typed => this.go(typed));
    this.side = sides(() => this.#turned());
    this.night = make("button", { type: "button", onclick: this.side.turn });
    this.units = make("button", { type: "button", onclick: () => this.#switch() });
    this.#named();
    document.body.append(make("header", { class: "top" }, make("h1", { text: document.title }),
      this.units, this.night), ...this.ask.nodes,
    make("main", { class: alone ? "" : "two" },
      ...this.sections.map(({ root }) => root)));
  }

  words() { return !this.#pieces; }

  /** Draws the examples, which need no model, where the address wants to look. */
  begin() {
    const said = this.#read();
    const another = this.#pieces || this.ask.field.value !== this.tries[0];
    this.sections.forEach(section =>
      section.begin(readModel(said, section.kind, this.#before.get(section)), another));
    dataset.drawn = "";
  }

  /** Gives the models their files, part by part while the page is read. */
  async load() {
    let came = 0, told = -1;
    this.sections.forEach(section => section.start(bytes => {
      const percent = Math.floor(100 * (came += bytes) / this.size);
      if (percent > told) this.ask.tell(text("live.loading", { percent: whole(told = percent) }));
    }));
    const room = document.querySelector("#weights"), taken = [];
    for await (const node of followers(room, new Wrong({ name: "cut" }))) {
      const { of, file, size, from } = node.dataset;
      taken.push(this.sections[of].take({ file, size: Number(size), letters: node.text,
        from: from && new URL(from, document.baseURI).href }));
      node.textContent = "";   // its letters need not be kept twice
    }
    await Promise.all(taken);
    await Promise.all(this.sections.map(section => section.load()));
    this.#written = location.hash.slice(1);
    await this.#translate(this.ask.field.value);
    this.#ready = true;
    if (!this.#written) this.#usual = this.#said();
    dataset.ready = "";
    addEventListener("hashchange", () => this.#follow());
  }

  /** Translates a sentence in every model. */
  async go(typed) {
    this.ask.field.value = typed;
    if (this.#ready) await this.#translate(typed);
  }

  async #translate(typed) {
    const done = await Promise.allSettled(this.sections.map(one => one.translate(typed)));
    const wrong = done.find(({ status }) => status === "rejected");
    if (wrong) {
      this.ask.tell(wrongSaid(wrong.reason), true);
      return;
    }
    const [{ answer }] = this.sections, ended = done.some(({ value }) => value);
    this.ask.tell([answer.readSmall ? text("live.small", { text: answer.text }) : "",
      ended ? text("live.ended") : ""].filter(Boolean).join(" ") || text("live.ready"));
  }

  /** What a section shows is another: the address says so. */
  changed() {
    if (!this.#ready) return;
    const said = this.#said(), written = said === this.#usual ? "" : said;
    if (written === this.#written) return;
    this.#written = written;
    history.replaceState(null, "", written ? `#${written}` : location.pathname + location.search);
  }

  /** The view as an address. */
  #said() {
    const said = new URLSearchParams(), [{ typed }] = this.sections;
    if (typed !== this.tries[0]) said.set("sentence", typed);
    if (this.#pieces) said.set("pieces", "true");
    this.sections.forEach(section =>
      writeModel(said, section.kind, section, this.#before.get(section)));
    return String(said);
  }

  #read() {
    const said = new URLSearchParams(location.hash.slice(1));
    this.ask.field.value = said.get("sentence") ?? this.tries[0];
    this.#pieces = said.get("pieces") === "true";
    this.#named();
    return said;
  }

  /** Somebody changed the address by hand, or followed a link within the page. */
  #follow() {
    if (location.hash.slice(1) === this.#written) return;
    const said = this.#read();
    this.sections.forEach(section =>
      section.impose(readModel(said, section.kind, this.#before.get(section))));
    this.go(this.ask.field.value);
  }

  async #switch() {
    this.#pieces = !this.#pieces;
    this.#named();
    await Promise.all(this.sections.map(section => section.redraw()));
  }

  #turned() {
    this.sections.forEach(({ mount }) => mount.build());
    this.#named();
  }

  #named() {
    this.night.textContent = text(this.side.dark() ? "page.light" : "page.dark");
    this.units.textContent = text(this.#pieces ? "live.words" : "live.pieces");
  }
}

async function show() {
  speak(given("said"));
  document.head.append(make("style", { text: FACES }));
  await Promise.all([...document.fonts].map(face => face.load())).catch(() => {});
  const page = new Page(given("given"));
  page.begin();
  await new Promise(done => requestAnimationFrame(() => setTimeout(done)));   // it is painted
  page.ask.tell(text("live.loading", { percent: whole(0) }));
  try {
    await page.load();
  } catch (problem) {
    page.ask.tell(wrongSaid(problem), true);
    return;
  }
  if (page.served) await navigator.serviceWorker?.register(page.served).catch(() => {});
}

show().catch(problem => {
  console.error(problem);
  document.querySelector(".unread").hidden = false;
});
