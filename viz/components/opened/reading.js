// The pictures in a file: a `.headlight` file is one, packed; a page of ours holds some.
// The file comes from anywhere: what is not understood is refused by the name of a text.

export const LARGEST_FILE = 100 * 2 ** 20;
const LARGEST_PICTURE = 200 * 2 ** 20;   // unpacked
const HELD = /<script type="application\/gzip" class="picture"[^>]*>([A-Za-z0-9+/=]*)<\/script>/g;

export class Refused extends Error {}

/** Every picture of a file, still packed. @returns {Promise<Uint8Array[]>} */
export async function picturesOf(file) {
  if (file.size > LARGEST_FILE) throw new Refused("opened.large");
  if (!file.size) throw new Refused("opened.empty");
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return [bytes];
  const page = new TextDecoder().decode(bytes);
  const found = [...page.matchAll(HELD)].map(([, letters]) => written(letters));
  if (!found.length) throw new Refused("opened.foreign");
  return found;
}

function written(letters) {
  try {
    const plain = atob(letters), bytes = new Uint8Array(plain.length);
    for (let at = 0; at < bytes.length; at++) bytes[at] = plain.charCodeAt(at);
    return bytes;
  } catch { throw new Refused("opened.damaged"); }
}

/** What was packed, as long as it is not far too much. */
export async function unpacked(packed) {
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
