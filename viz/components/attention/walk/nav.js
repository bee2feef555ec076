// The buttons of a walk, what it asks before it shows, and the other model's terms.
import { make, write } from "../../common/nodes.js";
import { text } from "../../common/texts.js";
import { EVERY, segments } from "../core/widgets.js";
import { reel, stopAt } from "./stations.js";

/** Walk, step, play, short or full: and out again. @param {import("../mount.js").Mount} mount */
export function buildNav(mount, host) {
  const { walk } = mount;
  const button = (words, name, stay, run) => make("button", { type: "button", class: "tool",
    text: words, title: name, "aria-label": name, "data-stay": stay, onclick: run });
  const open = button(text("walk.open"), text("walk.open_about"), "walk-open",
    () => { mount.dispatch("start"); mount.focusOn("film-0"); });
  const back = button("‹", text("walk.back"), "walk-back", () => mount.dispatch("onward", -1));
  const on = button("›", text("walk.on"), "walk-on", () => mount.dispatch("onward", 1));
  const play = button(text("walk.play"), text("walk.play_about"), "walk-play",
    () => { mount.dispatch("play"); update(); });
  const leave = button(text("walk.close"), text("walk.close_about"), "walk-close",
    () => mount.dispatch("choose", { walk: "" }));
  const lengths = lengthsOf(mount), count = make("output", { class: "count" });
  host.replaceChildren(make("div", { class: "tools" }, open, back, count, on, play,
    lengths.group, leave));
  const update = () => {
    const walking = Boolean(mount.view.walk);
    open.hidden = walking;
    [back, on, play, leave, lengths.group, count].forEach(node => { node.hidden = !walking; });
    if (!walking) return;
    const { here, stops: { length } } = walk;
    count.textContent = text("walk.count", { here: here + 1, all: length });
    count.setAttribute("aria-label", text("walk.stage", { here: here + 1, all: length }));
    back.disabled = here === 0;
    on.disabled = here === length - 1;
    play.textContent = text(walk.playing ? "walk.stop" : "walk.play");
    lengths.update();
  };
  return { weights: update };
}

/** Short or full. */
function lengthsOf(mount) {
  const { model } = mount.walk;
  return segments(text("walk.length"), ["short", "full"].map(value => ({ value,
    text: text(`walk.${value}`), title: model.lengthSaid(value) })),
  () => mount.view.walk, (walk, event) => {
    mount.dispatch("choose", { walk });
    // By pointer: the arrow keys are the walk's again.
    if (event?.detail) {
      mount.focusOn(`film-${stopAt(model, reel(model, mount.view), mount.view)}`);
    }
  }, EVERY, true);
}

/** What a station asks before it shows; the answer is covered until asked for. */
export function buildQuestion(mount, host) {
  const { walk } = mount;
  const asked = make("span", { class: "asked" }), answer = make("p", { class: "answer" });
  const node = make("details", { class: "question" }, make("summary", {}, asked,
    make("span", { class: "uncover", text: text("walk.answer") })), answer);
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
  };
}

/** A switch that names the terms as the other model does; the formula says which. */
export function buildTerms(mount, host) {
  const { terms } = mount.walk.model;
  const button = make("button", { type: "button", class: "terms-switch",
    text: terms.text(), title: terms.title(),
    "data-stay": "terms",
    onclick: () => mount.dispatch("choose", { terms: mount.view.terms ? "" : "other" }) });
  host.replaceChildren(button);
  return {
    weights() { button.setAttribute("aria-pressed", Boolean(mount.view.terms)); },
  };
}
