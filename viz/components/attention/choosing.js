// What the reader chooses of the view, and what follows from it.
import { fit } from "./core/view.js";
import { fitWalk, reaches } from "./walk/stations.js";

/** Where one of these is another, the picture is built anew, or painted anew. */
const REBUILT = ["stack", "colour", "special", "names", "overview",
  "explore"];
const REPAINTED = ["layer", "head", "heads", "links", "walk", "place", "stage", "terms"];

/** The nearest view that there is, with its walk where the picture can be walked. */
export function fitted({ trace, walk }, view) {
  const shown = fit(trace.stacks, view);
  if (!walk) return shown;
  const found = { ...shown, ...fitWalk(walk.model, { ...view, ...shown }) };
  return found.walk && !reaches(walk.model, walk.machine, found) ? { ...found, walk: "" }
    : found;
}

/** The row is that of its side from now on; a walk follows both sides. */
export function remember(mount) {
  mount.rows[mount.side] = mount.view.row;
  ["source", "output"].forEach(side => mount.walk?.follow(side, mount.rows[side] ?? 0));
}

/** Another view, the nearest one that there is; `cell` is what is held from now on. */
export function choose(mount, change, cell = null) {
  const before = mount.view;
  const alone = "head" in change && !change.heads ? { heads: [] } : {};
  const found = fitted(mount, { ...before, ...alone, ...change });
  if (!mount.arriving.has(found)) {
    mount.arriving.wanted = () => mount.dispatch("choose", change, cell);
    return "";
  }
  mount.view = found;
  if (mount.view.stack !== before.stack) {
    mount.hover = null;
    const row = mount.rows[mount.side] ?? mount.view.row;
    mount.view = fitted(mount, { ...mount.view, row: change.row ?? row });
  }
  mount.cell = cell ?? (mount.cell?.row === mount.view.row ? mount.cell : null);
  remember(mount);
  if (JSON.stringify(mount.view) !== JSON.stringify(before)) mount.tellSoon();
  const other = name => String(mount.view[name]) !== String(before[name]);
  if (REBUILT.some(other) || !mount.view.walk !== !before.walk) return "build";
  return REPAINTED.some(other) ? "paint" : "paintRow";
}
