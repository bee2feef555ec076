// One line of the story: typed in place, moved, hidden from the network, taken out.
import { alone, make, take } from "../common/nodes.js";
import { text } from "../common/texts.js";
import { placed, tall } from "./places.js";

export function lineOf(mount, line, at) {
  const { given, told, late } = mount, hidden = told.hidden.includes(at);
  const wrong = !late && given.wrong.lines[at];
  const classes = ["ln", !late && given.supporting.includes(at) && "ev", hidden && "out", wrong && "wrong"];
  const field = make("textarea", { rows: 1, spellcheck: "false", maxlength: 120, "data-focus": `line-${at}`, "data-told": line,
    "aria-label": text("story.line", { n: at + 1 }), "aria-invalid": wrong ? "true" : null, title: wrong || null });
  field.value = line;
  field.oninput = () => tall(field);
  field.onblur = () => {
    if (mount.drawing) return;
    const lines = wordsOf(mount);  // before an answer can draw them anew
    setTimeout(() => typed(mount, lines));
  };
  field.onkeydown = event => pressed(mount, at, field, event);
  return make("div", { class: classes.filter(Boolean).join(" "), style: placed(at + 2, 2) }, field, toolsOf(mount, at, hidden));
}

/** The lines as they are typed, told or not. */
export const wordsOf = ({ table, told }) => told.lines.map((line, at) =>
  table.querySelector(`[data-focus="line-${at}"]`)?.value.trim() ?? line);

/** A story without its empty lines. */
export function filled({ lines, hidden }) {
  const kept = [...lines.keys()].filter(at => lines[at]);
  return { lines: kept.map(at => lines[at]), hidden: hidden.map(at => kept.indexOf(at)).filter(at => at >= 0) };
}

/** A line was left: what it says now is told, and an empty one is taken out. */
function typed(mount, lines) {
  const { told } = mount;
  if (lines.every((line, at) => line && line === told.lines[at])) return;
  mount.change(filled({ lines, hidden: told.hidden }));
}

function pressed(mount, at, field, event) {
  event.stopPropagation();  // letters are shortcuts of the app
  const { lines } = mount.told, by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (by && event.altKey) {
    take(event);
    move(mount, at, by, `line-${at + by}`);
  } else if (by && alone(event) && lines[at + by] !== undefined) {
    take(event);
    mount.table.querySelector(`[data-focus="line-${at + by}"]`).focus();
  } else if (event.key === "Enter") {
    take(event);
    if (!field.value.trim()) return;
    if (lines.length >= mount.given.most) { field.blur(); return; }
    mount.insert(at + 1);
  } else if (event.key === "Backspace" && !field.value) {
    take(event);
    remove(mount, at, `line-${Math.max(0, at - 1)}`);
  }
}

/** A line goes one place up or down; a hidden one stays hidden. */
function move(mount, at, by, name) {
  const lines = wordsOf(mount), to = at + by;
  if (to < 0 || to >= lines.length) return;
  [lines[at], lines[to]] = [lines[to], lines[at]];
  const other = line => line === at ? to : line === to ? at : line;
  mount.change({ lines, hidden: sorted(mount.told.hidden.map(other)) }, { name });
}

function remove(mount, at, name) {
  const { hidden } = mount.told;
  mount.change({ lines: wordsOf(mount).filter((_, line) => line !== at),
    hidden: hidden.filter(line => line !== at).map(line => line > at ? line - 1 : line) }, { name });
}

const sorted = lines => lines.toSorted((a, b) => a - b);

function toolsOf(mount, at, hidden) {
  const { told } = mount, last = told.lines.length - 1, n = at + 1, turned = hidden ? "hide" : "show";
  const others = hidden ? told.hidden.filter(line => line !== at) : sorted([...told.hidden, at]);
  const tool = (name, sign, off, act) => make("button", { type: "button", text: sign, disabled: off, "data-focus": `${name}-${at}`,
    "aria-label": text(`story.${name}`, { n }), title: text(`story.${name}`, { n }), onclick: act });
  return make("div", { class: "tools" },
    hidden ? tool("show", text("story.short_show"), false, hide) : tool("hide", text("story.short_hide"), false, hide),
    tool("up", "↑", at === 0, () => move(mount, at, -1, `up-${at - 1}`)),
    tool("down", "↓", at === last, () => move(mount, at, 1, `down-${at + 1}`)),
    tool("remove", "×", false, () => remove(mount, at, `line-${Math.min(at, last - 1)}`)));

  function hide() {
    mount.change({ lines: wordsOf(mount), hidden: others }, { name: `${turned}-${at}` });
  }
}
