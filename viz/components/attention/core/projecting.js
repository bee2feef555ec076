// On a projector: numerals that are read in the last row, and the keys of a remote.
import { alone } from "../../common/nodes.js";
import { unitOf } from "./theme.js";

const NUMERAL = 21.5;   // pixels of the design, 28 and more of the screen
const TURNS = { PageDown: 1, PageUp: -1 };
const TYPED = "input:not([type=range]), textarea";

/** Whether a projector shows the page: its root font is 24 px, that of a screen up to 21. */
export const projected = unit => unit > 1.3;

/** The size of a number in a matrix, in pixels of the design. */
export const numeralOf = (usual, unit) => projected(unit) ? Math.max(usual, NUMERAL) : usual;

/** Page Down and Page Up wherever the focus is; `turn` answers whether it went on. */
export function followRemote(turn) {
  const press = event => {
    const by = TURNS[event.key];
    if (!by || event.defaultPrevented || event.shiftKey || !alone(event)) return;
    if (!projected(unitOf()) || event.composedPath()[0].matches?.(TYPED)) return;
    if (turn(by)) event.preventDefault();
  };
  addEventListener("keydown", press);
  return { disconnect: () => removeEventListener("keydown", press) };
}
