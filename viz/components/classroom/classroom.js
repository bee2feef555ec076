// A class: whoever begins one is followed by those who come in by its code. The tab alone
// knows which class it is in, and as whom.
import { make } from "../common/nodes.js";
import { parts, speak, text } from "../common/texts.js";
import { keep, kept, tell } from "./asking.js";
import { Following } from "./following.js";
import { resultsOf } from "./question.js";
import { Teaching } from "./teaching.js";

const LINK = /^#class=(.*)$/, CODE = /^\w{5}$/;
const LOCAL = ["localhost", "127.0.0.1", "[::1]"];   // whom no phone can reach
const TWICE = 400, SURE = 5000;   // milliseconds in which a second press is by mistake, or meant
const OPENS = { "#join": true, "#begin": false };   // the dialog, with joining first
const WHY = { 200: "class.no_such", 429: "class.many", 501: "class.no_server",
  503: "class.unreached", 507: "class.full" };   // no class came of it
const mounts = new WeakMap();
/** How to come in; the address that is to be typed stands out. */
const HOW = () => parts("class.how", { address: { typed: new URL("./join", location.href).href.replace(/^https?:\/\//, "") } })
  .map(({ typed, text: said }) => typed ? make("b", { text: typed }) : said);

/** A node of `before` that looks the same, now with this handler; else this node. What hears
    keys has a state of its own. */
function stays(before, node) {
  const same = before.find(one => !one.onkeydown && one.isEqualNode(node));
  if (same) same.onclick = node.onclick;
  return same ?? node;
}

export default function classroom({ data: [data], parentElement: root, setTriggerValue }) {
  speak(data.spoken);
  const room = mounts.get(root) ?? new Room(root);
  mounts.set(root, room);
  room.update(data, setTriggerValue);
  return () => { room.close(); mounts.delete(root); };
}

class Room {
  #role = null;
  #shown = "";   // which question is on the screen

  constructor(root) {
    const [dialog, results] = [make("dialog", {}), make("div", { class: "results",
      role: "region", "aria-live": "polite", hidden: true })];
    this.dialog = dialog;
    this.panel = results;
    this.line = make("div", { class: "line", role: "region", hidden: true });
    this.button = make("button", { type: "button", class: "class", "aria-haspopup": "dialog",
      onclick: () => this.#choose() });
    root.append(this.button, dialog, results, this.line);
    this.measured = new ResizeObserver(() =>
      document.documentElement.style.setProperty("--class-line", `${this.line.offsetHeight}px`));
    this.measured.observe(this.line);
    this.heard = () => this.#arrived();
    addEventListener("hashchange", this.heard);
  }

  close() {
    this.#role?.close();
    this.measured.disconnect();
    removeEventListener("hashchange", this.heard);
  }

  update(data, ask) {
    Object.assign(this, { data, ask });
    this.button.textContent = text("class.open");
    this.line.setAttribute("aria-label", text("class.open"));
    this.#drawCode();
    if (!this.#role) this.#arrived();
  }

  /** By a link into a class, or again after a reload. A tab that teaches goes on. */
  #arrived() {
    const [, said] = location.hash.match(LINK) ?? [], joins = OPENS[location.hash];
    if (said !== undefined || joins !== undefined) history.replaceState(history.state, "", location.pathname + location.search);
    const code = CODE.test(said) && said.toUpperCase(), { code: mine, key } = kept(), other = code && code !== mine;
    if (other && !key) keep({ code });   // else as whom it was
    if (kept().code && (!this.#role || code && !key)) this.#enter(kept());
    if (other && key) this.#open(make("p", { text: text("class.teaches", { code: mine }) }));
    else if (said !== undefined && !code) this.#choose(true, text("class.bad_link"));
    else if (joins !== undefined && !this.#role) this.#choose(joins);
  }

  /** Tells once what a button asks, however often it is pressed meanwhile. */
  async #told(button, path) {
    button.disabled = true;
    try { return await tell(path); } finally { button.disabled = false; }
  }

  #enter(known) {
    this.#role?.close();
    this.button.hidden = true;
    document.documentElement.dataset.taught = "";
    this.#role = known.key ? new Teaching(this, known) : new Following(this, known);
  }

  /** To begin a class, or to join one: what is meant comes first, and has the focus. */
  #choose(joins = false, why = "") {
    if (!this.data.served) {
      this.#open(make("h2", { text: text("class.open") }), make("p", { text: text("class.no_server") }));
      return;
    }
    if (this.#role) { this.#open(make("p", { text: why })); return; }
    const said = make("p", { class: "said", role: "status", text: why });
    const field = make("input", { autocapitalize: "characters", autocomplete: "off",
      spellcheck: false, "aria-label": text("class.its_code"), oninput: () => {
        const code = field.value.replace(/\s/g, "").slice(0, 5);
        if (code !== field.value) field.value = code;
      } });
    const join = make("form", {}, make("label", { text: text("class.its_code") }, field),
      make("button", { type: "submit", text: text("class.join") }));
    join.onsubmit = async event => {
      event.preventDefault();
      if (!field.value) { said.textContent = text("class.no_code"); return; }
      const { status, code } = await this.#told(join.lastChild, `/${encodeURIComponent(field.value)}`);
      if (code) { keep({ code }); this.dialog.close(); this.#enter(kept()); }
      else said.textContent = text(WHY[status] ?? "class.cut");
    };
    const begin = make("button", { type: "button", class: "first", text: text("class.begin"), onclick: async () => {
      const { status, code, key } = await this.#told(begin, "");
      if (status === 201) { keep({ code, key }); this.dialog.close(); this.#enter(kept()); this.invite(code); }
      else said.textContent = text(WHY[status] ?? "class.cut");
    } });
    this.#open(make("h2", { text: text("class.open") }), make("p", { text: text(joins ? "class.about_joining" : "class.about") }),
      ...joins ? [join, said, begin] : [begin, join, said]);
  }

  /** The code and its link, large, while people come in. */
  invite(code) {
    const link = new URL(`./#class=${code}`, location.href).href;
    this.inviting = make("p", { class: "count", "aria-live": "polite" });
    this.square = make("svg", { role: "img", "aria-label": text("class.square") });
    this.link = link;
    this.#open(make("div", { class: "invite" }, make("div", {}, make("h2", { text: text("class.come") }),
      make("p", { class: "how" }, ...HOW()),
      ...LOCAL.includes(location.hostname) ? [make("p", { text: text("class.local") })] : [],
      make("p", { class: "code", text: code }), this.inviting,
      make("p", { class: "small", text: text("class.nothing_kept") })), this.square));
    this.#drawCode();
    this.here();
    this.ask("asked", link);
  }

  #drawCode() {
    const { code } = this.data;
    if (!this.square || code?.link !== this.link) return;
    this.square.setAttribute("viewBox", `-4 -4 ${code.size + 8} ${code.size + 8}`);
    this.square.replaceChildren(make("path", { d: code.path }));
  }

  #open(...nodes) {
    this.dialog.replaceChildren(...nodes, make("button", { type: "button", class: "close",
      text: text("class.shut"), onclick: () => this.dialog.close() }));
    if (!this.dialog.open) this.dialog.showModal();
  }

  /** How many are there, where people are invited. */
  here(n = this.count ?? 0) {
    this.count = n;
    if (this.inviting) this.inviting.textContent = text("class.are_here", { n });
  }

  /** A button that does what it says when it is pressed a second time, within seconds. */
  sure(name, again, does) {
    const button = make("button", { type: "button", "aria-live": "polite", text: text(name) });
    let pressed = 0;
    button.onkeydown = event => { if (event.repeat) event.preventDefault(); };   // held down is once
    button.onclick = () => {
      const waited = Date.now() - pressed;
      if (waited < TWICE) return;
      if (waited < SURE) { does(); return; }
      pressed = Date.now();
      button.textContent = text(again);
      setTimeout(() => { button.textContent = text(name); }, SURE);
    };
    return button;
  }

  /** The line at the foot of the page; who has the focus in it keeps it. What is there already
      stays where it is: a button that is taken away while it is pressed hears no click. */
  bar(nodes) {
    const { activeElement: focused } = this.line.getRootNode(), before = [...this.line.children];
    const at = [...this.line.querySelectorAll("button")].indexOf(focused);
    const shown = nodes.map(node => before.includes(node) ? node : stays(before, node));
    before.filter(node => !shown.includes(node)).forEach(node => node.remove());
    shown.forEach((node, place) => {
      if (this.line.children[place] !== node) this.line.insertBefore(node, this.line.children[place] ?? null);
    });
    this.line.hidden = false;
    if (!focused?.isConnected) this.line.querySelectorAll("button")[at]?.focus();
  }

  /** A question or its answers, below their name, `open` or folded; what is there already
      stays as it is. */
  results(name = "", nodes = [], id = name, open = true) {
    if (id && id === this.#shown) return;
    this.#shown = id;
    this.panel.hidden = !name;
    this.panel.setAttribute("aria-label", name && text(name));
    this.panel.replaceChildren(make("details", { open },
      make("summary", { text: name && text(name) }), ...nodes));
  }

  /** What was answered, as far as it is known; `mine` is one's own answer. */
  answered(question, mine) {
    this.results("class.answered_so", resultsOf(question, mine), JSON.stringify(question));
  }

  /** The class is over, for the reason that is `said`; to one that was left there is a way
      back, as whom it was `known`. */
  over(said, known) {
    this.#role?.close();
    this.#role = null;
    keep({});
    this.results();
    this.button.hidden = false;
    document.documentElement.removeAttribute("data-taught");
    document.documentElement.removeAttribute("data-asked");
    this.bar([make("span", { role: "status", text: said }), make("i", {}),
      ...known ? [make("button", { type: "button", text: text("class.come_back"),
        onclick: () => { keep(known); this.#enter(kept()); } })] : [],
      make("button", { type: "button", text: text("class.shut"), onclick: () => { this.line.hidden = true; } })]);
  }
}
