// The buttons of a walk, what it asks before it shows, and the other model's terms.
import { make, write } from "../../common/nodes.js";
import { reel, stopAt } from "./stations.js";

/** Walk, step, play, short or full: and out again. @param {import("../mount.js").Mount} mount */
export function buildNav(mount, host) {
  const { walk } = mount;
  const button = (text, name, stay, run) => make("button", { type: "button", class: "tool",
    text, title: name, "aria-label": name, "data-stay": stay, onclick: run });
  const open = button("▷ Walk", "walk through the machine, stage by stage", "walk-open",
    () => { mount.dispatch("start"); mount.focusOn("film-0"); });
  const back = button("‹", "one stage back", "walk-back", () => mount.dispatch("onward", -1));
  const on = button("›", "one stage on", "walk-on", () => mount.dispatch("onward", 1));
  const play = button("▷ Play", "play and stop", "walk-play",
    () => { mount.dispatch("play"); update(); });
  const leave = button("✕ Maps", "close the walk, back to the maps", "walk-close",
    () => mount.dispatch("choose", { walk: "" }));
  const lengths = lengthsOf(mount), count = make("output", { class: "count" });
  host.replaceChildren(make("div", { class: "tools" }, open, back, count, on, play,
    lengths.node, leave));
  const update = () => {
    const walking = Boolean(mount.view.walk);
    open.hidden = walking;
    [back, on, play, leave, lengths.node, count].forEach(node => { node.hidden = !walking; });
    if (!walking) return;
    const { here, stops: { length } } = walk;
    count.textContent = `${here + 1} of ${length}`;
    count.setAttribute("aria-label", `stage ${here + 1} of ${length}`);
    back.disabled = here === 0;
    on.disabled = here === length - 1;
    play.textContent = walk.playing ? "Stop" : "▷ Play";
    lengths.update();
  };
  return { weights: update, row() {} };
}

/** Short or full: a group of radio buttons by keyboard. */
function lengthsOf(mount) {
  const names = ["short", "full"], { model } = mount.walk;
  // By pointer: the arrow keys are the walk's again.
  const stand = () => mount.focusOn(
    `film-${stopAt(model, reel(model, mount.view), mount.view)}`);
  const buttons = names.map(length => make("button", { type: "button", role: "radio",
    text: length, "data-stay": `walk-${length}`, title: model.lengths[length],
    onclick: event => {
      mount.dispatch("choose", { walk: length });
      if (event.detail) stand();
    },
    onkeydown: event => {
      if (!/^Arrow/.test(event.key)) return;
      event.preventDefault();
      event.stopPropagation();
      mount.dispatch("choose", { walk: names.find(other => other !== length) });
      buttons.find(one => one.tabIndex === 0)?.focus();
    } }));
  return {
    node: make("div", { class: "segments", role: "radiogroup",
      "aria-label": "length of the walk" }, ...buttons),
    update: () => names.forEach((length, at) => {
      const chosen = mount.view.walk === length;
      buttons[at].setAttribute("aria-checked", chosen);
      buttons[at].tabIndex = chosen ? 0 : -1;
    }),
  };
}

/** What a station asks before it shows; the answer is covered until asked for. */
export function buildQuestion(mount, host) {
  const { walk } = mount;
  const asked = make("span", { class: "asked" }), answer = make("p", { class: "answer" });
  const node = make("details", { class: "question" }, make("summary", {}, asked,
    make("span", { class: "uncover", text: "Answer" })), answer);
  node.onkeydown = event => { if (event.key !== "Escape") event.stopPropagation(); };
  host.replaceChildren(node);
  let shown = "";
  return {
    weights() {
      const now = `${walk.id} ${mount.view.stage}`, { question } = walk;
      host.hidden = !mount.view.walk || !question.length;
      if (now !== shown) node.open = false;
      shown = now;
      write(asked, question);
      write(answer, walk.answer);
    },
    row() {},
  };
}

/** A switch that names the terms as the other model does; the formula says which. */
export function buildTerms(mount, host) {
  const { text, title } = mount.walk.model.terms;
  const button = make("button", { type: "button", class: "terms-switch", text, title,
    "data-stay": "terms",
    onclick: () => mount.dispatch("choose", { terms: mount.view.terms ? "" : "other" }) });
  host.replaceChildren(button);
  return {
    weights() { button.setAttribute("aria-pressed", Boolean(mount.view.terms)); },
    row() {},
  };
}
