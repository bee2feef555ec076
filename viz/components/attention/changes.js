// Every change of a picture's state, by name. A change says how much is drawn again:
// "build", "paint", "paintRow" or "paintTable", or nothing where whoever asked draws.
import { speak } from "../common/texts.js";
import { choose, fitted, remember } from "./choosing.js";
import { learn, unpack } from "./core/trace.js";
import { fit } from "./core/view.js";
import { tell } from "./first/together.js";
import { arrive } from "./walk/arrivals.js";
import { WALKING } from "./walk/changes.js";
import { Walk } from "./walk/walk.js";

/** New data keeps the reader's view where it still exists, unless Python imposes one. */
function receive(mount, data) {
  const before = mount.trace?.header;
  mount.data = data;
  mount.trace = unpack(data);
  const { header } = mount.trace;
  speak(header.spoken);
  if (mount.ahead === header.writes || header.over) mount.ahead = null;
  const imposed = !mount.view || mount.revision !== header.view_rev;
  mount.revision = header.view_rev;
  if (imposed || before?.id !== header.id) mount.cell = null;
  if (before?.id !== header.id) {
    mount.from = mount.finding = mount.asked = undefined;
  }
  mount.hover = null;
  if (header.machine) {
    arrive(header, mount.trace.body);
    mount.walk ??= new Walk(mount);
    mount.walk.begin(header.machine, imposed);
  }
  mount.view = fitted(mount, imposed ? header.view : mount.view);
  if (imposed) mount.tellNothing();
  mount.began = mount.side;
  remember(mount);
  return "build";
}

export const CHANGES = {
  receive,
  /** Chooses; pictures of the same sentence choose the same word. */
  choose(mount, change, cell) {
    const drawn = choose(mount, change, cell);
    if ("row" in change) tell(mount, "chooseToo", mount.view.row);
    return drawn;
  },
  chooseToo: (mount, row) => choose(mount, { row }),
  /** Numbers of a walk came. */
  came: mount => mount.root.isConnected ? "paint" : "",
  /** The exact weights of a row came, all heads of its layer one behind another. */
  learn(mount, place, weights) {
    const stack = mount.trace.stacks.get(place.stack);
    if (!stack?.learn || weights.length !== stack.heads * stack.columns) return "";
    learn(stack, place, weights);
    return "paintRow";
  },
  point(mount, place) {
    mount.hover = place;
    tell(mount, "pointToo", place?.row ?? -1);
    return "paintRow";
  },
  pointToo(mount, row) {
    mount.hover = row < 0 ? null : { row, column: null };
    return "paintRow";
  },
  /** A table of the page is pointed at: the same row here, if it is one of this side. */
  pointFrom(mount, place) {
    if (!mount.stack) return "";   // nothing to look at yet
    const here = place?.side === mount.side && place.row < mount.stack.rows;
    mount.hover = here && !mount.view.walk ? { row: place.row, column: null } : null;
    return "paintRow";
  },
  hold(mount, place) { mount.cell = place; return "paintRow"; },
  /** Holds a cell, and its row is the one that is chosen. */
  pick: (mount, place) => choose(mount, { row: place.row }, place),
  /** Goes to a step of the output, whatever the rows are. */
  step(mount, row) {
    if (mount.side === "output") return choose(mount, { row });
    mount.rows.output = row;
    return "paintRow";
  },
  /** Nothing is held, and the row is the one that the page began with. */
  letGo(mount) {
    mount.cell = mount.hover = null;
    const { row } = fit(mount.trace.stacks, mount.header.view);
    return choose(mount, mount.side === mount.began ? { row } : {});
  },
  openTable(mount) { mount.table = !mount.table; return "paintTable"; },
  openOptions(mount) { mount.options = !mount.options; },
  takeHand(mount) { mount.forbidding = !mount.forbidding; },
  moveHand(mount, change) { mount.hand = { ...mount.hand, ...change }; },
  ...WALKING,
};
