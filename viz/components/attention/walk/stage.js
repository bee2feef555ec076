// The matrix of the open stage: words on its axes, a frame on the row, a cell to point at.
import { make, px, steps } from "../../common/nodes.js";
import { fixed } from "../../common/numbers.js";
import { connected } from "../core/line.js";
import { cellText } from "../core/numbers.js";
import { hatching, widthsOf } from "../core/theme.js";
import { apart } from "../core/trace.js";
import { ofOneStep } from "../recurrent/model.js";
import { inkOf } from "./shade.js";
import { reachOf } from "./stages.js";
import { placeId } from "./stations.js";

const ON_THEIR_WAY = "The numbers of this place are on their way.";
const OPEN = ", a fixed scale: at 1 all of the state before passes";
const CUT = "The connection is lost. The numbers of this place come when it is back; "
  + "places that you have seen can still be walked.";

/** Where the blocks of a stage stand side by side in a width. */
export function stagePlan({ width, unit, blocks, labels, named }) {
  const rows = Math.max(1, ...blocks.map(block => block.rows));
  const cuts = blocks.map((block, at) => at > 0 && block.side === blocks[at - 1].side);
  const gap = 14 * unit;
  const taken = blocks.reduce((sum, _, at) =>
    sum + (cuts[at] ? 0 : labels[at]) + (at ? gap : 0), 0);
  const columns = blocks.reduce((sum, block) => sum + block.columns, 0);
  const least = named ? 26 * unit : 0, most = columns === 1 ? 150 * unit : 76 * unit;
  const cell = Math.max(least, Math.min(most, (width - taken - 2 * unit) / columns));
  const height = (rows > 24 ? 24 : rows > 14 ? 26 : rows > 11 ? 30 : 36) * unit;
  let left = 0;
  const places = blocks.map((block, at) => {
    left += at ? gap : 0;
    const label = cuts[at] ? 0 : labels[at], x = left + label;
    left = x + block.columns * cell;
    return { x, label, wide: block.columns * cell };
  });
  return { cell, height, places, inner: left + 2 * unit, tall: rows * height };
}

export function buildStage(context) {
  const { host, theme, unit, machine } = context;
  let blocks = [], layout, boards = [], signature = "", width = 0;
  const side = block => machine.sides[block.side];

  const lay = () => {
    const view = context.view(), data = context.stages(placeId(view));
    if (!data) {
      host.replaceChildren(make("p", { class: "waiting",
        text: connected() ? ON_THEIR_WAY : CUT }));
      boards = blocks = [];
      return;
    }
    blocks = context.blocks();
    width ||= host.clientWidth;   // asked once: each question lays the page out
    const phone = width < 480 * unit;
    const labels = blocks.map(block => {
      const widths = widthsOf(side(block).pieces, side(block).special, 17 * unit, theme, 700);
      return Math.min(Math.max(...widths, 40 * unit) + 16 * unit, (phone ? 74 : 128) * unit);
    });
    const names = blocks.map(namesOf);
    const named = names.some(Boolean);
    layout = stagePlan({ width, unit, blocks, labels, named });
    const slanted = named && Math.max(...names.filter(Boolean).map(list =>
      Math.max(...widthsOf(list.words, list.special, 15.5 * unit, theme, 600))))
      > layout.cell - 3 * unit;
    const inner = make("div", { class: "stage-inner", style: `width:${px(layout.inner)}` });
    const scroll = make("div", { class: "scroll" }, inner);
    if (layout.inner > width + 8 * unit) {
      scroll.tabIndex = 0;
      scroll.setAttribute("role", "region");
      scroll.setAttribute("aria-label", "matrix, scrolls");
    }
    if (layout.tall > 620 * unit) scroll.classList.add("tall");
    boards = blocks.map((block, at) =>
      boardOf(context, block, at, layout, names[at], slanted));
    inner.style.height = px(boards[0].above + layout.tall + 4 * unit);
    inner.append(...boards.map(one => one.node));
    host.replaceChildren(scroll, keyOf(context, blocks));
  };

  const namesOf = block => {
    if (block.names) {
      return { words: block.names.map(([piece]) => piece), key: false,
        special: block.names.map(([piece]) => piece.startsWith("‹")) };
    }
    if (!block.across) return null;
    const { pieces, special } = machine.sides[block.across];
    return { words: pieces, special, key: true };
  };
  return {
    weights() {
      const view = context.view(), id = placeId(view);
      host.hidden = !view.walk;
      if (host.hidden) return;
      const now = JSON.stringify([context.pass(), id, view.stage, view.head,
        view.terms, context.stages(id) ? "here" : connected(),
        ofOneStep(view) && context.piece("read")]);
      if (now !== signature) { signature = now; lay(); }
      boards.forEach(one => one.row());
    },
    row() {
      if (!context.view().walk) return;
      if (ofOneStep(context.view())) this.weights();
      boards.forEach(one => one.row());
    },
    focus: () => boards[0]?.focus(),
  };
}

