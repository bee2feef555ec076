// What an experiment makes another of a place or of a stage.
import { maskOf } from "../walk/tensors.js";

/** What an experiment leaves out at a place: no sum there may count it in. */
export const withoutOf = ({ without = {} }, id) => ({ scale: Boolean(without.scale),
  causal: Boolean(without.causal) && /^decoder.*self$/.test(id),
  words: Boolean(without.words) && id === "encoder.words",
  positions: (without.positions ?? []).some(side => id === `${side}.words`),
  residual: without.residual === id, silent: without.silent?.[id] ?? [] });

/** Is a stage another one than in the usual model? Of "mixed" the open head is asked. */
export function isOff({ scale, causal, positions, residual, silent }, stage, head) {
  return { scaled: scale, masked: causal, positions, stream: residual,
    mixed: silent.includes(head), joined: silent.length > 0 }[stage] ?? false;
}

/** Does an experiment change what a place computes of what it gets? */
export function isChanged(machine, id, normFirst = false) {
  const sublayer = id.replace(/\.norm$/, "");
  if (id !== sublayer) return !normFirst && withoutOf(machine, sublayer).residual;
  const { scale, causal, words, positions, silent } = withoutOf(machine, id);
  return scale && /(self|cross)$/.test(id) || causal || words || positions
    || silent.length > 0 || Boolean(machine.without?.forbidden?.includes(id));
}

/** Where the open head may look: everywhere, or in the decoder itself and before. */
const looksEverywhere = (data, head) =>
  !data?.numbers.allowed || maskOf(data.numbers.allowed, head).values.every(Boolean);

/** Is the mask the model's own, with nothing forbidden or allowed by an experiment? */
function usualMask(data, head) {
  if (!/^decoder.*self$/.test(data?.id ?? "")) return looksEverywhere(data, head);
  const { values, columns } = maskOf(data.numbers.allowed, head);
  return values.every((may, at) => Boolean(may) === at % columns <= Math.floor(at / columns));
}

/**
 * How an experiment or given French makes a stage another one than it usually is: its
 * sentences have this name behind that of the stage.
 * @param {import("../walk/walk.js").Walk} walk
 */
export function variantOf({ machine, id, data, head, view: { stage }, piece }) {
  const without = withoutOf(machine, id);
  if (stage === "masked" && !usualMask(data, head)) {
    return looksEverywhere(data, head) ? "off" : "own";
  }
  if (stage === "tokens" && without.words) return "own";
  if (stage === "word" && machine.without?.causal) return "ahead";
  if (stage === "word" && piece("read") < (machine.given ?? 0)) return "given";
  return isOff(without, stage, head) ? "off" : "";
}
