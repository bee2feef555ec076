// Below the picture: what its colours mean, the picture and its numbers to take along.
import { make } from "../common/nodes.js";
import { menu, save, savePng } from "../common/save.js";
import { widthsOf } from "./core/theme.js";
import { linesNode } from "./core/widgets.js";
import { buildHand } from "./map/hand.js";
import { legendNode, tableNode } from "./map/panels.js";
import { svgOf } from "./map/picturefile.js";
import { csvOf, fileName, tableOf } from "./map/say.js";
import { stageSvg, stageTable } from "./walk/stagefile.js";
import { stationTitle } from "./walk/walk.js";

/** The open map, or the open stage of a walk, as a table on the page. */
export const numbersOf = ({ stack, view, walk, trace: { header } }) => view.walk
  ? linesNode(stageTable(header.machine, walk.blocks()), stationTitle(header.machine, view))
  : tableNode(stack, view);

/** Legend, and the picture and its numbers to take along. */
export function buildFoot(mount, panels, hosts) {
  const { header } = mount.trace, { theme, stack } = mount;
  const walking = mount.view.walk && header.machine;
  const title = () => `${stationTitle(walking, mount.view)}, ${mount.view.stage}`;
  const name = () => walking
    ? `${header.labels?.file}-${title()}`.replace(/[^\w.-]+/g, "-")
    : fileName(header, stack, mount.view);
  const table = () => walking ? stageTable(walking, mount.walk.blocks())
    : tableOf(stack, mount.view);
  const svg = () => walking
    ? stageSvg({ machine: walking, blocks: mount.walk.blocks(), title: title(), theme })
    : svgOf({ header, stack, whole: mount.whole, view: mount.view, theme,
    beams: panels.has("beams"),
    widths: (words, special, size) => widthsOf(words, special, size, theme, 600) });
  const show = () => {
    mount.table = !mount.table;
    mount.shown.replaceChildren(
      ...mount.table ? [numbersOf(mount)] : []);
  };
  const open = hosts.show ? make("button", { type: "button", class: "opens",
    "aria-expanded": Boolean(mount.options), text: "Show ▾", "data-stay": "show" }) : "";
  if (open) open.onclick = () => {
    mount.options = !mount.options;
    hosts.show.hidden = !mount.options;
    open.setAttribute("aria-expanded", mount.options);
  };
  const hand = header.hands && !walking && panels.has("matrix") ? buildHand(mount) : null;
  mount.root.classList.toggle("forbidding", Boolean(hand && mount.forbidding));
  return make("div", { class: "foot" },
    panels.has("choose") || panels.has("legend") ? legendNode(theme,
      stack.hatched ??= stack.values.some(Number.isNaN), mount.view.colour) : "",
    open, hand?.button ?? "",
    menu("Picture", ["PNG", () => savePng(`${name()}.png`, svg())],
      ["SVG", () => save(`${name()}.svg`, "image/svg+xml", svg())]),
    menu("Table", ["On this page", show], ["CSV", () =>
      save(`${name()}.csv`, "text/csv;charset=utf-8", csvOf(table()))]),
    hand?.how ?? "");
}
