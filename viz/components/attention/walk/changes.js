// How a walk goes on: changes of its state, as in `../changes.js`.
import { choose } from "../choosing.js";
import { stationsOf } from "./stations.js";

const PACE = 1200;   // milliseconds a stage while playing

/** Goes to a stop. A pair of words that is held stays held where its cells are shown. */
function go(mount, { place, stage, stack, layer }) {
  const { walk, view } = mount, { pairs } = walk.model;
  walk.over = null;
  if (!pairs.includes(view.stage) || !pairs.includes(stage)) walk.held = null;
  const where = view.walk === "short" ? { place, stage } : { place, stage, stack, layer };
  return choose(mount, { ...where, walk: view.walk || "full", head: walk.head });
}

/** So many stages on; nothing where there are none. */
function onward(mount, by) {
  const { stops, here } = mount.walk, next = stops[here + by];
  return next ? go(mount, next) : "";
}

/** A walk is of one head: of a mean it is the one that the page leads to; a file has the
 * numbers of one alone. */
function leadOf({ head, machine: { here, lead }, view }) {
  if (here) return lead;
  const led = lead && view.stack === "cross" && view.head < 0;
  return led ? lead : { head };
}

function stop({ walk }) {
  clearInterval(walk.playing);
  walk.playing = 0;
  return "paint";
}

/** Stands on a piece of a side: the row of the picture is that of its word. */
function stand(mount, side, piece) {
  const { walk } = mount, row = walk.wordOf(walk.nameOf(side), piece);
  walk.pieces[side] = piece;
  if (side === mount.side) return choose(mount, { row });
  mount.rows[side] = row;
  return choose(mount, {});
}

export const WALKING = {
  go,
  onward,
  stop,
  start(mount) {
    const { walk, view } = mount;
    walk.held = null;
    const lead = leadOf(walk);
    const [{ place, stage }] = stationsOf(walk.model, walk.machine,
      { ...view, ...lead, walk: "short" });
    return choose(mount, { walk: "short", place, stage, ...lead });
  },
  /** As `onward`, and as far as there are stages. */
  leap(mount, by) {
    const { stops, here } = mount.walk, last = stops.length - 1;
    stop(mount);
    return go(mount, stops[Math.min(last, Math.max(0, here + by))]);
  },
  /** Goes to a stop that the reader points out: nothing plays any more. */
  leapTo(mount, where) {
    stop(mount);
    return go(mount, where);
  },
  /** Opens something else, or closes it. */
  explore: (mount, name) => choose(mount, { explore: name }),
  play(mount) {
    const { walk } = mount;
    if (walk.playing) return stop(mount);
    if (!matchMedia("(prefers-reduced-motion: reduce)").matches) {
      walk.playing = setInterval(() => mount.dispatch("goOn"), PACE);
    }
    return onward(mount, 1);
  },
  /** The next stage of a play, which stops at the last one. */
  goOn: mount => onward(mount, 1) || stop(mount),
  pointCell(mount, place) { mount.walk.over = place; return "paintRow"; },
  holdCell(mount, place) {
    const { walk } = mount;
    walk.held = place;
    walk.over = null;
    return stand(mount, walk.sideOf(walk.blocks[place.block].side), place.row);
  },
  nextRow(mount, by) {
    const { walk } = mount, { side, rows } = walk.blocks[walk.mark.block]
      ?? { side: "read", rows: 0 };
    const row = walk.mark.row + by;
    if (row < 0 || row >= rows) return "";
    if (walk.held) walk.held = { ...walk.held, row };
    return stand(mount, walk.sideOf(side), row);
  },
};
