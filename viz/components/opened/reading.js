// The pictures in a file: a `.headlight` file is one, packed; a page of ours holds some.
// The file comes from anywhere: what is not understood is refused by the name of a text.
import { bytesOf } from "../common/letters.js";

const LARGEST_FILE = 100 * 2 ** 20;
const LARGEST_PICTURE = 200 * 2 ** 20;   // unpacked
const MOST_PICTURES = 500;   // of a talk
const HELD = /<script type="application\/gzip" class="(picture|part)" ([^>]*)>([^<]*)<\/script>/g;

/** The same as a text says them, in megabytes. */
export const LIMITS = { most: LARGEST_FILE / 2 ** 20, unpacked: LARGEST_PICTURE / 2 ** 20,
  pictures: MOST_PICTURES };

export class Refused extends Error {}

/**
 * A picture as a file holds it: packed pieces, each with its place in `size` bytes; of
 * one that is a single piece the size is not known.
 * @typedef {{ size: number, pieces: { at: number, packed: Uint8Array }[] }} Held
 */

/** Every picture of a file, still packed. @returns {Promise<Held[]>} */
export async function picturesOf(file) {
  if (file.size > LARGEST_FILE) throw new Refused("opened.large");
  if (!file.size) throw new Refused("opened.empty");
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return [alone(bytes)];
  const found = [];
  for (const [, kind, said, letters] of new TextDecoder().decode(bytes).matchAll(HELD)) {
    const number = name => Number(said.match(`data-${name}="(\\d+)"`)?.[1] ?? 0);
    const begins = kind === "picture";
    if (begins && found.length === MOST_PICTURES) throw new Refused("opened.many");
    if (begins) found.push({ size: number("size"), pieces: [] });
    found.at(-1)?.pieces.push({ at: number("at"), packed: bytesOf(letters) });
  }
  if (!found.length) throw new Refused("opened.foreign");
  return found;
}

const alone = packed => ({ size: 0, pieces: [{ at: 0, packed }] });

/** What was packed, as long as it is not far too much. @param {Held} held */
export async function unpacked({ size, pieces }) {
  if (size > LARGEST_PICTURE) throw new Refused("opened.large");
  if (!size) return inflated(pieces[0].packed);
  const whole = new Uint8Array(size);
  for (const { at, packed } of pieces) {
    const part = await inflated(packed);
    if (at + part.length > size) throw new Refused("opened.damaged");
    whole.set(part, at);
  }
  return whole;
}

async function inflated(packed) {
  const reader = new Blob([packed]).stream()
    .pipeThrough(new DecompressionStream("gzip")).getReader();
  const parts = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw new Refused("opened.damaged");
    });
    if (done) break;
    size += value.length;
    if (size > LARGEST_PICTURE) {
      reader.cancel();
      throw new Refused("opened.large");
    }
    parts.push(value);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) { whole.set(part, at); at += part.length; }
  return whole;
}
