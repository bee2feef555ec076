// Below the picture: what its colours mean, the picture and its numbers to take along.
import { make } from "../common/nodes.js";
import { factsOf, savePng, saveSvg } from "../common/picture_file.js";
import { menu, saveTable } from "../common/save.js";
import { text } from "../common/texts.js";
import { widthsOf } from "./core/theme.js";
import { linesNode, toggle } from "./core/widgets.js";
import { buildHand } from "./map/hand.js";
import { isLong } from "./map/long.js";
import { longSvgOf } from "./map/longfile.js";
import { legendNode, rampNode, tableNode } from "./map/panels.js";
import { onPicture } from "./map/onpicture.js";
import { veilNode } from "./map/patches.js";
import { patchesSvg } from "./map/patchfile.js";
import { svgOf } from "./map/picturefile.js";
import { csvOf, fileName, rowTable, tableOf, titleOf } from "./map/say.js";
import { stageLines, stageSvg, stageTable } from "./walk/stagefile.js";

/** The open map as files. */
const mapFiles = mount => ({
  title: () => titleOf(mount.stack, mount.view),
  name: () => fileName(mount.header, mount.stack, mount.view),
  table: () => tableOf(mount.stack, mount.view),
  svg: () => onPicture(mount.stack) ? patchesSvg(mount) : isLong(mount.stack) ? longSvgOf(mount) : svgOf(mount,
    (words, special, size) => widthsOf(words, special, size, mount.theme, 600)),
});

/** The open stage of a walk as files. */
function stageFiles({ header, walk, theme }) {
  const title = () => `${walk.title}, ${walk.view.stage}`;
  return {
    title,
    name: () => `${header.labels?.file}-${title()}`.replace(/[^\w.-]+/g, "-"),
    table: () => stageLines(walk.machine, walk.blocks),
    svg: () => stageSvg({ machine: walk.machine, blocks: walk.blocks, title: title(), theme }),
  };
}

/** The open map, or the open stage of a walk, as a table on the page. */
export const numbersOf = ({ stack, view, walk }) => isLong(stack) && !view.walk
  ? linesNode(rowTable(stack, view), text("map.row_table",
    { title: titleOf(stack, view), query: stack.queryNames[view.row] }), true)
  : view.walk ? linesNode(stageTable(walk.machine, walk.blocks), walk.title) : tableNode(stack, view);

/** Legend, options and hand of a map, files; `options` is the panel that a button opens. */
export function buildFoot(mount, options) {
  const { header, panels, stack, theme, view } = mount;
  const { name, title, table, svg } = view.walk ? stageFiles(mount) : mapFiles(mount);
  const open = options ? toggle(`${text("show.show")} ▾`, "show", () => mount.options, () => {
    mount.dispatch("openOptions");
    options.hidden = !mount.options;
  }, "aria-expanded") : "";
  const facts = () => factsOf(title(), header.cited);
  const hand = header.hands && !view.walk && panels.has("matrix") ? buildHand(mount) : null;
  mount.root.classList.toggle("forbidding", Boolean(hand && mount.forbidding));
  return make("div", { class: "foot" },
    panels.has("first") ? make("div", { class: "legend" },
      panels.has("legend") ? rampNode(theme) : "", mount.lines.readout)
      : onPicture(stack) ? veilNode(mount)
      : panels.has("choose") || panels.has("legend") ? legendNode(mount) : "",
    open, hand?.button ?? "",
    panels.has("first") ? "" : toggle(text("files.numbers"), "numbers",
      () => Boolean(mount.table), () => mount.dispatch("openTable"), "aria-expanded"),
    header.bare ? "" : menu(text("files.download"),
      [text("files.png"), () => savePng(name(), svg(), facts())],
      [text("files.svg"), () => saveSvg(name(), svg(), facts())],
      [text("files.csv"), () => saveTable(name(), csvOf(table()))],
      ...(header.takes ?? []).map(what =>
        [text(`files.${what}`), () => mount.request({ what, view: mount.view })])),
    hand?.how ?? "");
}
