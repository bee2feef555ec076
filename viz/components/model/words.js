// Where the words of a sentence begin and end; the same rules as core/text/words.py.

const ELIDED = "[cdjlmnst]|(?:jus|lors|puis|quoi)?qu";
const ELISION = new RegExp(
  `(?<![\\p{L}\\p{N}])(?<!['’-])(?:${ELIDED})(?<mark>['’])(?=[\\p{L}\\p{N}]| ?[«"])`, "giu");
const KINDS = new Map(Object.entries({
  "'": "'", "’": "'", "-": "-", "‐": "-", "‑": "-", ".": ".", ",": ",", ":": ":",
  "\u200c": "J", "\u200d": "J" }));
const RUN = "[LN][LNMJ]*";
const WORD = new RegExp([
  "L\\.(?:L\\.)+",   // U.S., p.m.
  "L+e",             // l', qu' (e: the apostrophe of an elision)
  `${RUN}(?:(?:['-]|(?<=N)[.,:](?=N))${RUN})*`,   // doesn't, peut-être, 3.5
  "FFM*",            // a flag, two regional indicators
  "[^_]M*(?:J[^_LN]M*)*",   // a mark, an emoji with all that joins it
].join("|"), "g");

/** Begin and end (after the last character) of every word, counted in characters. */
export function splitWords(characters) {
  const text = characters.join(""), kinds = characters.map(kind);
  const at = new Map();
  characters.reduce((unit, character, i) => (at.set(unit, i), unit + character.length), 0);
  for (const found of text.matchAll(ELISION)) {
    kinds[at.get(found.index + found[0].length - 1)] = "e";
  }
  return [...kinds.join("").matchAll(WORD)].map(({ index, 0: word }) =>
    [index, index + word.length]);
}

function kind(character) {
  if (KINDS.has(character)) return KINDS.get(character);
  if (/^[\s\x1c-\x1f\x85]/u.test(character) && character !== "\ufeff") return "_";
  if (character >= "\u{1f1e6}" && character <= "\u{1f1ff}") return "F";
  if (character >= "\u{1f3fb}" && character <= "\u{1f3ff}") return "M";   // skin tones
  return /^\p{L}/u.test(character) ? "L" : /^\p{N}/u.test(character) ? "N"
    : /^\p{M}/u.test(character) ? "M" : "X";
}
