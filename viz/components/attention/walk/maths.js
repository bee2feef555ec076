// Nodes of MathML, of which formulas are made.

const MATHS = "http://www.w3.org/1998/Math/MathML";

export function maths(tag, attributes, ...children) {
  const made = document.createElementNS(MATHS, tag);
  if (tag === "math") made.setAttribute("translate", "no");
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

export const mi = text => maths("mi", {}, text);
export const roman = text => maths("mi", { mathvariant: "normal" }, text);
export const mo = text => maths("mo", {}, text);
export const mn = text => maths("mn", {}, String(text));
export const below = (base, under) => maths("msub", {}, mi(base), typeof under === "string"
  ? mi(under) : under);
