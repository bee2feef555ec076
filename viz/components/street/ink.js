// Drawing by hand: every pixel a button, and a stroke across them.
import { make, put, steps } from "../common/nodes.js";
import { text } from "../common/texts.js";

const LETTERS = "0123456789abcdefg";

/** The pixels to be drawn on: a stroke draws, or wipes out where it begins on ink. */
export function inkOf(mount) {
  const { size } = mount.header, count = size * size;
  const pixels = Array.from({ length: count }, (_, at) => make("button", { type: "button", "data-stay": `ink-${at}`,
    tabindex: at ? -1 : 0, "aria-pressed": String(mount.ink[at] > 0),
    "aria-label": text("street.pixel", { row: Math.floor(at / size) + 1, column: at % size + 1 }) }));
  const field = make("div", { class: "cells hands ink", style: `--grid:${size};--lines:${size}`, role: "group",
    "aria-label": text("street.ink") }, ...pixels);
  const set = (at, dark) => {
    if (mount.ink[at] === dark) return;
    mount.ink = mount.ink.with(at, dark);
    put(pixels[at], { "aria-pressed": String(dark > 0) });
    mount.drawn();
  };
  const turned = at => mount.ink[at] > mount.header.darkest / 2 ? 0 : mount.header.darkest;
  field.onpointerdown = event => stroke(mount, field, pixels, event, set, turned);
  field.onkeydown = event => {
    const now = pixels.indexOf(event.target), at = steps(event, now, count, size);
    if (at < 0 || at === now) return;
    put(pixels[now], { tabindex: -1 });
    put(pixels[at], { tabindex: 0 });
    pixels[at].focus();
  };
  pixels.forEach((pixel, at) => { pixel.onclick = ({ detail }) => { if (!detail) set(at, turned(at)); }; });
  return [field];
}

function stroke(mount, field, pixels, event, set, turned) {
  const first = pixels.indexOf(event.target);
  if (event.button || first < 0) return;
  const dark = turned(first);
  mount.held = true;
  field.setPointerCapture(event.pointerId);
  set(first, dark);
  field.onpointermove = ({ clientX, clientY }) => {
    const box = field.getBoundingClientRect(), { size } = mount.header;
    const [column, row] = [(clientX - box.left) / box.width, (clientY - box.top) / box.height]
      .map(share => Math.floor(share * size));
    if (Math.min(row, column) >= 0 && Math.max(row, column) < size) set(row * size + column, dark);
  };
  field.onpointerup = field.onpointercancel = () => {
    mount.held = false;
    field.onpointermove = field.onpointerup = field.onpointercancel = null;
  };
}

/** What is drawn, as it stands in an address. */
export const inkText = ink => ink.map(dark => LETTERS[dark]).join("");

/** The pixels of such a text. */
export const inkRead = written => [...written].map(letter => LETTERS.indexOf(letter));
