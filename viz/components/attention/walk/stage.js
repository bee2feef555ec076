// The matrices of the open stage, side by side.
import { make, px } from "../../common/nodes.js";
import { fixed } from "../../common/numbers.js";
import { text } from "../../common/texts.js";
import { connected } from "../../common/line.js";
import { projected } from "../core/projecting.js";
import { widthsOf } from "../core/theme.js";
import { boardOf } from "./board.js";
import { passingOf } from "./passing.js";
import { inkOf } from "./shade.js";
import { reachOf } from "./tensors.js";

/** Where the blocks of a stage stand side by side in a width. */
function stagePlan({ width, unit, blocks, labels, named }) {
  const rows = Math.max(1, ...blocks.map(block => block.rows));
  const cuts = blocks.map((block, at) => at > 0 && block.side === blocks[at - 1].side);
  const gap = 14 * unit;
  const taken = blocks.reduce((sum, _, at) =>
    sum + (cuts[at] ? 0 : labels[at]) + (at ? gap : 0), 0);
  const columns = blocks.reduce((sum, block) => sum + block.columns, 0);
  const least = named ? 26 * unit : 0, most = columns === 1 ? 150 * unit : 96 * unit;
  const cell = Math.max(least, Math.min(most, (width - taken - 2 * unit) / columns));
  const height = (projected(unit) ? rows > 8 ? 34 : 46
    : rows > 14 ? 24 : rows > 11 ? 26 : rows > 8 ? 30 : 34) * unit;
  let left = 0;
  const places = blocks.map((block, at) => {
    left += at ? gap : 0;
    const label = cuts[at] ? 0 : labels[at], x = left + label;
    left = x + block.columns * cell;
    return { x, label, wide: block.columns * cell };
  });
  return { cell, height, places, inner: left + 2 * unit, tall: rows * height };
}

/** @param {import("../mount.js").Mount} mount */
export function buildStage(mount, host) {
  const { walk } = mount;
  let boards = [], signature = "", width = 0;
  const passing = passingOf(mount, host);
  const lay = () => {
    width ||= host.clientWidth;   // asked once: each question lays the page out
    const before = boards;
    boards = walk.data ? layBoards(mount, host, width) : [];
    passing.stop();
    if (boards.length) passing.start(boards, before);
    if (!boards.length) {
      host.replaceChildren(make("p", { class: "waiting",
        text: text(connected() ? "walk.waiting" : "walk.cut") }));
    }
  };
  const row = () => boards.forEach(board => board.row());
  const weights = () => {
    const { view } = mount;
    const now = JSON.stringify([walk.pass, walk.id, view.stage, view.head, view.terms, view.names,
      walk.data ? "here" : connected(), walk.model.ofOneStep(view) && walk.piece("read")]);
    if (now !== signature) { signature = now; lay(); }
    row();
  };
  return {
    weights,
    row() {
      if (walk.model.ofOneStep(mount.view)) weights();
      else row();
    },
  };
}

/** Draws the boards of the open stage into a width, and what their colours mean. */
function layBoards(mount, host, width) {
  const { unit, theme, walk } = mount, { blocks } = walk, { sides } = walk.machine;
  const labels = blocks.map(({ side }) => {
    const { pieces, special } = sides[side];
    const widest = Math.max(...widthsOf(pieces, special, 17 * unit, theme, 700), 40 * unit);
    return Math.min(widest + 16 * unit, (width < 480 * unit ? 74 : 128) * unit);
  });
  const names = blocks.map(block => namesOf(block, sides)), named = names.filter(Boolean);
  const layout = stagePlan({ width, unit, blocks, labels, named: named.length > 0 });
  const widths = named.flatMap(({ words, special }) =>
    widthsOf(words, special, 15.5 * unit, theme, 600));
  layout.slanted = Math.max(0, ...widths) > layout.cell - 3 * unit && named.length > 0;
  const boards = blocks.map((block, at) => boardOf(mount, block, at, layout, names[at]));
  const inner = make("div", { class: "stage-inner", style: `width:${px(layout.inner)};`
    + `height:${px(boards[0].above + layout.tall + 4 * unit)}` },
  ...boards.map(board => board.node));
  const scrolls = layout.inner > width + 8 * unit
    && { tabindex: 0, role: "region", "aria-label": text("walk.scrolls") };
  const tall = layout.tall > 620 * unit ? " tall" : "";
  host.replaceChildren(make("div", { class: `scroll${tall}`, ...scrolls }, inner));
  mount.lines.legend.replaceChildren(legendOf(mount, blocks));
  return boards;
}

/** The words above the columns of a block, where these have names. */
function namesOf({ names, across }, sides) {
  if (names) {
    const words = names.map(([piece]) => piece);
    return { words, key: false, special: words.map(piece => piece.startsWith("‹")) };
  }
  return across ? { words: sides[across].pieces, special: sides[across].special, key: true }
    : null;
}

/** What the colours of the open stage mean. */
function legendOf({ theme }, blocks) {
  const block = blocks.at(-1);
  if (block.kind === "id") return make("p", { class: "legend" });
  const { most, clipped } = reachOf(block), { fills } = inkOf(block, most, theme);
  const ramp = make("span", { class: "ramp" }, ...Array.from({ length: 11 }, (_, at) =>
    make("i", { style: `background:${fills[Math.round(at * 25.5)]}` })));
  const end = clipped ? text("walk.beyond", { most: `+${fixed(most, 2)}` }) : `+${fixed(most, 2)}`;
  const [from, to] = { weight: ["0", "1"], gate: ["0", text("walk.gate")] }[block.kind]
    ?? [`−${fixed(most, 2)}`, end];
  return make("p", { class: "legend stage-legend" }, from, ramp, to,
    ...block.values.some(Number.isNaN)
      ? [make("span", { class: "swatch forbidden" }), text("walk.forbidden")] : []);
}
