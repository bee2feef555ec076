// Pictures of one sentence by several models: they light the same word.

/** The pictures that are on the page. @type {Set<import("../mount.js").Mount>} */
const pictures = new Set();

export const enter = mount => pictures.add(mount);
export const leave = mount => pictures.delete(mount);

/** The row of the same word in another list of words, or −1: the second "la" is the second. */
export function sameWord(words, row, others) {
  const word = words[row];
  let again = words.slice(0, row).filter(one => one === word).length;
  return others.findIndex(one => one === word && again-- === 0);
}

/** Does in the other pictures, by `change`, what was done to a row here; −1 is no row. */
export function tell(mount, change, row) {
  const { together } = mount.header;
  if (!together || !mount.stack) return;
  for (const other of pictures) {
    if (other === mount || other.header?.together !== together || !other.stack) continue;
    const same = row < 0 ? -1
      : sameWord(mount.stack.queryWords, row, other.stack.queryWords);
    if (same >= 0 || row < 0) other.dispatch(change, same);
  }
}
