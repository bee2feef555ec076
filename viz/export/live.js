// A page that translates by itself: its models are unpacked from the page, nothing is
// asked of anybody. What was typed stays text.
import { decode, encode } from "../components/common/blob.js";
import { bytesOf, unpacked } from "../components/common/letters.js";
import { make } from "../components/common/nodes.js";
import { speak, text } from "../components/common/texts.js";
import { InputError } from "../components/model/accept.js";
import { load } from "../components/model/model.js";
import { nextPlaces, nextRows, sequenceOf, sidesOf, stacksOf } from "../components/model/pass.js";
import { mounted } from "./mounted.js";
import { sides } from "./sides.js";

const said = id => JSON.parse(document.getElementById(id).text);
const bytes = async node => (await unpacked(bytesOf(node.text))).arrayBuffer();
const OF = { source: "source", read: "output", predicted: "output" };

/** Header and numbers of a pass, in the words of the example that came with the model. */
function drawn(example, model, pass) {
  const among = sidesOf(pass, model.tokenizer), numbers = [];
  const sequences = Object.fromEntries(Object.entries(among).map(([name, side]) =>
    [name, sequenceOf(side, OF[name], example.sequences[name]?.name ?? "", true)]));
  let offset = 0;
  const stacks = stacksOf(pass, among, true).map(({ values, ...stack }) => {
    const { lower, error, hatched, ...told } = example.stacks.find(({ id }) => id === stack.id);
    const placed = { ...told, ...stack, offset };
    numbers.push(...values);
    offset += values.length;
    return placed;
  });
  const title = `${pass.read.text} → ${pass.written.text}`;
  const rows = nextRows(pass, model.tokenizer, nextPlaces(among.predicted, true));
  return encode({ ...example, id: title, sequences, stacks, next: { rows }, cited: "",
    labels: { ...example.labels, title } }, Float32Array.from(numbers));
}

/** The French, word by word with its probability: that of all its pieces. */
function french({ written: { words, wordOf }, chances, finished }) {
  const items = words.map((word, at) => {
    const chance = Math.exp(chances.reduce((sum, one, piece) =>
      sum + (wordOf[piece] === at ? one : 0), 0));
    return make("li", { title: text("live.word", { word, chance: chance.toFixed(2) }) },
      word, make("small", { text: chance.toFixed(2) }));
  });
  return finished ? items : [...items, make("li", { text: text("live.stopped") })];
}

/** A model on the page: its name, what it writes, its picture. */
function shownOf(node, one) {
  const { host, mount } = mounted(() => {}), list = make("ol", { class: "french" });
  const section = make("section", {}, make("h2", { text: node.dataset.title, hidden: one }),
    list);
  let example = null, model = null;
  return {
    section, mount,
    async begin() {
      const packed = new Uint8Array(await bytes(node.querySelector(".example")));
      example = decode(packed).header;
      section.append(host);
      mount.show(packed);
    },
    async load() {
      const [tokenizer, weights] = [".tokenizer", ".weights"].map(one => node.querySelector(one));
      model = load({ config: JSON.parse(node.dataset.config), weights: await bytes(weights),
        tokenizer: JSON.parse(new TextDecoder().decode(await bytes(tokenizer))) });
      weights.remove();   // its letters need not be kept twice
    },
    say(typed) {
      const pass = model.translate(typed);
      list.replaceChildren(...french(pass));
      mount.show(drawn(example, model, pass));
      return pass;
    },
  };
}

/** What is above the pictures: a field, examples, and one line on how things are. */
function askOf(go) {
  const field = make("input", { type: "text", autocomplete: "off", spellcheck: false });
  const form = make("form", { class: "ask" }, make("label", { text: text("live.prompt") }, field),
    make("button", { type: "submit", text: text("live.translate") }));
  const tries = make("p", { class: "tries" }, ...said("tries").map(english =>
    make("button", { type: "button", text: english, onclick: () => go(english) })));
  const status = make("p", { class: "status", role: "status" });
  form.onsubmit = event => { event.preventDefault(); go(field.value); };
  [field.value] = said("tries");
  return { nodes: [form, tries, status], field,
    tell(words, wrong = false) {
      status.textContent = words;
      status.classList.toggle("wrong", wrong);
    } };
}

function told(problem) {
  return problem instanceof InputError ? text(`live.wrong.${problem.message}`, problem.slots)
    : text("live.broken");
}

async function show() {
  speak(said("said"));
  document.head.append(make("style", { text: FACES }));
  await Promise.all([...document.fonts].map(face => face.load())).catch(() => {});
  const found = [...document.querySelectorAll("#models > .model")];
  const models = found.map(node => shownOf(node, found.length === 1));
  let ready = false;
  const go = typed => {
    ask.field.value = typed;
    if (!ready) return;
    try {
      const [{ cleaned }] = models.map(one => one.say(typed));
      ask.tell(cleaned.readSmall ? text("live.small", { text: cleaned.text }) : text("live.ready"));
    } catch (problem) {
      ask.tell(told(problem), true);
    }
  };
  const ask = askOf(go);
  const side = sides(() => { models.forEach(one => one.mount.build()); name(); });
  const night = make("button", { type: "button", onclick: side.turn });
  const name = () => { night.textContent = text(side.dark() ? "page.light" : "page.dark"); };
  name();
  document.body.append(make("header", { class: "top" }, make("h1", { text: document.title }), night),
    ...ask.nodes, make("main", { class: found.length > 1 ? "two" : "" },
      ...models.map(({ section }) => section)));
  for (const one of models) await one.begin();
  document.documentElement.dataset.drawn = "";
  for (const [at, one] of models.entries()) {
    ask.tell(text("live.loading", { percent: Math.round(100 * at / models.length) }));
    await new Promise(done => setTimeout(done));   // what was said is painted
    await one.load();
  }
  ready = true;
  document.documentElement.dataset.ready = "";
  go(ask.field.value);
}

const begin = () => show().catch(() => { document.querySelector(".unread").hidden = false; });
if (document.readyState === "loading") addEventListener("DOMContentLoaded", begin);
else begin();
