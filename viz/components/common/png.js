// Texts within a PNG: chunks of the kind iTXt (PNG, third edition, 11.3.3.4), in UTF-8.

const BEGIN = 33;   // behind the signature and the first chunk, IHDR

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  for (let bit = 0; bit < 8; bit++) byte = byte & 1 ? byte >>> 1 ^ 0xedb88320 : byte >>> 1;
  return byte;
});

/** CRC-32 of bytes, as PNG and zip have it. */
export const crc32 = bytes =>
  ~bytes.reduce((sum, byte) => sum >>> 8 ^ TABLE[(sum ^ byte) & 255], -1) >>> 0;

/** The same picture with these texts in it, by their keywords; an empty one is left out. */
export function withTexts(png, texts) {
  const chunks = Object.entries(texts).filter(([, text]) => text)
    .map(([keyword, text]) => chunk(keyword, text));
  return joinBytes(png.subarray(0, BEGIN), ...chunks, png.subarray(BEGIN));
}

/** Not compressed, in no language that is named. */
function chunk(keyword, text) {
  const named = new TextEncoder().encode(`iTXt${keyword}\0\0\0\0\0${text}`);
  return joinBytes(four(named.length - 4), named, four(crc32(named)));
}

const four = number => new Uint8Array([24, 16, 8, 0].map(shift => number >>> shift));

function joinBytes(...parts) {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) { whole.set(part, at); at += part.length; }
  return whole;
}
