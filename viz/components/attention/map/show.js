// How the picture is shown: colours, links, names, several heads; and what lies on special keys.
import { make } from "../../common/nodes.js";
import { text } from "../../common/texts.js";
import { toggled } from "../core/view.js";
import { mapOf } from "../core/weights.js";
import { EVERY, segments, slider } from "../core/widgets.js";
import { onPicture } from "./onpicture.js";
import { nameOf, NAMES, onSpecialSaid, specialNames } from "./say.js";

/** The options in one row; each is painted at once and kept in the address. */
export function buildShow(mount, host) {
  const { whole } = mount, parts = [];
  const pair = (label, name, ...options) => parts.push(segments(label, options,
    () => (options.find(({ value }) => value === mount.view[name]) ?? options[0]).value,
    value => mount.dispatch("choose", { [name]: value }), EVERY));
  pair(text("show.colour"), "colour", { value: "linear", text: text("show.linear") },
    { value: "root", text: "√", name: text("show.root"), title: text("show.root_about") });
  if (!onPicture(whole)) parts.push(range(mount));
  if (!onPicture(whole) && whole.keySpecial.some(Boolean) && !whole.keySpecial.every(Boolean)) {
    pair(specialNames(whole), "special", { value: true, text: text("show.shown") },
      { value: false, text: text("show.hidden") });
  }
  if (NAMES.includes(whole.queries)) parts.push(namedBy(mount));
  if (whole.heads > 2) parts.push(several(mount));
  host.replaceChildren(...parts.map(part => part.node));
  return { weights: () => parts.forEach(part => part.update()) };
}

/** Which of its two names a row goes by; the map itself stands still. */
const namedBy = mount => segments(text("show.names"),
  NAMES.map(value => ({ value, text: nameOf(mount.whole, value) })), () => mount.stack.named,
  value => mount.dispatch("choose", { names: value === mount.whole.queries ? "" : value }),
  EVERY);

/** The same alone, under a picture that has no other options. */
export function buildNames(mount, host) {
  const part = namedBy(mount);
  host.replaceChildren(part.node);
  return { weights: part.update };
}

/** The strongest links: how much of each row they carry. */
function range(mount) {
  const { input, said, set } = slider(text("show.links_about"),
    { min: 10, max: 100, step: 5 }, "links", links => mount.dispatch("choose", { links }));
  return {
    node: make("label", { class: "choice" }, make("span", { text: text("show.links") }), input, said),
    update() {
      const { links } = mount.view;
      set(links, links < 100 ? text("show.links_some", { percent: links })
        : text("show.all"));
    },
  };
}

/** Any heads of the layer, to look at the mean of those that are pressed. */
function several(mount) {
  const buttons = Array.from({ length: mount.stack.heads }, (_, head) => make("button", {
    type: "button", text: head + 1, "aria-label": text("show.in_mean", { n: head + 1 }),
    "data-stay": `mean ${head}`, onclick: () => mount.dispatch("choose", toggled(mount.view, head)),
  }));
  return {
    node: make("div", { class: "choice" }, make("span", { text: text("show.mean") }),
      make("div", { class: "segments", role: "group", "aria-label": text("show.mean") },
        ...buttons)),
    update() {
      const { head: one, heads } = mount.view, pressed = heads.length ? heads : [one];
      buttons.forEach((button, head) =>
        button.setAttribute("aria-pressed", pressed.includes(head)));
    },
  };
}

/** How much of the shown row lies on special pieces, beside the legend; of rows that need
    not add up to 1 it is no share. */
export function buildMeter(mount, host) {
  const { whole } = mount;
  if (!whole.keySpecial.some(Boolean) || onPicture(whole) || whole.free) {
    host.hidden = true;
    return { weights() {} };
  }
  const fill = make("i", {}), said = make("span", {});
  host.replaceChildren(make("span", {
    text: text("show.special", { keys: specialNames(whole) }) }),
    make("span", { class: "track" }, fill), said);
  const row = () => {
    const { here, said: how } = onSpecialSaid(whole, mapOf(whole, mount.view),
      mount.shownRow);
    fill.style.width = `${Math.min(1, here) * 100}%`;
    said.textContent = how;
  };
  return { weights: row, row };
}
