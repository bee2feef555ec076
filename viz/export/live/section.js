// A model on the page: its name, what it writes, what is changed on purpose, its picture.
import { encode } from "../../components/common/blob.js";
import { bytesOf } from "../../components/common/letters.js";
import { make } from "../../components/common/nodes.js";
import { fixed } from "../../components/common/numbers.js";
import { text } from "../../components/common/texts.js";
import { mounted } from "../mounted.js";
import { asking } from "./asking.js";
import { AS_USUAL, cellsOf, experimentOf, fitting, MOST_CELLS, ofTheSentence, running, turned, withoutSentence } from "./changes.js";
import { buildChanges } from "./changing.js";
import { inTheApp } from "./link.js";

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

export class Section {
  /** What was typed last and could be read, and what was answered. */
  typed = "";
  answer = null;
  experiment = AS_USUAL;
  /** What the reader looks at. @type {import("../../components/attention/core/view.js").View} */
  view = {};

  #worker;
  #ask = null;   // the same, once the model is there
  #good = AS_USUAL;   // the last experiment that could be run
  #turn = 0;     // of several questions the last one is drawn
  #shown = 0;    // how often a view was imposed

  /** @param model what the page holds of it: a stored example of what it writes, packed
      @param page what the sections share: `words()`, `changed()` and where the app is */
  constructor({ title, config, languages, french, ...stored }, page, alone) {
    Object.assign(this, { page, config, languages, stored });
    this.list = make("ol", { class: "french", lang: languages[1] });
    this.inside = make("a", { class: "inside", text: text("live.app"), hidden: !page.app });
    this.changing = buildChanges(this);
    const { host, mount } = mounted(view => this.#looked(view));
    this.mount = mount;
    this.host = host;
    mount.request = what => this.#asked(what);
    this.root = make("section", { "aria-label": title },
      make("header", {}, make("h2", { text: title, hidden: alone }), this.inside),
      this.list, this.changing.node);
    this.#write(french);
  }

  get kind() { return this.config.kind; }

  /** Draws the example that came with the page; dimmed where another sentence is asked. */
  begin({ view, experiment }, another) {
    const { header, numbers } = this.stored;
    this.example = header;
    this.view = { ...header.view, ...view };
    this.experiment = fitting(experimentOf(experiment), this.config.sizes);
    this.root.append(this.host);
    this.mount.show(encode({ ...header, view: this.view, dim: another || this.changed },
      new Float32Array(bytesOf(numbers).buffer)));
    this.changing.update();
  }

  /** Starts a worker; `tell` hears how many bytes of the model it has unpacked. */
  start(tell) { this.#worker = asking(tell); }

  /** Gives it a part of a file; the parts of one come in their order. */
  take(part) { return this.#worker("part", part); }

  /** All parts are there: from here on the model answers. */
  async load() {
    await this.#worker("load", this.config);
    this.#ask = this.#worker;
  }

  get changed() { return !same(this.experiment, AS_USUAL); }

  /** Takes a view and an experiment from an address. */
  impose({ view, experiment }) {
    this.experiment = fitting(experimentOf(experiment), this.config.sizes);
    this.view = { ...this.example.view, ...view };
    this.typed = "";   // what it changes is of the sentence that comes with it
    this.#shown += 1;
  }

  /** Translates what was typed. What was changed in the last sentence at its places ends;
      whether something did. Throws `Wrong` where it cannot be read. */
  async translate(typed) {
    const gone = this.typed && this.typed !== typed && ofTheSentence(this.experiment);
    const wanted = gone ? withoutSentence(this.experiment) : this.experiment;
    try {
      await this.#run(typed, wanted);
    } catch (problem) {
      if (same(wanted, AS_USUAL)) throw problem;
      await this.#run(typed, AS_USUAL);   // what cannot be run with it may be read without
      this.changing.refuse(problem);
    }
    return gone;
  }

  /** Changes something on purpose; what cannot be run changes nothing and is said. */
  async change(experiment) {
    try {
      await this.#run(this.typed, experiment);
    } catch (problem) {
      this.changing.refuse(problem);
    }
  }

  /** Draws the same sentence anew, in words or pieces. */
  redraw() { return this.#run(this.typed, this.experiment); }

  async #run(typed, experiment) {
    if (!this.#ask) return;
    const turn = this.#turn += 1, words = this.page.words();
    this.experiment = experiment;   // at once: another click adds to it
    try {
      const [answer, plain] = await this.#answers(typed, experiment, words);
      if (turn !== this.#turn) return;
      this.#good = experiment;
      Object.assign(this, { typed, answer });
      this.#draw(answer, plain, words);
    } catch (problem) {
      if (turn === this.#turn) this.experiment = this.#good;
      throw problem;
    }
  }

  /** What is written under an experiment, and without it; null where there is none. */
  async #answers(typed, experiment, words) {
    const read = words && this.view.names === "read";
    const answer = await this.#ask("translate", { typed, experiment, words, read });
    return [answer, same(experiment, AS_USUAL) ? null
      : await this.#ask("translate", { typed, experiment: AS_USUAL, words, read })];
  }

  #draw(answer, plain, words) {
    this.#write(answer);
    this.changing.update(plain);
    this.mount.show(this.#picture(answer, words));
    this.view = { ...this.mount.view };
    this.#link();
    this.page.changed();
  }

  /** Header and numbers of an answer, in the words of the example. */
  #picture({ source, french, drawn: { sequences, stacks, next, body } }, words) {
    const { example } = this, title = `${source} → ${french}`;
    const named = Object.entries(sequences).map(([name, side]) =>
      [name, { ...side, name: example.sequences[name]?.name ?? "" }]);
    const told = stacks.map(stack => {
      const { label, short, note, maps } = this.#stack(stack.id);
      return { label, short, note, maps, ...stack };
    });
    const statistics = example.statistics
      && { ...example.statistics, unit: words ? "words" : "pieces" };
    const { rows, logits } = next, sliders = example.next.logits && { logits };
    return encode({ ...example, statistics, next: { rows, ...sliders }, stacks: told, begins: true,
      hands: this.kind === "transformer" && "plain", view: this.view,
      view_rev: String(this.#shown), id: JSON.stringify([title, words, this.experiment]),
      sequences: Object.fromEntries(named),
      cited: example.cited.replace(example.labels.title, () => title),
      labels: { ...example.labels, title } }, body);
  }

  /** The French, word by word with its probability: that of all its pieces. */
  #write({ words, chances, finished }) {
    const items = words.map((word, at) => {
      const chance = fixed(chances[at], 2);
      return make("li", { class: "word", title: text("live.word", { word, chance }) }, word,
        make("small", { text: chance }));
    });
    const stopped = finished ? [] : [make("li", { class: "stopped", text: text("live.stopped") })];
    this.list.replaceChildren(...items, ...stopped);
  }

  #looked(view) {
    const reading = view.names !== this.view.names;
    this.view = view;
    this.changing.update();
    this.#link();
    this.page.changed();
    if (reading) this.redraw();
  }

  /** What was done on the picture: cells struck, another piece wanted. */
  async #asked(what) {
    if (!this.answer) return;
    const { sides } = this.answer, words = this.page.words();
    if (what.what === "forbid") {
      const { queries, keys } = this.#stack(what.kind);
      const next = turned(this.experiment, "forbid",
        cellsOf(what, { queries: sides[queries], keys: sides[keys] }, words));
      const n = next.forbid.split(",").length;
      if (n > MOST_CELLS) this.changing.tell(text("live.too_many", { n, most: MOST_CELLS }));
      else await this.change(next);
    } else if (what.what === "begin") {
      const { typed, experiment } = this, { step, rank } = what;
      try {
        const prefix = await this.#ask("begin", { typed, experiment, words, step, rank });
        await this.change({ ...experiment, prefix });
      } catch (problem) {
        this.changing.refuse(problem);
      }
    }
  }

  /** How the changes that run are called. */
  running() {
    const { sides } = this.answer;
    return running(this.experiment, { attention: kind => this.#stack(kind).label,
      pieces: entry => {
        const [kind, , , places] = entry.split("."), { queries, keys } = this.#stack(kind);
        return places.split("-").map((place, at) => place === "*" ? null
          : sides[[queries, keys][at]].pieces[place - 1] ?? place);
      } });
  }

  #stack(kind) { return this.example.stacks.find(({ id }) => id === kind); }

  #link() {
    const { page, kind, typed } = this;
    if (page.app) this.inside.href = inTheApp(page.app, kind, typed, !page.words(), this);
  }
}
