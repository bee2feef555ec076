// The list of the terms: each with its two lines, and its picture.
import { make } from "../common/nodes.js";
import { pictureOf } from "../common/term_pictures.js";
import { speak } from "../common/texts.js";

/** A picture as a description of its own, which a list of terms may hold. */
const drawn = picture => picture ? make("dd", { class: "drawn" }, picture) : "";

export default function terms({ data: [{ entries, spoken }], parentElement: root }) {
  speak(spoken);
  root.querySelector("dl").replaceChildren(...entries.map(({ id, name, says, role, picture }) =>
    make("div", { id: `term-${id}` }, make("dt", { class: role || null, text: name }),
      make("dd", { text: says }), drawn(pictureOf(id, picture)))));
}
