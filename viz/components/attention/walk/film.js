// The film of a walk: the real matrices, small, in the order in which they are made.
import { make, put, px } from "../../common/nodes.js";
import { text } from "../../common/texts.js";
import { bitmapOf } from "./shade.js";
import { reel, stopAt } from "./stations.js";
import { reachOf } from "./tensors.js";

/** @param {import("../mount.js").Mount} mount */
export function buildFilm(mount, host) {
  const { walk } = mount, { model, machine } = walk;
  const strip = make("div", { class: "reel", role: "group" });
  const said = make("p", { class: "about", text: text("walk.film_mean") });
  host.replaceChildren(strip, said);
  let film = { frames: [], stops: [] }, signature = "", drawn = "";
  const draw = () => {
    const step = model.stepped ? walk.piece("predicted") : 0;
    const ready = film.stops.map(stop => walk.dataOf(model.placeId(stop)) ? "1" : "0").join("");
    const now = `${walk.pass} ${walk.head} ${step} ${ready}`;
    if (now === drawn) return;
    drawn = now;
    film.frames.forEach((frame, at) => {
      const { stage } = film.stops[at], data = walk.dataOf(model.placeId(film.stops[at]));
      thumbnail(mount, frame.firstChild,
        data && model.blocks(data, stage, { head: walk.head, step }));
    });
  };
  return {
    weights() {
      const { view } = mount, stops = reel(model, view);
      const names = stops.map(stop => model.stageName(machine, stop, view.head));
      const now = JSON.stringify([stops, names, view.walk, view.head < 0]);
      if (now !== signature) {
        signature = now;
        drawn = "";
        film = { stops, frames: layFrames(mount, strip, stops, names) };
        said.hidden = view.walk || view.head >= 0 || view.place !== "attention";
      }
      draw();
      mark(mount, strip, film);
    },
    row: () => { if (model.stepped) draw(); },
    focus: () => film.frames.find(frame => frame.tabIndex === 0)
      ?.focus({ preventScroll: true }),
  };
}

/** A button for every stop, with an arrow to the next one. */
function layFrames(mount, strip, stops, names) {
  const { view, walk } = mount;
  strip.setAttribute("aria-label", view.walk === "short" ? text("walk.film_short")
    : text("walk.film_stages", { place: walk.model.placeName(walk.id) }));
  const frames = stops.map((stop, at) => {
    const what = walk.model.trained(stop.stage);
    return make("button", { type: "button", class: "frame-button", tabindex: -1,
      "data-stay": `film-${at}`, onclick: () => mount.dispatch("go", stop),
      title: what ? text("walk.trained", { what }) : text("walk.computed") },
    make("canvas", { "aria-hidden": "true" }), make("span", { text: names[at] }));
  });
  strip.replaceChildren(...frames.flatMap((frame, at) =>
    at ? [make("i", { "aria-hidden": "true", text: "→" }), frame] : [frame]));
  strip.classList.toggle("long", stops.length > 9);
  return frames;
}

/** Marks the stop where the walk stands; a narrow strip is scrolled to it. */
function mark({ walk, view, width, unit }, strip, { frames, stops }) {
  const here = stopAt(walk.model, stops, view), frame = frames[here];
  frames.forEach((other, at) => {
    other.tabIndex = at === here ? 0 : -1;
    put(other, { "aria-current": at === here && "step" });
  });
  if (width < 640 * unit && frame) {
    strip.scrollLeft = frame.offsetLeft - strip.offsetLeft
      - (strip.clientWidth - frame.offsetWidth) / 2;
  }
}

/** The matrices of a stage side by side on a square; hatched until they are here. */
function thumbnail({ theme, unit }, canvas, blocks) {
  const sharp = Math.min(2, window.devicePixelRatio || 1);
  const long = canvas.closest(".reel").classList.contains("long");
  const side = Math.round((long ? 46 : 52) * unit);
  canvas.style.width = canvas.style.height = px(side);
  canvas.width = canvas.height = Math.round(side * sharp);
  const pen = canvas.getContext("2d"), size = canvas.width;
  canvas.classList.toggle("forbidden", !blocks);
  if (!blocks) return;
  if (blocks[0].kind === "id") { bars(pen, blocks[0], size, theme); return; }
  const gap = blocks.length > 1 ? Math.round(2 * sharp) : 0;
  const wide = (size - gap * (blocks.length - 1)) / blocks.length;
  blocks.forEach((block, at) => {
    const map = bitmapOf(block, reachOf(block).most, theme);
    pen.imageSmoothingEnabled = block.columns > wide;
    pen.drawImage(map, Math.round(at * (wide + gap)), 0, Math.round(wide), size);
  });
}

/** Pieces have no matrix yet: a bar a piece. */
function bars(pen, { rows, values }, size, theme) {
  const most = Math.max(...values, 1), high = size / Math.max(1, rows);
  pen.fillStyle = theme.muted;
  values.forEach((value, row) => pen.fillRect(size * 0.16, (row + 0.25) * high,
    size * (0.2 + 0.48 * value / most), high * 0.5));
}