/** One matrix: a canvas for its cells, one focusable cell over it. */
function boardOf(context, block, at, layout, names, slanted) {
  const { unit, machine, theme } = context, { rows, columns } = block;
  const { x, label, wide } = layout.places[at], { cell, height } = layout;
  const { special } = machine.sides[block.side];
  const pieces = machine.sides[block.side].pieces.slice(0, rows), words = apart(pieces);
  const above = (names ? (slanted ? 84 : 46) : 46) * unit;
  const field = cells(context, block, wide, layout);
  field.node.style.left = px(label);
  const lines = pieces.map((piece, row) => make("div", { class: "line", role: "row",
    style: `top:${px(above + row * height)};height:${px(height)};width:${px(label + wide)}` },
  make("div", { role: "rowheader", title: piece, text: label ? piece : "",
    "aria-label": words[row],
    class: `word ${block.lamp}${special[row] ? " special" : ""}`,
    style: `width:${px(Math.max(0, label - 10 * unit))};line-height:${px(height)};`
      + `font-size:${px(17 * unit)}` })));
  const spot = make("div", { class: "spot-cell", role: "gridcell", tabindex: at ? -1 : 0 });
  const frame = make("div", { class: "frame", style: `left:${px(label)};width:${px(wide)};`
    + `height:${px(height)}` });
  const top = axis(context, block, names, { label, wide, cell, above, slanted });
  field.node.style.top = px(above);
  const node = make("div", { class: "board", role: "grid", "aria-rowcount": rows,
    "aria-colcount": columns, "aria-label": `${block.title}, ${rows} × ${columns}`,
    style: `left:${px(x - label)};width:${px(label + wide)};height:100%` },
  top, field.node, ...lines, frame);

  const under = event => {
    const box = field.node.getBoundingClientRect();
    const column = Math.floor((event.clientX - box.left) / box.width * columns);
    const row = Math.floor((event.clientY - box.top) / box.height * rows);
    if (row < 0 || row >= rows) return null;
    return { block: at, row, column: Math.min(columns - 1, Math.max(0, column)) };
  };
  node.onpointermove = event => context.point(under(event));
  node.onpointerleave = () => context.point(null);
  node.onclick = event => { const place = under(event); if (place) context.hold(place); };
  spot.onfocus = () => { if (spot.matches(":focus-visible")) context.hold(now()); };
  spot.onkeydown = event => {
    if (event.key === "Escape") {
      event.stopPropagation();
      context.leave();
      return;
    }
    const here = now(), place = here.row * columns + here.column;
    const next = steps(event, place, rows * columns, columns);
    if (next >= 0) {
      context.hold({ block: at, row: Math.floor(next / columns), column: next % columns });
      spot.focus();
    }
  };
  const now = () => {
    const marked = context.marked(blocksAt(context, at, block));
    return { block: at, row: marked.row, column: marked.column };
  };
  let bold = null;
  return {
    node, above, focus: () => spot.focus(),
    row() {
      const marked = context.marked(blocksAt(context, at, block));
      frame.style.top = px(above + marked.row * height);
      frame.hidden = marked.row >= rows;
      bold?.classList.remove("on");
      bold = lines[marked.row];
      bold?.classList.add("on");
      spot.hidden = !marked.here && at > 0;
      spot.classList.toggle("shown", marked.here);
      spot.style.left = px(label + marked.column * cell - (cell < 8 ? 3 * unit : 0));
      spot.style.width = px(Math.max(cell, 8 * unit));
      spot.style.height = px(height);
      if (bold && spot.parentNode !== bold) {
        const focused = spot.matches(":focus");
        bold.append(spot);
        if (focused) spot.focus();
      }
      spot.setAttribute("aria-label", context.cellSaid(block, marked));
      top.querySelectorAll("[data-column]").forEach(word => word.classList.toggle("on",
        marked.here && Number(word.dataset.column) === marked.column));
      field.dim(context.view().walk === "short" ? marked.row : -1);
    },
  };
}

const blocksAt = (context, at, block) => ({ at, rows: block.rows, columns: block.columns,
  side: block.side });

