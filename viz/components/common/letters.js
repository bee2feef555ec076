// Bytes that a page holds as letters, and packed: see `viz/export/letters.py`.

const SPARED = "\"$&',<>\\`";
const values = new Uint8Array(127);
for (let code = 33, value = 0; code < 127; code++) {
  if (!SPARED.includes(String.fromCharCode(code))) values[code] = value++;
}

/** Five letters are four bytes; the last of them may be fewer. */
export function bytesOf(letters) {
  const bytes = new Uint8Array(Math.floor(letters.length * 4 / 5));
  for (let from = 0, to = 0; from < letters.length; from += 5) {
    let word = 0;
    for (let at = from; at < from + 5; at++) {
      word = Math.imul(word, 85) + (at < letters.length ? values[letters.charCodeAt(at)] : 84) | 0;
    }
    for (let shift = 24; shift >= 0; shift -= 8) bytes[to++] = word >>> shift;
  }
  return bytes;
}

/** What was packed, as an answer that is read as text or as bytes. */
export const unpacked = packed => new Response(new Blob([packed]).stream()
  .pipeThrough(new DecompressionStream("gzip")));
