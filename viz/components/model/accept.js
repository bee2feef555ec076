// Text from a reader: what is accepted. The same rules as core/text/accept.py and
// core/text/characters.py; tests/model/inputs.jsonl holds both to them.

export const MAX_CHARACTERS = 400;
const REPLACEMENT = "\ufffd";
const MAX_MARKS = 8;   // of the longest natural cluster; more is ornament
/** Training text is typed on a plain keyboard. Phones type these instead. */
const TYPEWRITTEN = new Map(Object.entries({
  "’": "'", "‘": "'", "ʼ": "'", "“": '"', "”": '"', "„": '"', "…": "...", "–": "-",
  "—": " - ", "‐": "-", "‑": "-" }));
const LINE_BREAKS = "\t\n\v\f\r\x85";
const JOINERS = "\u200c\u200d";
const SHOWN_OR_NEEDED = new Set([...LINE_BREAKS, ...JOINERS,
  ..."\u0600\u0601\u0602\u0603\u0604\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}"]);
/** Letters, marks and a symbol that look like nothing at all. */
const BLANKS = new Set("\u034f\u115f\u1160\u3164\uffa0\u17b4\u17b5\u2800");
const WORD = /[\p{L}\p{Nl}\p{No}]+/gu;
const BEGINNING = /(?:^|[.!?] )[^\p{L}\p{N}_]*[\p{L}\p{N}_]/gu;

/** What is wrong with a text, for the page to say: a name and its numbers. */
export class InputError extends Error {
  constructor(name, slots = {}) {
    super(name);
    this.slots = slots;
  }
}

/** What the reader typed, cleaned, and what was done to it. Throws InputError. */
export function accept(typed) {
  checkLength(typed);   // before anything else, for normalising can make it longer
  const cleaned = clean(typed), text = inSmallLetters(cleaned.text);
  checkLength(text);
  if (text) return { ...cleaned, text, readSmall: text !== cleaned.text };
  throw new InputError(cleaned.removed.length ? "only_invisible" : "nothing_typed");
}

function checkLength(text) {
  const n = [...text].length;
  if (n > MAX_CHARACTERS) {
    throw new InputError("too_many_characters", { n, most: MAX_CHARACTERS });
  }
}

/** One line, nothing hidden, NFC, the quotation marks and dashes of a typewriter. */
export function clean(typed) {
  const removed = [], replaced = [];
  let plain = "";
  for (const character of typed) {
    if (isHalf(character) || isHidden(character)) removed.push(code(character));
    const visible = isHalf(character) ? REPLACEMENT : LINE_BREAKS.includes(character) ? " "
      : isHidden(character) ? "" : character;
    const written = TYPEWRITTEN.get(visible) ?? visible;
    if (written !== visible) replaced.push(`${visible} → ${written.trim()}`);
    plain += written;
  }
  const joined = [], characters = [...plain];
  characters.forEach((character, at) => {
    if (JOINERS.includes(character) && !joins(joined, characters.slice(at))) {
      removed.push(code(character));
    } else joined.push(character);
  });
  let marks = 0, kept = "";
  for (const character of joined.join("").normalize("NFC")) {
    marks = /^\p{M}/u.test(character) ? marks + 1 : 0;
    if (marks > MAX_MARKS) removed.push(code(character));
    else kept += character;
  }
  const text = kept.split(/\s+/u).filter(Boolean).join(" ");
  return { text, removed: [...new Set(removed)], replaced: [...new Set(replaced)] };
}

/** Whether a character shows nothing, and is neither a space nor a joiner. */
export function isHidden(character) {
  const code = character.codePointAt(0);
  return (/^[\p{Cc}\p{Cf}]/u.test(character) || BLANKS.has(character)
    || code >= 0xe0000 && code < 0xe1000) && !SHOWN_OR_NEEDED.has(character);
}

const isHalf = character => /^\p{Cs}/u.test(character);
const code = character =>
  `U+${character.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}`;

/** Whether a joiner stands between letters or emoji (Persian, Hindi, families). */
function joins(before, onwards) {
  const after = onwards.find(character => !JOINERS.includes(character));
  return before.length > 0 && after !== undefined
    && /^[\p{L}\p{M}\p{So}\p{Sk}]/u.test(before.at(-1)) && /^[\p{L}\p{So}]/u.test(after);
}

/** A text in capitals throughout as a sentence; any other as it is. */
function inSmallLetters(text) {
  const words = text.match(WORD) ?? [];
  const long = words.filter(word => [...word].length > 1).length;
  const shouted = text === text.toUpperCase() && text !== text.toLowerCase();
  if (!shouted || words.length < 3 || long < 2) return text;
  return text.toLowerCase().replace(BEGINNING, found => found.toUpperCase());
}
