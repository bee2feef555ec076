// The recurrent translator as a drawing: one step, and the state that leads to the next.
import { text } from "../../common/texts.js";
import { ALIGNMENT } from "./places.js";

const LAID = { box: 74, high: 34, left: 4, right: 90, width: 176, foot: 252 };

/** Where every place stands; the English on the left, the French being written right. */
function planOf() {
  const { left, right, foot, high, width, box } = LAID;
  const place = (name, sign, at, x, y) => ({ stack: ALIGNMENT, layer: 0, place: at,
    id: `${ALIGNMENT}.${at}`, name: text(`recurrent.${name}`), kind: sign, x, y, high });
  return { width, height: foot + 92, foot, left, right, box, places: [
    place("read", "words", "words", left, foot),
    place("look", "attention", "attention", right, foot - 34),
    place("state", "gate", "gates", right, foot - 106),
    place("softmax", "next", "next", right, foot - 178)] };
}

/** [path, class]: the pipe of annotations, and the state that comes round as a question. */
function pipesOf() {
  const { left, right, foot, high, box } = LAID, loop = right + box + 8;
  const read = left + box / 2, main = right + box / 2;
  const asks = foot - 34 + high / 2, made = foot - 106 + high / 2;
  return [[`M${read},${foot + 44}V${asks}H${right}`, "pipe memory"],
    [`M${main},${foot + 44}V${foot - 200}`, "pipe stream"],
    [`M${right + box},${made}H${loop}V${asks}H${right + box}`, "pipe asking"]];
}

/** [words, x, y, class] of every caption. */
function captionsOf() {
  const { left, right, foot, width } = LAID;
  return [[text("recurrent.annotations"), left, foot - 44, "key"],
    [text("recurrent.context"), right, foot - 60],
    [text("recurrent.next_piece"), right, foot - 196],
    ["s", width - 9, foot - 66, "layer query"]];
}

/** @returns {import("../walk/models.js").Drawing} */
export const drawingOf = () => ({ plan: planOf(), pipes: pipesOf(),
  captions: captionsOf(), kinds: [], said: text("recurrent.diagram") });
