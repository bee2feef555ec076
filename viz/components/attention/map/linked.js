// Tables of the page whose rows are those of the picture: a row is marked in all of them.
import { put } from "../../common/nodes.js";

/** Mark a row, counted from 0, in the tables of its side, "source" or "output". */
export function markRow(side, row) {
  for (const table of document.querySelectorAll("[data-follows]")) {
    table.querySelectorAll("tbody tr").forEach((line, at) => {
      const here = table.dataset.follows === side && at === row;
      line.classList.toggle("on", here);
      put(line, { "aria-current": here && "true" });
    });
  }
}

/** Say which row of such a table is pointed at, and null once it is none any more. */
export function followTables(point) {
  let pointed = null;
  const over = event => {
    const line = event.target.closest?.("[data-follows] tbody tr") ?? null;
    if (line === pointed) return;
    pointed = line;
    point(line && { side: line.closest("[data-follows]").dataset.follows,
      row: line.sectionRowIndex });
  };
  document.addEventListener("pointerover", over);
  return { disconnect: () => document.removeEventListener("pointerover", over) };
}
