// The film of a walk: the real matrices, small, in the order in which they are made.
import { make, px } from "../../common/nodes.js";
import { stageBlocks } from "../recurrent/blocks.js";
import { bitmapOf } from "./shade.js";
import { reachOf } from "./stages.js";
import { isRecurrent, placeId, placeName, reel, stageName, stopAt, trainedAt }
  from "./stations.js";

export function buildFilm(context) {
  const { host, machine, unit } = context, narrow = context.width < 640 * unit;
  const strip = make("div", { class: "reel", role: "group" });
  const said = make("p", { class: "about", text: "The film is of head 1: a mean of heads "
    + "has no queries, keys and values of its own." });
  host.replaceChildren(strip, said);
  let frames = [], stops = [], signature = "", drawn = "";
  const lay = () => {
    const view = context.view();
    stops = reel(machine, view);
    strip.setAttribute("aria-label", view.walk === "short"
      ? "The walk, nine stations" : `The stages of ${placeName(placeId(view))}`);
    said.hidden = view.walk || view.head >= 0 || view.place !== "attention";
    frames = stops.map((stop, at) => make("button", {
      type: "button", class: "frame-button", tabindex: -1, "data-stay": `film-${at}`,
      onclick: () => context.go(stops[at]),
    }, make("canvas", { "aria-hidden": "true" }),
    make("span", { text: stageName(machine, stop, view.head) })));
    strip.replaceChildren(...frames.flatMap((frame, at) =>
      at ? [make("i", { "aria-hidden": "true", text: "→" }), frame] : [frame]));
    strip.classList.toggle("long", stops.length > 9);
  };
  const mark = () => {
    const view = context.view(), here = stopAt(stops, view);
    frames.forEach((frame, at) => {
      const stop = stops[at];
      frame.tabIndex = at === here ? 0 : -1;
      if (at === here) frame.setAttribute("aria-current", "step");
      else frame.removeAttribute("aria-current");
      const lock = trainedAt(stop);
      frame.title = lock ? `trained: ${lock}` : "computed anew for this sentence";
    });
    const frame = frames[here];
    if (narrow && frame) {
      strip.scrollLeft = frame.offsetLeft - strip.offsetLeft
        - (strip.clientWidth - frame.offsetWidth) / 2;
    }
  };
  const draw = () => {
    const head = Math.max(0, context.view().head);
    const step = isRecurrent(context.view()) ? context.piece("predicted") : 0;
    const ready = stops.map(stop => context.stages(placeId(stop)) ? "1" : "0").join("");
    const now = `${context.pass()} ${head} ${step} ${ready}`;
    if (now === drawn) return;
    drawn = now;
    frames.forEach((frame, at) => {
      const data = context.stages(placeId(stops[at]));
      thumbnail(frame.firstChild, data, stops[at].stage, { head, step }, context, unit);
    });
  };
  return {
    weights() {
      const view = context.view();
      const along = reel(machine, view);
      const names = along.map(stop => stageName(machine, stop, view.head));
      const now = JSON.stringify([along, names, view.walk, view.head < 0]);
      if (now !== signature) { signature = now; drawn = ""; lay(); }
      draw();
      mark();
    },
    row: () => { if (isRecurrent(context.view())) draw(); },
    focus: () => frames.find(frame => frame.tabIndex === 0)?.focus({ preventScroll: true }),
  };
}

function thumbnail(canvas, data, stage, { head, step }, { theme }, unit) {
  const sharp = Math.min(2, window.devicePixelRatio || 1);
  const side = Math.round(canvas.parentNode.parentNode.classList.contains("long") ? 46 * unit : 52 * unit);
  canvas.style.width = canvas.style.height = px(side);
  canvas.width = canvas.height = Math.round(side * sharp);
  const pen = canvas.getContext("2d"), size = canvas.width;
  canvas.classList.toggle("forbidden", !data);
  if (!data) return;
  const blocks = stageBlocks(data, stage, head, step);
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
