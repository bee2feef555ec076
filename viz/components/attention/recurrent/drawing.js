// The recurrent translator as a drawing: one step, and the state that leads to the next.
import { make } from "../../common/nodes.js";
import { text } from "../../common/texts.js";
import { ALIGNMENT } from "./places.js";

const LAID = { box: 84, high: 34, left: 12, right: 108, width: 216, foot: 246 };

/** Where every place stands; the English on the left, the French being written right. */
function planOf() {
  const { left, right, foot, high, width, box } = LAID;
  const place = (name, sign, at, x, y) => ({ stack: ALIGNMENT, layer: 0, place: at,
    id: `${ALIGNMENT}.${at}`, name: text(`recurrent.${name}`), kind: sign, x, y, high });
  return { width, height: foot + 76, foot, right, box, places: [
    place("read", "words", "words", left, foot),
    place("look", "lamp", "attention", right, foot - 34),
    place("state", "gate", "gates", right, foot - 106),
    place("softmax", "next", "next", right, foot - 178)] };
}

/** The blue pipe of annotations, and the state that comes round as the next question. */
function pipesOf({ width, height }, unit) {
  const { left, right, foot, high, box } = LAID, loop = right + box + 12;
  const read = left + box / 2, main = right + box / 2;
  const asks = foot - 34 + high / 2, made = foot - 106 + high / 2;
  const line = (path, kind) => make("path", { d: path, class: `pipe ${kind}` });
  return make("svg", { class: "pipes", viewBox: `0 0 ${width} ${height}`,
    width: width * unit, height: height * unit, "aria-hidden": "true" },
  line(`M${read},${foot + 44}V${asks}H${right}`, "memory"),
  line(`M${main},${foot + 44}V${foot - 200}`, "stream"),
  line(`M${right + box},${made}H${loop}V${asks}H${right + box}`, "asking"));
}

/** [words, x, y, class] of every caption. */
const captionsOf = ({ foot }) => [
  [text("recurrent.english"), LAID.left, foot + 46, "key"], [text("recurrent.before"), LAID.right, foot + 46, "query"],
  [text("recurrent.annotations"), LAID.left - 8, foot - 44, "key"], [text("recurrent.context"), LAID.right, foot - 60, ""],
  [text("recurrent.next_piece"), LAID.right, foot - 196, ""], ["s", LAID.width - 5, foot - 64, "layer query"]];

/** @returns {import("../walk/models.js").Drawing} */
export function drawingOf(machine, unit) {
  const plan = planOf();
  return { plan, pipes: pipesOf(plan, unit), captions: captionsOf(plan), kinds: [],
    said: text("recurrent.diagram") };
}
