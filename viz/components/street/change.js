// Changing the picture with ordinary controls: what each thing is, its color, its place.
import { make } from "../common/nodes.js";
import { text } from "../common/texts.js";
import { movedTo } from "./compose.js";
import { nameOf } from "./things.js";
import { toolOf } from "./tools.js";

/** A line of controls for each thing, and what was wrong with the last change. */
export function buildChange(mount) {
  const { header, mode } = mount;
  const refused = header.refused ? [make("p", { class: "refused", role: "alert", text: header.refused })] : [];
  if (mode === "forbid") return [...refused, forbidding(mount)];
  if (mode === "ink") return [...refused, inking(mount)];
  if (mode !== "change") return refused;
  const add = toolOf("add", { onclick: () => mount.ask({ what: "add" }),
    disabled: mount.things.length >= header.most });
  return [...refused, make("p", { class: "hint", text: text("street.hint") }),
    make("ul", { class: "things" }, ...mount.things.map((_, at) => line(mount, at))), add];
}

/** How one draws, and an empty page. */
const inking = mount => make("p", { class: "hint" }, text("street.inking"), " ",
  toolOf("clear", { onclick: () => {
    mount.ink = mount.ink.map(() => 0);
    mount.drawn(true);
  } }));

/** What forbidding does, and the way back. */
function forbidding({ header, ask }) {
  const said = text(header.covers ? "street.covering" : "street.forbidding");
  const all = toolOf(header.covers ? "uncover" : "allow", { onclick: () => ask({ what: "allow" }), disabled: !header.forbidden.length });
  return make("p", { class: "hint" }, said, " ", all);
}

function line(mount, at) {
  const { header } = mount, thing = mount.things[at], name = nameOf(mount, thing);
  const set = what => {
    const next = { ...mount.things[at], ...what };
    const [width, height] = header.kinds[next.kind];
    const to = movedTo({ ...next, width, height }, next.x, next.y, header.size);
    mount.change(mount.things.with(at, to), true);
  };
  const select = (what, options) => make("select", { "aria-label": text(`street.${what}`, name),
    "data-stay": `${what}-${at}`, onchange: ({ target }) => set({ [what]: target.value }) },
  ...options.map(value => make("option", { value, text: header.called[value], selected: value === thing[what] })));
  const number = (what, most) => make("label", {}, text(`street.${what}`), make("input", { type: "number",
    min: 1, max: most + 1, value: thing[what] + 1, "aria-label": text(`street.${what}_of`, name), "data-stay": `${what}-${at}`,
    onchange: ({ target }) => set({ [what]: (Math.round(Number(target.value)) || 1) - 1 }) }));
  const [width, height] = header.kinds[thing.kind];
  return make("li", {}, select("color", header.colors), select("kind", Object.keys(header.kinds)),
    number("x", header.size - width), number("y", header.size - height),
    make("button", { type: "button", class: "tool", "data-stay": `remove-${at}`, disabled: mount.things.length < 2,
      text: text("street.remove"), "aria-label": text("street.remove_of", name),
      onclick: () => mount.change(mount.things.filter((_, other) => other !== at), true) }));
}
