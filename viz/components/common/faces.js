// The page's own faces, for a drawing that leaves the page.

/** The first name of a list of fonts, without quotes. */
export const firstFont = fonts => fonts.split(",")[0].trim().replace(/^["']|["']$/g, "");

/** The rules of these fonts, as far as the page has used them, their files within. */
export async function facesOf(fonts) {
  const key = face => `${firstFont(face.family)}, ${face.style}, ${face.unicodeRange}`;
  const used = new Set([...document.fonts].filter(face =>
    face.status === "loaded" && fonts.has(firstFont(face.family))).map(key));
  const rules = [...document.styleSheets].flatMap(rulesOf)
    .filter(rule => rule instanceof CSSFontFaceRule);
  const written = await Promise.all(rules.map(async ({ style }) => {
    const read = name => style.getPropertyValue(name);
    const face = { family: read("font-family"), style: read("font-style") || "normal",
      unicodeRange: read("unicode-range") || "U+0-10FFFF" };
    const [, address] = read("src").match(/url\("?([^")]+)"?\)/) ?? [];
    if (!address || !used.has(key(face))) return "";
    return `@font-face{font-family:"${firstFont(face.family)}";font-style:${face.style};`
      + `font-weight:${read("font-weight") || 400};unicode-range:${face.unicodeRange};`
      + `src:url(${await held(address)})}`;
  }));
  return written.join("");
}

/** Another's sheet may not be read: it holds no face of ours. */
function rulesOf(sheet) {
  try { return [...sheet.cssRules]; } catch { return []; }
}

/** A file as an address that holds it; a page of its own has such addresses already. */
const held = async address => address.startsWith("data:") ? address
  : inside(await fetch(address).then(answer => answer.blob()));

const inside = file => new Promise((done, failed) => {
  const reader = new FileReader();
  reader.onload = () => done(reader.result);
  reader.onerror = () => failed(reader.error);
  reader.readAsDataURL(file);
});
