// Bytes that a page holds as letters, and packed: see `viz/export/letters.py`.

const SPARED = "\"$&',<>\\`";
const values = new Uint8Array(127);
for (let code = 33, value = 0; code < 127; code++) {
  if (!SPARED.includes(String.fromCharCode(code))) values[code] = value++;
}

/** Five letters are four bytes; the last of them may be fewer. */
export function bytesOf(letters) {
  const bytes = new Uint8Array(Math.floor(letters.length * 4 / 5));
  const whole = letters.length - letters.length % 5, value = at => values[letters.charCodeAt(at)];
  let to = 0;
  const put = word => {
    bytes[to++] = word >>> 24;
    bytes[to++] = word >>> 16;
    bytes[to++] = word >>> 8;
    bytes[to++] = word;
  };
  for (let at = 0; at < whole; at += 5) {
    put((((value(at) * 85 + value(at + 1)) * 85 + value(at + 2)) * 85 + value(at + 3)) * 85 + value(at + 4));
  }
  if (whole < letters.length) {
    put([0, 1, 2, 3, 4].reduce((word, at) =>
      word * 85 + (whole + at < letters.length ? value(whole + at) : 84), 0));
  }
  return bytes;
}

/** What was packed, as an answer that is read as text or as bytes. */
export const unpacked = packed => new Response(new Blob([packed]).stream()
  .pipeThrough(new DecompressionStream("gzip")));
