// The sentences of a stage, which a teacher writes, with their slots filled in.
import { percent } from "../../common/numbers.js";
import { whole } from "../../common/texts.js";
import { apart } from "../core/trace.js";
import { brightest, rowOf } from "../core/weights.js";
import { headOf, maskOf } from "./tensors.js";

/** The sentences of the open stage: those of its variant, of its place, or its own. */
export function textsOf(walk, texts) {
  const { id, view: { stage, place } } = walk;
  const part = place === "next" ? "next" : id.split(".").at(-1);
  return texts[`${stage}.${walk.model.variant(walk)}`] ?? texts[`${part}.${stage}`]
    ?? texts[`${id.split(".")[0]}.${stage}`] ?? texts[stage];
}

/** What the slots of those sentences stand for: text, or a word with its role. */
export function slotsOf(walk) {
  const { machine, data, head, id, piece, view } = walk;
  const { rows, columns } = walk.sidesAt(id), row = piece(rows);
  const keys = apart(machine.sides[columns].pieces), all = apart(machine.sides[rows].pieces);
  const sizes = Object.entries(machine).filter(([name]) => name.startsWith("d_"));
  const found = { ...Object.fromEntries(sizes),
    row: { text: all[row], role: "query" }, rows: all.length, columns: keys.length,
    head: head + 1, layer: view.layer + 1, heads: machine.heads,
    vocabulary: whole(machine.vocabulary),
    previous: { text: machine.sides.read.pieces[piece("read")] ?? "", role: "query" },
    written: { text: walk.nextPiece, role: "predicted" } };
  if (data?.numbers.weights) {
    const weights = headOf(data.numbers.weights, head);
    const line = rowOf(weights.values, weights.columns, row), best = brightest(line);
    found.best = { text: keys[best], role: "key" };
    found.weight = percent(line[best]);
  }
  if (data?.numbers.allowed) {
    const mask = maskOf(data.numbers.allowed, head);
    found.open = rowOf(mask.values, mask.columns, row).filter(Boolean).length;
    found.silent = (data.without.silent ?? []).map(silent => silent + 1).join(", ");
  }
  return found;
}
