// Where a prompt ends in a map and what the model wrote begins: a broken line on each side.
import { make, px } from "../../common/nodes.js";

const WIDE = 2;

/** The lines, from the corner of the cells: below the last row of the prompt, and behind
    its last column. Of a long text `spans` says what is drawn. */
function endsOf({ header, stack }, { cell, height }, spans) {
  const rows = spans?.rows ?? { first: 0, count: stack.rows };
  const columns = spans?.columns ?? { first: 0, count: stack.columns };
  const row = (header.sequences[stack.named].prompt ?? 0) - rows.first;
  const column = stack.places.filter(key => key < stack.prompt).length - columns.first;
  return [
    ...row > 0 && row < rows.count ? [{ side: "query", x: 0, y: row * height,
      width: columns.count * cell, height: WIDE }] : [],
    ...column > 0 && column < columns.count ? [{ side: "key", x: column * cell, y: 0,
      width: WIDE, height: rows.count * height }] : [],
  ];
}

/** The same on the screen; the cells begin at `left`. */
export const promptEnds = (mount, layout, left, spans) =>
  endsOf(mount, layout, spans).map(({ side, x, y, width, height }) => make("div", {
    class: `prompt-end ${side}`, style: `left:${px(left + x)};top:${px(y)};`
      + `width:${px(width)};height:${px(height)}` }));

/** The same in a file; the cells begin at `left` and `top`. */
export function drawPromptEnds(sheet, map, layout, { left, top }, spans) {
  for (const { side, x, y, width, height } of endsOf(map, layout, spans)) {
    const to = side === "query" ? `h${width}` : `v${height}`;
    sheet.add("path", { d: `M${left + x},${top + y}${to}`, fill: "none",
      stroke: sheet.theme[side], "stroke-width": WIDE, "stroke-dasharray": "6 4" });
  }
}
