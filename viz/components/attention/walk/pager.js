// The steps of a walk: numbered, with the one where it stands, the one before, the next.
import { make, put } from "../../common/nodes.js";
import { text } from "../../common/texts.js";
import { reel, stopAt } from "./stations.js";

/** @param {import("../mount.js").Mount} mount */
export function buildPager(mount, host) {
  const { walk } = mount, { model, machine } = walk;
  const button = (kind, stay, run) => make("button", { type: "button", class: kind,
    "data-stay": stay, onclick: run });
  const back = button("quiet", "walk-back", () => mount.dispatch("onward", -1));
  const next = button("go", "walk-on", () => onward(mount));
  const strip = make("ol", { class: "reel", role: "group" });
  const count = make("output", { class: "count" });
  back.textContent = text("walk.before");
  back.setAttribute("aria-label", text("walk.back"));
  host.replaceChildren(back, strip, count, next);
  let shown = { frames: [], stops: [] }, signature = "";
  return {
    weights() {
      const { view } = mount, stops = reel(model, machine, view), { here, stops: all } = walk;
      const names = stops.map(stop => model.stageName(machine, stop, view.head));
      const now = JSON.stringify([stops, names, view.walk]);
      if (now !== signature) {
        signature = now;
        shown = { stops, frames: layFrames(mount, strip, stops, names) };
      }
      mark(mount, strip, shown);
      count.textContent = text("walk.count", { here: here + 1, all: all.length });
      count.setAttribute("aria-label",
        text("walk.stage", { here: here + 1, all: all.length }));
      host.classList.toggle("long", all.length > stops.length);
      back.disabled = here === 0;
      const following = all[here + 1];
      next.textContent = following
        ? text("walk.next", { what: model.nextSaid(following) }) : text("walk.again");
    },
    focus: () => shown.frames.find(frame => frame.tabIndex === 0)
      ?.focus({ preventScroll: true }),
  };
}

/** One step on; after the last one the walk begins again. */
function onward(mount) {
  const { here, stops } = mount.walk;
  mount.dispatch("leap", here + 1 < stops.length ? 1 : -Infinity);
}

/** A button for every stop. */
function layFrames(mount, strip, stops, names) {
  const { view, walk } = mount;
  strip.setAttribute("aria-label", view.walk === "short" ? text("walk.steps_short")
    : text("walk.steps_of", { place: walk.model.placeName(walk.id) }));
  const frames = stops.map((stop, at) => {
    const what = walk.model.trained(stop.stage);
    return make("button", { type: "button", class: "step", tabindex: -1,
      "data-stay": `step-${at}`, onclick: () => mount.dispatch("leapTo", stop),
      title: what ? text("walk.trained", { what }) : text("walk.computed") },
    make("i", { "aria-hidden": "true", text: at + 1 }), make("span", { text: names[at] }));
  });
  strip.replaceChildren(...frames.map(frame => make("li", { role: "presentation" }, frame)));
  return frames;
}

/** Marks the stop where the walk stands, and those that lie behind it. */
function mark({ walk, view }, strip, { frames, stops }) {
  const here = stopAt(walk.model, stops, view);
  frames.forEach((other, at) => {
    other.tabIndex = at === here ? 0 : -1;
    other.classList.toggle("done", at < here);
    put(other, { "aria-current": at === here && "step" });
  });
}
