// Choices, bars and tables that several panels are made of.
import { alone, make, take } from "../../common/nodes.js";
import { decimals } from "../../common/numbers.js";
import { text } from "../../common/texts.js";

/** Buttons of which one is pressed; one tab stop, its `own` keys move it, or go `round`. */
export function segments(label, options, current, pick, own, round = false) {
  const buttons = options.map(option => make("button", {
    type: "button", role: "radio", text: option.text, title: option.title,
    "aria-label": option.name, "data-stay": label, onclick: event => pick(option.value, event),
  }));
  const group = make("div", { class: "segments", role: "radiogroup",
    "aria-label": label }, ...buttons);
  group.onkeydown = event => {
    const step = own[event.key];
    if (!step || !alone(event)) return;
    take(event);
    const to = options.findIndex(option => option.value === current()) + step;
    const next = options[round ? (to + options.length) % options.length : to];
    if (!next) return;
    pick(next.value);
    group.querySelector("[aria-checked=true]")?.focus();
  };
  return {
    group,
    node: make("div", { class: "choice" }, make("span", { text: label }), group),
    update() {
      options.forEach(({ value }, at) => {
        buttons[at].setAttribute("aria-checked", value === current());
        buttons[at].tabIndex = value === current() ? 0 : -1;
      });
    },
  };
}

export const SIDEWAYS = { ArrowLeft: -1, ArrowRight: 1 };

export const EVERY = { ...SIDEWAYS, ArrowUp: -1, ArrowDown: 1 };

/** A word, a bar from 0 to 1 and a number; `mark` sets a tick where it was before. */
export function bar(word, special, role) {
  const name = make("b", { class: `word ${role}${special ? " special" : ""}`, text: word,
    title: word });
  const fill = make("i", {}), tick = make("s", { hidden: true });
  const track = make("span", { class: "track" }, fill, tick);
  const value = make("em", {});
  const node = make("div", { class: `bar ${role}-bar` }, name, track, value);
  return {
    node,
    set(share, said, on) {
      const forbidden = Number.isNaN(share);
      track.classList.toggle("forbidden", forbidden);
      fill.style.width = forbidden ? "0" : `${Math.max(0, Math.min(1, share)) * 100}%`;
      value.textContent = said;
      node.classList.toggle("on", Boolean(on));
    },
    mark(share, said) {
      tick.hidden = Math.abs(share - parseFloat(fill.style.width) / 100) < 0.002;
      tick.style.left = `${share * 100}%`;
      tick.title = text("choose.before", { share: said });
    },
    name,
  };
}

/** A table of numbers; where it is `turned` its lines are keys, and its column a query. */
export function linesNode({ head, rows, digits }, caption, turned = false) {
  const cellOf = (value, at) => at === 0 ? make("th", { scope: "row", text: value })
    : make("td", { text: value === "" ? "" : decimals(value, digits) });
  return make("div", { class: "table", tabindex: 0, role: "region",
    "aria-label": text("map.table_scrolls") }, make("table", turned ? { class: "turned" } : {},
    make("caption", { text: caption }),
    make("thead", {}, make("tr", {},
      ...head.map(name => make("th", { scope: "col", text: name })))),
    make("tbody", {}, ...rows.map(line => make("tr", {}, ...line.map(cellOf))))));
}

/** A slider, which keeps its arrow keys; `set` says where it stands, in `said` and aloud. */
export function slider(label, range, stay, moved) {
  const said = make("output", {});
  const input = make("input", { type: "range", ...range, "aria-label": label,
    "data-stay": stay, oninput: () => moved(input.valueAsNumber),
    onkeydown: event => {
      if (/^(Arrow|Home|End|Page)/.test(event.key)) event.stopPropagation();
    } });
  return { input, said, set(value, words) {
    input.value = value;
    said.textContent = words;
    input.setAttribute("aria-valuetext", words);
  } };
}

/** A button that turns something on and off: `state` says whether `is` it is. */
export function toggle(words, stay, is, turn, state = "aria-pressed") {
  const button = make("button", { type: "button", class: "opens", text: words,
    [state]: String(is()), "data-stay": stay, onclick: () => {
      turn();
      button.setAttribute(state, is());
    } });
  return button;
}
