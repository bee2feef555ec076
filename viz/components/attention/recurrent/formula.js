// The formulas of the recurrent translator, as in the paper and its appendix A.
import { below, maths, mi, mn, mo, roman } from "../walk/maths.js";

const accented = (base, mark) => maths("mover", { accent: "true" }, base, mo(mark));
const indexed = (base, ...name) => maths("msub", {}, typeof base === "string" ? mi(base) : base,
  maths("mrow", {}, ...name));
const stepBefore = base => indexed(base, mi("i"), mo("−"), mn(1));
const nowOf = (base, name = "i") => indexed(base, mi(name));
const wordBefore = () => maths("mrow", {}, mi("E"), stepBefore("y"));

/** The parts of a formula; `term` lights one up, `said` names one as the Transformer does. */
export function termsOf(machine, part, stage, { term, said }) {
  if (part === "words") {
    if (stage === "start") {
      return [term("start", nowOf("s", "0"), mo("="), roman("tanh"), mo("("), below("W", "s"),
        indexed(accented(mi("h"), "←"), mn(1)), mo(")"))];
    }
    return [said("value", nowOf("h", "j")), mo("="), mo("["),
      term("annotations", indexed(accented(mi("h"), "→"), mi("j"))), mo(";"),
      term("annotations", indexed(accented(mi("h"), "←"), mi("j"))), mo("]")];
  }
  if (part === "gates") return gateTerms(stage, term);
  if (part === "next") {
    return stage === "readout"
      ? [nowOf("t"), mo("="), term("readout", roman("max")), mo("("),
        below("U", "o"), stepBefore("s"), mo("+"),
        below("V", "o"), wordBefore(), mo("+"), below("C", "o"), nowOf("c"), mo(")")]
      : [mi("p"), mo("="), term("word", roman("softmax")), mo("("), mi("E"), nowOf("t"),
        mo("+"), mi("b"), mo(")")];
  }
  const read = nowOf(machine.reads === "cells" ? "a" : "h", "j");
  return [nowOf("c"), mo("="),
    term("context", indexed(mo("∑"), mi("j"))),
    term("softmax", roman("softmax")), mo("("),
    term("weighed scores", maths("msubsup", {}, mi("v"), mi("a"), mo("⊤"))),
    term("tanh", roman("tanh")), mo("("),
    term("sum",
      term("query", below("W", "a"), term("previous", said("query", stepBefore("s")))),
      mo("+"), term("key", said("key", maths("mrow", {}, below("U", "a"), read.cloneNode(true))))),
    mo(")"), mo(")"), term("context", said("value", read))];
}

function gateTerms(stage, term) {
  const sum = inner => [mi("W"), wordBefore(), mo("+"), ...inner, mo("+"), mi("C"), nowOf("c")];
  if (stage === "gates") {
    return [term("gates", nowOf("r"), mo(","), nowOf("z")), mo("="), mi("σ"), mo("("),
      ...sum([mi("U"), stepBefore("s")]), mo(")")];
  }
  const fresh = () => nowOf(accented(mi("s"), "~"));
  if (stage === "candidate") {
    return [term("candidate", fresh()), mo("="), roman("tanh"), mo("("),
      ...sum([nowOf("r"), mo("⊙"), mi("U"), stepBefore("s")]), mo(")")];
  }
  return [term("state", nowOf("s")), mo("="), mo("("), mn(1), mo("−"), nowOf("z"), mo(")"),
    mo("⊙"), fresh(), mo("+"), nowOf("z"), mo("⊙"), stepBefore("s")];
}
