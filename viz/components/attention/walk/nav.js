// Into a walk and out of it, how long it is, what it asks, and the other model's terms.
import { make, write } from "../../common/nodes.js";
import { text } from "../../common/texts.js";
import { EVERY, segments } from "../core/widgets.js";
import { reel, stopAt } from "./stations.js";

const tool = (words, name, stay, run) => make("button", { type: "button", class: "tool",
  text: words, "aria-label": name, "data-stay": stay, onclick: run });

/** From the map into the walk. @param {import("../mount.js").Mount} mount */
export function buildNav(mount, host) {
  host.replaceChildren(tool(text("walk.open"), text("walk.open_about"), "walk-open",
    () => { mount.dispatch("start"); mount.focusOn("step-0"); }));
  host.firstChild.classList.add("go");
  return { weights() {} };
}

/** Play, short or full, and back to the map. */
export function buildTools(mount, host) {
  const { walk } = mount;
  const play = tool(text("walk.play"), text("walk.play_about"), "walk-play",
    () => { mount.dispatch("play"); update(); });
  const leave = tool(text("walk.close"), text("walk.close_about"), "walk-close",
    () => mount.dispatch("choose", { walk: "" }));
  const lengths = lengthsOf(mount);
  host.replaceChildren(make("div", { class: "tools" }, play, lengths.group, leave));
  const update = () => {
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
      mount.focusOn(`step-${stopAt(model, reel(model, mount.walk.machine, mount.view), mount.view)}`);
    }
  }, EVERY, true);
}

/** Which attention and head is open, and the head before and after it. */
export function buildWhere(mount, host) {
  const { walk } = mount, title = make("span", { class: "place-name" });
  const turn = (sign, name, by) => make("button", { type: "button", class: "turn",
    text: sign, "aria-label": text(name), "data-stay": name,
    onclick: () => mount.dispatch("choose", { head: walk.head + by }) });
  const less = turn("‹", "choose.head_before", -1), more = turn("›", "choose.head_next", 1);
  const axes = make("span", { class: "axes" });
  host.replaceChildren(axes, mount.lines.legend, title, less, more);
  return {
    weights() {
      const several = mount.view.place === "attention" && walk.machine.heads > 1;
      title.textContent = walk.title;
      title.title = walk.about;
      less.hidden = more.hidden = !several || Boolean(walk.machine.here);
      less.disabled = walk.head === 0;
      more.disabled = walk.head >= walk.machine.heads - 1;
      const pairs = walk.blocks.some(block => block.across);
      axes.replaceChildren(...pairs ? [make("b", { class: "query", text: text("map.queries_left") }),
        make("b", { class: "key", text: text("map.keys_above") })] : []);
    },
  };
}

/** What a step asks before it shows; the answer is covered until asked for. */
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
      host.hidden = !question.length;
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
