// What Python packs: `viz.components.attention.pack`.

/**
 * [u32 length][JSON header][float32 numbers], little-endian. A forbidden cell is NaN.
 * @param {Uint8Array} bytes
 * @returns {{ header: any, numbers: Float32Array }}
 */
export function decode(bytes) {
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  const start = bytes.byteOffset + 4 + length, end = bytes.byteOffset + bytes.length;
  return {
    header: JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + length))),
    numbers: start % 4 ? new Float32Array(bytes.slice(4 + length).buffer)
      : new Float32Array(bytes.buffer, start, (end - start) / 4),
  };
}

/** The same as Python packs it: what `decode` reads. */
export function encode(header, numbers) {
  const said = new TextEncoder().encode(JSON.stringify(header));
  const length = said.length + (4 - said.length % 8 + 8) % 8;   // numbers begin at an eighth
  const bytes = new Uint8Array(4 + length + 4 * numbers.length).fill(32, 4, 4 + length);
  new DataView(bytes.buffer).setUint32(0, length, true);
  bytes.set(said, 4);
  bytes.set(new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength), 4 + length);
  return bytes;
}

/** Takes numbers off one behind another: `take(3)` gives the next three. */
export function taking(numbers) {
  let from = 0;
  return count => numbers.subarray(from, from += count);
}
