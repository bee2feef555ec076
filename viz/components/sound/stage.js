// The spectrogram, and under it the alignment: a row for each letter, on the same time.
import { make, put, steps } from "../common/nodes.js";
import { bitmap } from "../attention/core/theme.js";
import { shadeOf } from "../attention/core/colour_arithmetic.js";
import { fixed } from "../common/numbers.js";
import { text } from "../common/texts.js";

const VEIL = 0.78;

/** How the numbers of the payload lie: the levels of all frames, then a row a letter. */
const levelsOf = ({ header: { frames, bands }, numbers }) => numbers.subarray(0, frames * bands);
const weightsOf = ({ header: { frames, bands, keys }, numbers }, row) =>
  numbers.subarray(frames * bands + row * keys, frames * bands + (row + 1) * keys);

export function buildStage(mount) {
  const { rows, frames, keys, together, heads } = mount.header;
  const wide = heads ? "width:100%" : `width:${100 * keys * together / frames}%`;
  const lines = rows.map((row, at) => line(mount, row, at, wide));
  const list = make("ol", { role: "listbox", "aria-label": mount.header.label }, ...lines);
  list.onkeydown = event => {
    if (event.key === "Enter" || event.key === " ") { event.preventDefault(); mount.play(mount.row); return; }
    const at = steps(event, mount.row, lines.length);
    if (at < 0) return;
    mount.choose(at);
    lines[at].focus();
  };
  mount.stage = { lines };
  return make("div", { class: heads ? "stage worded" : "stage" }, ...heads ? words(heads) : picture(mount, wide), list);
}

/** The sound over the rows, and its seconds. */
function picture(mount, wide) {
  const { keys, seconds, told } = mount.header, tick = seconds > 1.6 ? 0.5 : 0.2;
  const veil = make("canvas", { class: "veil", style: wide, width: keys, height: 1, "aria-hidden": "true" });
  const hand = make("i", { class: "hand", hidden: true });
  const pic = make("div", { class: "pic", role: "img", "aria-label": told }, spectrogram(mount), veil, hand);
  const ticks = Array.from({ length: Math.ceil(seconds / tick - 0.4) }, (_, at) => at * tick);
  Object.assign(mount.stage, { veil, hand, pic });
  return [make("p", { class: "side", text: text("sound.pitch") }), pic, make("span"),
    make("span"), make("p", { class: "ticks", "aria-hidden": "true" }, ...ticks.map(at =>
      make("span", { style: `left:${100 * at / seconds}%`, text: text("sound.second", { at: fixed(at, 1) }) }))), make("span")];
}

/** The words of a sentence over the rows, where the keys are words. */
const words = heads => [make("span"), make("p", { class: "heads", style: `--keys:${heads.length}` },
  ...heads.map(word => make("b", { class: "word", lang: "en", text: word }))), make("span")];

/** The loudest pitch of a moment is the darkest, and the highest one is on top. */
function spectrogram(mount) {
  const { header: { frames, bands }, theme } = mount, levels = levelsOf(mount);
  const canvas = bitmap(frames, bands, at => {
    const band = bands - 1 - Math.floor(at / frames);
    return theme.gates.packed[shadeOf(levels[at % frames * bands + band])];
  });
  put(canvas, { class: "spectrogram", "aria-hidden": "true" });
  return canvas;
}

function line(mount, { word, end, said }, at, wide) {
  const { theme, header: { keys, lang } } = mount, weights = weightsOf(mount, at);
  const strip = bitmap(keys, 1, key => theme.packed[shadeOf(weights[key])]);
  put(strip, { style: wide, "aria-hidden": "true" });
  return make("li", { role: "option", "data-stay": `letter-${at}`, "aria-label": said,
    onclick: () => { mount.play(at); mount.choose(at); } },
  make("b", { lang, class: "word", text: word }), make("span", {}, strip), make("em", { text: end }));
}

/** The chosen letter: what it did not attend to lies under a veil. */
export function paintStage(mount) {
  const { stage: { veil, lines }, row, theme } = mount, weights = weightsOf(mount, row), most = Math.max(...weights);
  lines.forEach((node, at) => put(node, { "aria-selected": String(at === row), tabindex: at === row ? 0 : -1 }));
  const pen = veil?.getContext("2d");
  if (!pen) return;
  pen.clearRect(0, 0, weights.length, 1);
  pen.fillStyle = theme.page;
  weights.forEach((weight, key) => {
    pen.globalAlpha = VEIL * (1 - weight / most);
    pen.fillRect(key, 0, 1, 1);
  });
}
