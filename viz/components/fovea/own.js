// A picture of the reader's own: read here, and sent to nobody.
import { make } from "../common/nodes.js";
import { text } from "../common/texts.js";

const MOST_BYTES = 30e6, MOST_PIXELS = 36e6, WIDEST = 960;

/** A picture from a file, made as small as is needed; throws what is wrong, in words. */
export async function read(file) {
  if (file.size > MOST_BYTES) throw text("fovea.heavy", { megabytes: Math.round(file.size / 1e6) });
  const whole = await createImageBitmap(file).catch(() => { throw text("fovea.none"); });
  const { width, height } = whole;
  if (width * height > MOST_PIXELS) {
    whole.close();
    throw text("fovea.large", { megapixels: Math.round(width * height / 1e6) });
  }
  const scale = Math.min(1, WIDEST / width), size = side => Math.max(1, Math.round(scale * side));
  const image = make("canvas", { width: size(width), height: size(height) }), pen = image.getContext("2d");
  pen.imageSmoothingQuality = "high";
  pen.drawImage(whole, 0, 0, image.width, image.height);
  whole.close();
  return { image, width: image.width, height: image.height };
}

/** The button that asks for a file, and the one back to the photograph. */
export function ownOf(mount) {
  const field = make("input", { type: "file", accept: "image/*", hidden: true,
    onchange: ({ target }) => { if (target.files.length) mount.open(target.files[0]); target.value = ""; } });
  const ask = make("button", { type: "button", class: "tool", text: text("fovea.own"), onclick: () => field.click() });
  const back = make("button", { type: "button", class: "tool", text: text("fovea.back"), onclick: () => mount.open(null), hidden: !mount.own });
  return make("p", { class: "under" }, field, ask, back, make("span", { text: text(mount.own ? "fovea.stays" : "fovea.drop") }));
}

/** Lets a picture be dropped on the stage. */
export function dropped(stage, open) {
  stage.ondragover = event => event.preventDefault();
  stage.ondrop = event => {
    event.preventDefault();
    const [file] = event.dataTransfer.files;
    if (file) open(file);
  };
}
