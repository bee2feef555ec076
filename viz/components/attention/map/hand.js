// The hand on the matrix: it forbids cells by a click or a stroke, a name, or Enter.
import { make, px, take } from "../../common/nodes.js";
import { text } from "../../common/texts.js";
import { segments, SIDEWAYS, toggle } from "../core/widgets.js";

const GUESSES = ["", "better", "same", "worse"];

/** The button that puts the hand on the matrix, and what to know and choose before. A
    plain hand asks for no guess, and every stroke is added. */
export function buildHand(mount) {
  const plain = mount.header.hands === "plain";
  const guess = segments(text("hand.guess"),
    GUESSES.map(value => ({ value, text: text(`hand.${value || "none"}`) })), () => mount.hand.guess,
    value => { mount.dispatch("moveHand", { guess: value }); guess.update(); }, SIDEWAYS);
  const add = toggle(text("hand.add"), "forbid-add", () => mount.hand.add,
    () => mount.dispatch("moveHand", { add: !mount.hand.add }));
  guess.update();
  const how = make("div", { class: "hand", hidden: !mount.forbidding },
    make("p", { class: "note", text: text("hand.how") + (plain ? "" : ` ${text("hand.replaces")}`) }),
    ...plain ? [] : [guess.node, add]);
  const button = toggle(text("hand.forbid"), "forbid", () => mount.forbidding, () => {
    mount.dispatch("takeHand");
    how.hidden = !mount.forbidding;
    mount.root.classList.toggle("forbidding", mount.forbidding);
  });
  return { button, how };
}

/**
 * Over a drawn matrix: what is struck is hatched at once and asked for when the hand
 * lets go. A cell is [row, key] of the whole map; null is every row or every key.
 */
export function strokes({ mount, layout, body, heads, under, cellOf }) {
  const { stack } = mount;
  let stroke = null;
  const mark = ({ row, column }) => body.append(make("div", { class: "mark", style:
    `left:${px(layout.label + (column ?? 0) * layout.cell)};`
    + `top:${px((row ?? 0) * layout.height)};`
    + `width:${px(layout.cell * (column === null ? stack.columns : 1))};`
    + `height:${px(layout.height * (row === null ? stack.rows : 1))}` }));
  const add = place => {
    const name = `${place?.row} ${place?.column}`;
    if (!place || stroke.has(name)) return;
    stroke.set(name, [place.row, place.column === null ? null : stack.places[place.column]]);
    mark(place);
  };
  const tell = () => {
    if (stroke?.size) mount.ask({ what: "forbid", cells: [...stroke.values()] });
    stroke = null;
  };
  const struck = (...places) => { stroke = new Map(); places.forEach(add); tell(); };
  const ours = (node, name, act) => node.addEventListener(name, event => {
    if (!mount.canForbid) return;
    act(event);
  }, true);
  ours(body, "pointerdown", event => {
    if (event.button) return;
    event.preventDefault();
    stroke = new Map();
    add(under(event));
    body.setPointerCapture(event.pointerId);
  });
  ours(body, "pointermove", event => {
    const place = stroke && under(event);
    if (place && place.column !== null) add(place);
  });
  ours(body, "pointerup", tell);
  ours(body, "pointercancel", () => { stroke = null; });
  ours(body, "click", event => event.stopPropagation());
  ours(body, "keydown", event => {
    const place = event.key === "Enter" && cellOf(event.target);
    if (!place) return;
    take(event);
    struck(event.shiftKey ? { row: place.row, column: null } : place);
  });
  ours(heads, "click", event => {
    const column = [...heads.querySelectorAll(".key-place")]
      .findIndex(place => place.contains(event.target));
    event.stopPropagation();
    if (column >= 0) struck({ row: null, column });
  });
}
