// Colours as numbers: the ramp of the weights, and the ink that is read on it.

/** "#1E3A5F" or "rgb(30, 58, 95)" to [30, 58, 95]. */
export function channels(colour) {
  const hex = /^#([0-9a-f]{3}|[0-9a-f]{6})([0-9a-f]{2})?$/i.exec(colour.trim());
  if (!hex) return (colour.match(/[\d.]+/g) ?? [0, 0, 0]).slice(0, 3).map(Number);
  const full = hex[1].length === 3 ? hex[1].replace(/./g, "$&$&") : hex[1];
  return [0, 2, 4].map(at => parseInt(full.slice(at, at + 2), 16));
}

export const paint = ([red, green, blue]) => `rgb(${red}, ${green}, ${blue})`;

export const blend = (from, to, share) =>
  from.map((value, at) => Math.round(value + (to[at] - value) * share));

/** A list of colours as Streamlit writes it, separated by commas. */
export const stopsOf = list =>
  (list.match(/#[0-9a-f]{3,8}|rgba?\([^)]*\)/gi) ?? []).map(channels);

/** A weight from 0 to 1 as a colour of the ramp. */
export function rampColour(stops, weight) {
  const last = stops.length - 1, place = Math.min(1, Math.max(0, weight)) * last;
  const below = Math.min(last - 1, Math.floor(place));
  return blend(stops[below], stops[below + 1], place - below);
}

/** The step of 255 on the ramp that a weight is painted with. */
export const shadeOf = (weight, colour) => Math.round(255
  * Math.min(1, Math.max(0, colour === "root" ? Math.sqrt(weight) : weight)));

/** The same of a number from −1 to 1: 0 is in the middle. */
export const signedShade = (weight, colour) => Math.round(127.5 + 127.5
  * Math.sign(weight) * Math.min(1, colour === "root" ? Math.sqrt(Math.abs(weight)) : Math.abs(weight)));

/** WCAG 2.2 relative luminance, 0 to 1. */
export function luminance(rgb) {
  const [red, green, blue] = rgb.map(value => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Black or white, whichever reads better on this colour. */
export const inkOn = rgb => (luminance(rgb) + 0.05) ** 2 >= 0.05 * 1.05
  ? "#000000" : "#FFFFFF";
