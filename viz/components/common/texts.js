// What the browser says: sentences of `assets/lessons/<lang>/texts/browser.toml`, which
// travel with what they are said of.

const spoken = { lang: "en", point: ".", sign: "%", version: "", texts: {} };

/** From here on all pictures of the component say these sentences, in this language. */
export function speak({ lang, version: drawn = spoken.version, texts }) {
  const [, { value: point }] = new Intl.NumberFormat(lang).formatToParts(0.5);
  const [, ...sign] = new Intl.NumberFormat(lang, { style: "percent" }).formatToParts(0.5);
  Object.assign(spoken, { lang, point, sign: sign.map(({ value }) => value).join(""), version: drawn, texts: { ...spoken.texts, ...texts } });
}

/** Which Headlight says them. */
export const version = () => spoken.version;

/** A whole number as the language writes it. */
export const whole = number => new Intl.NumberFormat(spoken.lang).format(number);

/** A number of hundredths as the language writes it: 12%, 12 %. */
export const hundredths = number => `${number}${spoken.sign}`;

/** A number with the decimal sign of the language. */
export const written = number => String(number).replace(".", spoken.point);

/**
 * A sentence by its name, its slots filled. Of one with plural forms the number `n`
 * chooses.
 * @param {string} name
 * @param {Record<string, string | number>} slots
 */
export const text = (name, slots = {}) =>
  filled(entry(name, slots), slots).map(part => part.text).join("");

/** The same as pieces of text, those of a word with its role: see `write`. */
export const parts = (name, slots) => filled(entry(name, slots), slots);

function entry(name, { n }) {
  const found = spoken.texts[name];
  if (found === undefined) throw new Error(`browser.toml has no text ${name}`);
  if (typeof found === "string") return found;
  return found[new Intl.PluralRules(spoken.lang).select(Number(n))] ?? found.other;
}

/** "{row} looks at {best}" as pieces of text with their roles. */
export function filled(sentence, slots) {
  return (sentence ?? "").split(/(\{\w+\})/).filter(Boolean).map(part => {
    const value = /^\{\w+\}$/.test(part) ? slots[part.slice(1, -1)] ?? "" : part;
    return typeof value === "object" ? value : { text: String(value) };
  });
}