/** Above a matrix: the words of its columns, or how many numbers there are. */
function axis({ unit, machine, theme }, block, names, { label, wide, cell, above, slanted }) {
  const top = make("div", { class: "axis", role: "row", style: `height:${px(above)}` });
  const left = px(label);
  top.append(make("b", { class: `block-title ${block.kind === "weight" ? "" : block.lamp}`,
    style: `left:${left}`, text: block.title }));
  if (names) {
    if (names.key && label) {
      top.append(make("span", { class: "corner", style: `width:${px(label - 10 * unit)}` },
        make("span", { class: "key", text: "keys →" }),
        make("span", { class: "query", text: "queries ↓" })));
    }
    top.append(...names.words.map((word, column) => make("span", { role: "columnheader",
      "data-column": column, text: word, title: word,
      class: `column-word word${names.key ? " key" : ""}${names.special[column] ? " special" : ""}`
        + (slanted ? " slanted" : "")
        + (block.names?.[column][1] ? " predicted" : ""),
      style: `left:${px(label + (column + 0.5) * cell)};font-size:${px(15.5 * unit)}` })));
    return top;
  }
  if (block.kind === "id") return top;
  if (block.group) {
    for (let head = 0; head < block.columns / block.group; head++) {
      top.append(make("span", { class: `group-name${head === block.open ? " on" : ""}`,
        text: `head ${head + 1}`.slice(wide > 420 * unit ? 0 : 5),
        style: `left:${px(label + (head + 0.5) * block.group * cell)}` }));
    }
    return top;
  }
  top.append(make("span", { class: "counted", style: `left:${left};width:${px(wide)}` },
    make("span", { text: "1" }), make("span", { text: `${block.columns} numbers` })));
  return top;
}

/** The cells on one canvas, with gaps and numbers where there is room for them. */
function cells({ theme, unit }, block, wide, { cell, height }) {
  const { rows, columns, values } = block, sharp = Math.min(2, window.devicePixelRatio || 1);
  const node = make("canvas", { class: "field", "aria-hidden": "true",
    width: Math.max(1, Math.round(wide * sharp)),
    height: Math.max(1, Math.round(rows * height * sharp)),
    style: `width:${px(wide)};height:${px(rows * height)}` });
  const pen = node.getContext("2d"), { most } = reachOf(block);
  const ink = inkOf(block, most, theme), gap = cell > 6 * unit ? sharp : 0;
  const hatch = pen.createPattern(hatching(theme.hatch, Math.round(10 * unit * sharp),
    1.3 * unit * sharp), "repeat");
  const digits = block.kind === "weight" ? null : most >= 10 ? 1 : 2;
  const room = cell > 30 * unit && height > 20 * unit;
  const one = (row, alpha) => {
    const top = Math.round(row * height * sharp), bottom = Math.round((row + 1) * height * sharp);
    pen.clearRect(0, top, node.width, bottom - top);
    pen.globalAlpha = alpha;
    for (let column = 0; column < columns; column++) {
      const value = values[row * columns + column];
      const left = Math.round(column * cell * sharp), right = Math.round((column + 1) * cell * sharp);
      const forbidden = Number.isNaN(value);
      if (block.kind !== "id") {
        pen.fillStyle = forbidden ? hatch : ink.fills[ink.at(value)];
        pen.fillRect(left + gap, top + sharp, Math.max(1, right - left - 2 * gap),
          bottom - top - 2 * sharp);
      }
      if (!room && block.kind !== "id" || forbidden || alpha < 1) continue;
      const text = block.kind === "id" ? Math.round(value).toLocaleString("en-US")
        : digits === null ? cellText(value) : fixed(value, digits);
      pen.fillStyle = block.kind === "id" ? theme.text : ink.inks[ink.at(value)];
      pen.font = `${(block.kind === "id" ? 17 : 14) * unit * sharp}px ${theme.instrument}`;
      pen.textAlign = block.kind === "id" ? "right" : "center";
      pen.textBaseline = "middle";
      pen.fillText(text, block.kind === "id" ? right - 16 * sharp : (left + right) / 2,
        (top + bottom) / 2 + sharp);
    }
    pen.globalAlpha = 1;
  };
  let lit = null;
  return {
    node,
    /** All rows in full light, or only one; −1 is all. */
    dim(row) {
      if (row === lit) return;
      for (let other = 0; other < rows; other++) {
        if (lit === null || (row < 0) !== (lit < 0) || other === row || other === lit) {
          one(other, row < 0 || other === row ? 1 : 0.3);
        }
      }
      lit = row;
    },
  };
}

/** What the colours of the open stage mean. */
function keyOf({ theme }, blocks) {
  const block = blocks.at(-1);
  if (block.kind === "id") return make("p", { class: "legend" });
  const { most, clipped } = reachOf(block), { fills } = inkOf(block, most, theme);
  const ramp = make("span", { class: "ramp" }, ...Array.from({ length: 11 }, (_, at) =>
    make("i", { style: `background:${fills[Math.round(at * 25.5)]}` })));
  const end = clipped ? " and beyond" : "";
  const parts = block.kind === "weight" ? ["0", ramp, "1"]
    : block.kind === "gate" ? ["0", ramp, `1${OPEN}`]
      : [`−${fixed(most, 2)}`, ramp, `+${fixed(most, 2)}${end}`];
  if (block.values.some(Number.isNaN)) {
    parts.push(make("span", { class: "swatch forbidden" }), "forbidden, −∞");
  }
  return make("p", { class: "legend stage-legend" }, ...parts);
}
