// The buttons of a walk, what it asks before it shows, and the other model's terms.
import { make, write } from "../../common/nodes.js";
import { isRecurrent, lengthSaid, reel, stopAt } from "./stations.js";

/** Walk, step, play, short or full: and out again. */
export function buildNav(context) {
  const { host, machine } = context;
  const button = (text, name, run, stay) => make("button", { type: "button", class: "tool",
    text, title: name, "aria-label": name, "data-stay": stay, onclick: run });
  const open = button("▷ Walk", "walk through the machine, stage by stage",
    () => { context.start(); context.focusOn("film-0"); }, "walk-open");
  const back = button("‹", "one stage back", () => context.onward(-1), "walk-back");
  const on = button("›", "one stage on", () => context.onward(1), "walk-on");
  const play = button("▷ Play", "play and stop", () => { context.play(); update(); }, "walk-play");
  const leave = button("✕ Maps", "close the walk, back to the maps",
    () => context.choose({ walk: "" }), "walk-close");
  const stand = () => context.focusOn(
    `film-${stopAt(reel(machine, context.view()), context.view())}`);
  const lengths = ["short", "full"].map(length => make("button", { type: "button",
    role: "radio", text: length, "data-stay": `walk-${length}`,
    title: lengthSaid(context.view(), length),
    onclick: event => {
      context.choose({ walk: length });
      if (event.detail) stand();   // by pointer: the arrow keys are the walk's again
    },
    onkeydown: event => {
      if (!/^Arrow/.test(event.key)) return;
      event.preventDefault();
      event.stopPropagation();
      context.choose({ walk: length === "short" ? "full" : "short" });
      lengths.find(one => one.tabIndex === 0)?.focus();
    } }));
  const count = make("output", { class: "count" });
  const segments = make("div", { class: "segments", role: "radiogroup",
    "aria-label": "length of the walk" }, ...lengths);
  host.replaceChildren(make("div", { class: "tools" }, open, back, count, on, play, segments,
    leave));
  const update = () => {
    const walking = Boolean(context.view().walk);
    open.hidden = walking;
    [back, on, play, leave, segments, count].forEach(node => { node.hidden = !walking; });
    if (!walking) return;
    const all = context.stops(), here = context.here();
    count.textContent = `${here + 1} of ${all.length}`;
    count.setAttribute("aria-label", `stage ${here + 1} of ${all.length}`);
    back.disabled = here === 0;
    on.disabled = here === all.length - 1;
    play.textContent = context.playing() ? "Stop" : "▷ Play";
    ["short", "full"].forEach((length, at) => {
      const chosen = context.view().walk === length;
      lengths[at].setAttribute("aria-checked", chosen);
      lengths[at].tabIndex = chosen ? 0 : -1;
    });
  };
  return { weights: update, row() {} };
}

/** What a station asks before it shows; the answer is covered until asked for. */
export function buildQuestion(context) {
  const { host } = context;
  const asked = make("span", { class: "asked" }), answer = make("p", { class: "answer" });
  const node = make("details", { class: "question" }, make("summary", {}, asked,
    make("span", { class: "uncover", text: "Answer" })), answer);
  node.onkeydown = event => { if (event.key !== "Escape") event.stopPropagation(); };
  host.replaceChildren(node);
  let shown = "";
  return {
    weights() {
      const now = `${context.placeId()} ${context.view().stage}`;
      host.hidden = !context.view().walk || !context.question().length;
      if (now !== shown) node.open = false;
      shown = now;
      write(asked, context.question());
      write(answer, context.answer());
    },
    row() {},
  };
}

/** A switch that names the terms as the other model does; the formula says which. */
export function buildTerms({ host, view, choose }) {
  const own = isRecurrent(view());
  const button = make("button", { type: "button", class: "terms-switch", "data-stay": "terms",
    text: own ? "Name query, key, value" : "Bahdanau’s names",
    title: own ? "" : "under Q, K and V: what they are called in his model, s, U h and h",
    onclick: () => choose({ terms: view().terms ? "" : "other" }) });
  host.replaceChildren(button);
  return {
    weights() { button.setAttribute("aria-pressed", Boolean(view().terms)); },
    row() {},
  };
}
