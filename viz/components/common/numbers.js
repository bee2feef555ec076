// Numbers as they are printed, in every component.
import { hundredths, text, whole, written } from "./texts.js";

/** −1.250: three decimals and a true minus, as the language writes them. */
export const fixed = (value, digits = 3) => {
  const number = value.toFixed(digits);
  return written(number.replace("-", Number(number) === 0 ? "" : "−"));
};

export const large = value => Math.abs(value) < 10000 ? fixed(value)
  : whole(Math.round(value));

/** .72, 1.00 */
export const short = weight => bare(fixed(weight, 2));

/** A number as it is written, without a 0 before its point. */
export const bare = said => said.replace(/^(−?)0/, "$1");

/** Nothing nearer to 0 than .035: the value stays in the read-out and the table. */
export const cellText = weight =>
  Number.isNaN(weight) || Math.abs(weight) < 0.035 ? "" : short(weight);

export const percent = weight => hundredths(Math.round(weight * 100));

/** As `percent`; a small one with the first figure that counts, never as none. */
export function probability(share) {
  if (share === 0 || share >= 0.0095) return percent(share);
  const digits = Math.max(0, -Math.floor(Math.log10(100 * share)));
  return hundredths(share < 1e-5 ? `< ${fixed(0.001)}` : fixed(100 * share, digits));
}

export const decimals = (weight, digits) =>
  Number.isNaN(weight) ? text("map.forbidden") : fixed(weight, digits);
