// Weights and shares as they are printed.
import { text } from "../../common/texts.js";

export const BLANK = 0.035;

/** .72, 1.00, and nothing under .035: the value stays in the read-out and the table. */
export const cellText = weight =>
  Number.isNaN(weight) || weight < BLANK ? "" : weight.toFixed(2).replace(/^0/, "");

export const percent = weight => `${Math.round(weight * 100)} %`;

/** As `percent`; a small one with the first figure that counts, never as none. */
export function probability(share) {
  if (share === 0 || share >= 0.0095) return percent(share);
  const digits = Math.max(0, -Math.floor(Math.log10(100 * share)));
  return share < 1e-5 ? "< 0.001 %" : `${(100 * share).toFixed(digits)} %`;
}

export const decimals = weight =>
  Number.isNaN(weight) ? text("map.forbidden") : weight.toFixed(3);
