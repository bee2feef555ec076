// The formulas of the Transformer; the term of the open stage wears the light.
import { below, maths, mi, mn, mo, roman } from "../walk/maths.js";

const turned = base => maths("msup", {}, mi(base), mo("⊤"));
const rooted = inner => maths("msqrt", {}, inner);

const ROLES = ["query", "key", "value"];
const normed = term => term("inputs", roman("LayerNorm"), mo("("), mi("x"), mo(")"));

/** Where the norm stands first, what differs from 2017: no scale, GELU, a sum alone. */
function normedTerms(part, stage, { term, cut, positions }) {
  if (part === "words") {
    return [term("tokens embedding", mi("E"), mo("["), roman("piece"), mo("]")),
      ...positions ? [] : [mo("+"), term("positions", mi("P"), mo("["), mi("t"), mo("]"))]];
  }
  if (part === "next") {
    return [term("word", roman("softmax")), mo("("), normed(term),
      term("logits", turned("E")), mo(")")];
  }
  if (stage === "stream") {
    const layer = part === "feed" ? "FFN" : "Attention";
    return [term("stream", ...cut ? [] : [mi("x"), mo("+")], roman(layer), mo("("),
      roman("LayerNorm"), mo("("), mi("x"), mo(")"), mo(")"))];
  }
  return [term("relu", roman("GELU")), mo("("), normed(term),
    term("widened", below("W", mn(1)), mo("+"), below("b", mn(1))), mo(")"),
    term("narrowed", below("W", mn(2)), mo("+"), below("b", mn(2)))];
}

/** What is computed at a place. `term(stage, …)` marks the part that a stage computes. */
export function termsOf({ normFirst }, machine, part, stage, { term, said, without }) {
  const { residual: cut, positions } = without;
  if (normFirst && (stage === "stream" || ["words", "next", "feed"].includes(part))) {
    return normedTerms(part, stage, { term, cut, positions });
  }
  if (part === "words") {
    return [term("tokens embedding", mi("E"), mo("["), roman("piece"), mo("]")),
      term("embedding", mo("⋅"), rooted(below("d", roman("model")))),
      ...positions ? [] : [mo("+"), term("positions", roman("PE"), mo("("), mi("t"), mo(")"))]];
  }
  if (part === "next") {
    return [term("word", roman("softmax")), mo("("),
      term("logits", mi("x"), turned("E")), mo(")")];
  }
  if (stage === "stream") {
    const layer = part === "feed" ? "FFN" : "Attention";
    return [term("stream", roman("LayerNorm")), mo("("),
      term("stream", ...cut ? [] : [mi("x"), mo("+")],
        roman(layer), mo("("), mi("x"), mo(")")), mo(")")];
  }
  if (part === "feed") {
    return [term("relu", roman("max")), mo("("), term("relu", mn(0)), mo(","),
      term("inputs widened", mi("x")),
      term("widened", below("W", mn(1)), mo("+"), below("b", mn(1))), mo(")"),
      term("narrowed", below("W", mn(2)), mo("+"), below("b", mn(2)))];
  }
  if (stage === "inputs" || stage === "projections") {
    const context = part === "cross" ? "C" : "X";
    return [["Q", "X"], ["K", context], ["V", context]].flatMap(([name, from], at) => [
      ...at ? [mo(",")] : [], term("projections", said(ROLES[at], mi(name))), mo("="),
      term("inputs", ...normFirst ? [roman("LN"), mo("("), mi(from), mo(")")] : [mi(from)]),
      term("projections", maths("msup", {}, mi("W"), mi(name)))]);
  }
  if (stage === "joined" || stage === "output") {
    return [term("joined", roman("Concat")), mo("("), below("head", mn(1)), mo(","), mo("…"),
      mo(","), below("head", mn(machine.heads)), mo(")"),
      term("output", maths("msup", {}, mi("W"), mi("O")))];
  }
  return [term("softmax", roman("softmax")), mo("("),
    maths("mfrac", {}, term("products", said("query", mi("Q")), said("key", turned("K"))),
      term("scaled", machine.without?.scale ? mn(1) : rooted(below("d", "k")))),
    mo("+"), term("masked", mi("M")), mo(")"), term("mixed", said("value", mi("V")))];
}
