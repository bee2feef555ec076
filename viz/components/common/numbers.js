// Numbers as they are printed, in every component.
import { whole } from "./texts.js";

/** −1.250: three decimals and a true minus. */
export const fixed = (value, digits = 3) => {
  const text = value.toFixed(digits);
  return Number(text) === 0 ? text.replace("-", "") : text.replace("-", "−");
};

export const large = value => Math.abs(value) < 10000 ? fixed(value)
  : whole(Math.round(value));
