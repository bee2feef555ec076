// A sentence that grows clause by clause: all its words in one vector, or a vector each.
import { followRemote } from "../attention/core/projecting.js";
import { themeOf, unitOf } from "../attention/core/theme.js";
import { decode, taking } from "../common/blob.js";
import { alone, make, put, steps, take } from "../common/nodes.js";
import { speak, text } from "../common/texts.js";
import { attentionOf } from "./attending.js";
import { fixedOf } from "./pressing.js";

const mounts = new WeakMap();

export default function bottleneck({ data, parentElement, setStateValue }) {
  const root = parentElement.querySelector(".bottleneck");
  const mount = mounts.get(root) ?? began(root);
  mount.tell = chosen => setStateValue("chosen", chosen);
  const before = mount.given, { header, numbers } = decode(data);
  speak(header.spoken);
  mount.given = { ...header, numbers };
  if (`${before?.clauses}` === `${header.clauses}` && header.attention) header.attention.at = before.attention?.at;
  const same = before?.chosen.story === header.chosen.story;
  const grown = same && before.chosen.clauses < header.chosen.clauses ? before.chosen.clauses : Infinity;
  mount.asked = { ...header.chosen };
  paintControls(mount);
  draw(mount, grown);
  document.fonts.ready.then(() => { if (mount.given.numbers === numbers && !mount.faces) { mount.faces = true; draw(mount); } });
  return () => { mount.watch.disconnect(); mount.remote.disconnect(); };
}

/** What stays while sentences come and go: the controls keep the focus. */
function began(root) {
  const mount = { root, given: null, asked: null, width: 0, faces: false };
  mount.sentence = make("p", { class: "sentence", lang: "en" });
  mount.group = make("div", { class: "segments", role: "radiogroup" });
  mount.label = make("span");
  mount.story = make("div", { class: "story" });
  mount.two = make("div", { class: "two" });
  mount.status = make("p", { class: "unseen", role: "status" });
  root.append(make("div", { class: "top" }, mount.sentence,
    make("div", { class: "controls" }, make("div", {}, mount.label, mount.group), mount.story)),
  mount.two, mount.status);
  root.onkeydown = event => {
    const number = Number(event.key);
    if (!(number >= 1 && number <= mount.given.most.clauses) || !alone(event)) return;
    take(event);
    ask(mount, { clauses: number });
  };
  mount.watch = new ResizeObserver(() => {
    if (mount.given && root.clientWidth !== mount.width) draw(mount);
  });
  mount.watch.observe(root);
  mount.remote = followRemote(by => {
    const clauses = mount.asked.clauses + by;
    if (clauses < 1 || clauses > mount.given.most.clauses) return false;
    ask(mount, { clauses });
    return true;
  });
  mounts.set(root, mount);
  return mount;
}

/** Another sentence, or another length: said at once, drawn when it is translated. */
function ask(mount, wanted) {
  mount.asked = { ...mount.asked, ...wanted };
  paintControls(mount);
  mount.tell(mount.asked);
}

// --- the controls ---------------------------------------------------------------------

function paintControls(mount) {
  const { given: { most }, asked, group } = mount;
  mount.label.textContent = text("bottleneck.clauses");
  group.setAttribute("aria-label", text("bottleneck.clauses"));
  if (group.children.length !== most.clauses) {
    group.replaceChildren(...Array.from({ length: most.clauses }, (_, at) =>
      make("button", { type: "button", role: "radio", text: String(at + 1),
        onclick: () => ask(mount, { clauses: at + 1 }) })));
    group.onkeydown = event => {
      const at = steps(event, mount.asked.clauses - 1, most.clauses);
      if (at < 0 || at + 1 === mount.asked.clauses) return;
      ask(mount, { clauses: at + 1 });
      group.children[at].focus();
    };
  }
  [...group.children].forEach((button, at) => put(button, { tabindex: at + 1 === asked.clauses ? 0 : -1,
    "aria-checked": String(at + 1 === asked.clauses) }));
  paintStory(mount);
}

function paintStory(mount) {
  const { given: { most }, story } = mount;
  const turn = by => () => ask(mount, { story: (mount.asked.story - 1 + by + most.story) % most.story + 1 });
  if (!story.children.length) {
    story.append(make("button", { type: "button", text: "‹", onclick: turn(-1) }), make("span"),
      make("button", { type: "button", text: "›", onclick: turn(1) }));
  }
  const [back, place, on] = story.children;
  story.hidden = !mount.asked.story;  // a sentence of one's own is one
  mount.group.parentElement.hidden = most.clauses < 2;
  back.setAttribute("aria-label", text("bottleneck.back"));
  on.setAttribute("aria-label", text("bottleneck.on"));
  place.textContent = text("bottleneck.story", { story: mount.asked.story, all: most.story });
}

// --- the sentence and its two models ----------------------------------------------------

/** Draws what is given; of more than `grown` clauses the new ones arrive. */
function draw(mount, grown = Infinity) {
  const { root, given, two } = mount;
  const width = mount.width = root.clientWidth;
  if (!width) return;
  const theme = themeOf(root), unit = unitOf(), numbers = taking(given.numbers);
  mount.sentence.replaceChildren(...given.clauses.flatMap((clause, at) => [
    make("span", { class: at >= grown ? "new" : null },
      make("sup", { text: String(at + 1) }), clause), " "]));
  two.classList.toggle("narrow", width < 760 * unit);
  const focused = root.getRootNode().activeElement?.closest?.("[data-of]")?.dataset.of;
  const halves = ["fixed", "attention"].filter(name => given[name]).map(name => {
    const model = given[name], half = make("section", { "aria-label": text(`bottleneck.${name}.title`) });
    return { name, model, half };
  });
  two.replaceChildren(...halves.map(({ half }) => half));
  const moves = grown < Infinity && !matchMedia("(prefers-reduced-motion: reduce)").matches;
  for (const { name, model, half } of halves) {
    const picture = name === "fixed" ? fixedOf : attentionOf;
    const drawing = { theme, unit, width: half.clientWidth, grown: moves ? grown : Infinity };
    half.append(
      make("h2", {}, text(`bottleneck.${name}.title`),
        make("span", { text: text(`bottleneck.${name}.about`) })),
      picture(model, numbers, drawing),
      make("p", { class: "said", lang: "fr", dir: "auto", text: model.translation }),
      fate(model));
  }
  root.querySelector(`[data-of="${focused}"]`)?.focus({ preventScroll: true });
  mount.status.textContent = halves.map(({ name, model }) => told(name, model)).join(" ");
}

const keptOf = ({ fates }) => fates.filter(([, kept]) => kept).length;

const told = (name, model) => text(`bottleneck.${name}.kept`, { kept: keptOf(model), all: model.fates.length });

/** How many content words are left, and which are lost: struck through, and said so. */
function fate(model) {
  const lost = model.fates.filter(([, kept]) => !kept).map(([word]) => word);
  return make("div", { class: "fate" },
    make("div", { class: "big" }, text("bottleneck.count", { kept: keptOf(model), all: model.fates.length }),
      make("small", { text: text("bottleneck.content") })),
    make("p", { lang: "en", "aria-hidden": "true" }, ...model.fates.flatMap(([word, kept]) =>
      [make(kept ? "b" : "s", { text: word }), " "])),
    make("p", { class: "unseen", text: lost.length ? text("bottleneck.lost", { words: lost.join(", ") })
      : text("bottleneck.none_lost") }));
}
