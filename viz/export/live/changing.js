// What can be changed on purpose in a model, what is changed, and what it would write else.
import { make } from "../../components/common/nodes.js";
import { text } from "../../components/common/texts.js";
import { Wrong } from "./asking.js";
import { AS_USUAL, has, turned } from "./changes.js";

const POSITIONS = ["positions.encoder", "positions.decoder"];

/** What is said of something wrong. */
export const wrongSaid = problem => problem instanceof Wrong
  ? text(`live.wrong.${problem.message}`, problem.slots) : text("live.wrong.broken");

/** @param {import("./section.js").Section} section */
export function buildChanges(section) {
  const said = make("p", { class: "note wrong", role: "status" });
  const plain = make("p", { class: "note" });
  const list = make("ul", { class: "running", hidden: true });
  const { nodes, update } = section.kind === "transformer" ? buttonsOf(section)
    : { nodes: [], update() {} };
  const prefix = prefixOf(section);
  const how = make("p", { class: "note", text: text(`live.changes.${section.kind}`) });
  const open = make("details", { class: "changes" },
    make("summary", { text: text("live.changes.open") }),
    make("div", { class: "buttons" }, ...nodes, prefix.node), how);
  const tell = words => { said.textContent = words; };
  return {
    node: make("div", {}, open, list, plain, said), tell,
    refuse: problem => tell(wrongSaid(problem)),
    /** Shows what is changed; of a new pass also what the model writes without it. */
    update(without) {
      update();
      if (without === undefined) return;
      tell("");
      prefix.update();
      const changes = section.running();
      open.open ||= changes.length > 0;
      const focused = list.contains(document.activeElement);
      list.replaceChildren(...changes.map(({ said: name, undone }) => make("li", {}, make("span", { text: name }),
        make("button", { type: "button", text: "✕", "aria-label": text("live.changes.undo", { name }),
          title: text("live.changes.undo", { name }), onclick: () => section.change(undone) }))),
      ...changes.length > 1 ? [make("li", {}, make("button", { type: "button",
        text: text("live.changes.undo_all"), onclick: () => section.change(AS_USUAL) }))] : []);
      list.hidden = !changes.length;
      if (focused) open.querySelector("summary").focus();   // what had the focus is gone
      plain.replaceChildren(...without ? saidOf(without, section.answer) : []);
    },
  };
}

/** What is written without the changes. */
const saidOf = (without, now) => without.french === now.french ? [text("live.changes.same")]
  : [text("live.changes.without"), " ", make("span", { class: "word",
    text: without.french })];

function buttonsOf(section) {
  const pressed = (name, isOn, change, said = () => text(name)) => {
    const node = make("button", { type: "button", onclick: () => section.change(change()) });
    return { node, update() {
      node.textContent = said();
      node.setAttribute("aria-pressed", isOn());
    } };
  };
  const heads = () => {
    const { stack, layer, head, heads: several = [] } = section.view;
    const shown = several.length ? several : head >= 0 ? [head] : [];
    return shown.map(one => `${stack}.${layer + 1}.${one + 1}`);
  };
  const silence = pressed("", () => heads().length > 0
    && heads().every(one => has(section.experiment.silence, one)),
  () => turned(section.experiment, "silence", heads()),
  () => heads().length ? text("live.changes.silence", { n: heads().length,
    heads: heads().map(one => one.split(".")[2]).join(" + ") }) : text("live.changes.no_head"));
  const parts = [silence,
    pressed("live.changes.causal", () => !section.experiment.causal,
      () => ({ ...section.experiment, causal: !section.experiment.causal })),
    ...POSITIONS.map(name => pressed(`live.changes.${name}`,
      () => has(section.experiment.without, name),
      () => turned(section.experiment, "without", [name])))];
  return { nodes: parts.map(({ node }) => node), update() {
    parts.forEach(part => part.update());
    silence.node.disabled = !heads().length;
  } };
}

/** How French must begin. */
function prefixOf(section) {
  const field = make("input", { type: "text", autocomplete: "off", spellcheck: false,
    lang: section.languages[1] });
  const node = make("form", {}, make("label", {}, text("live.changes.prefix"), " ", field),
    make("button", { type: "submit", text: text("live.changes.go_on") }));
  node.onsubmit = event => {
    event.preventDefault();
    section.change({ ...section.experiment, prefix: field.value.trim() });
  };
  return { node, update() { field.value = section.experiment.prefix; } };
}
