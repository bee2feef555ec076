// The buttons below the picture.
import { make } from "../common/nodes.js";
import { text } from "../common/texts.js";

/** A button below the picture. */
export const toolOf = (name, attributes) => make("button", { type: "button",
  class: "tool", text: text(`street.${name}`), "data-stay": `tool-${name}`, ...attributes });

/** One that opens something: whether that is open is said as well as shown. */
export const opensOf = (mount, name, called = name) => toolOf(called, { "data-stay": `tool-${name}`, onclick: () => mount.turn(name),
  "aria-expanded": String(mount.mode === name) });
