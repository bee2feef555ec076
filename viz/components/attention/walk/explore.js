// One line of what else there is: each entry opens something below it.
import { make, put } from "../../common/nodes.js";
import { text } from "../../common/texts.js";

const NOTHING = "none";   // closed on purpose, also where the page would open something

/** Opens an entry or closes it; what opens below the edge of the screen comes into sight. */
function turn(mount, name) {
  mount.dispatch("explore", mount.view.explore === name ? NOTHING : name);
  mount.root.querySelector(`.panel.${name}`)?.scrollIntoView({ block: "nearest" });
}

/** The entries come from the page, which draws those that are no panels of the picture. */
export function buildExplore(mount, host) {
  const entries = mount.header.explore ?? [];
  host.hidden = !entries.length;
  const buttons = entries.map(([name, label]) => make("button", { type: "button",
    class: "entry", text: label, "data-stay": `explore-${name}`,
    onclick: () => turn(mount, name) }));
  host.replaceChildren(make("nav", { "aria-label": text("walk.explore") },
    make("b", { text: text("walk.explore") }), ...buttons));
  return {
    weights() {
      entries.forEach(([name], at) => put(buttons[at],
        { "aria-expanded": String(mount.view.explore === name) }));
    },
  };
}
