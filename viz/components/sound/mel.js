// Log-mel levels of samples, as `core.worlds.sounds` makes them.

export const RATE = 11_025, BANDS = 40;
const WINDOW = 256, HOP = 128, BINS = 512, HALF = BINS / 2 + 1;
const LOWEST = 60, HIGHEST = 5_000, DEEPEST = 50, STEPS = 255;
const MARGIN = 6;       // frames that are kept before and after what is heard
const QUIET = 0.3;      // levels below this share are no speech

const mel = hertz => 2595 * Math.log10(1 + hertz / 700);
const hertz = mels => 700 * (10 ** (mels / 2595) - 1);

/** How much of each bin each band hears: triangles, each of which adds up to 1. */
const filters = (() => {
  const low = mel(LOWEST), step = (mel(HIGHEST) - low) / (BANDS + 1);
  const edges = Array.from({ length: BANDS + 2 }, (_, at) => hertz(low + step * at));
  return Array.from({ length: BANDS }, (_, band) => {
    const [from, middle, to] = edges.slice(band, band + 3), triangle = Array.from({ length: HALF }, (_, bin) => {
      const at = bin * RATE / BINS;
      return Math.max(0, Math.min((at - from) / (middle - from), (to - at) / (to - middle)));
    });
    const whole = triangle.reduce((sum, one) => sum + one, 0);
    return triangle.map((share, bin) => [bin, share / whole]).filter(([, share]) => share);
  });
})();

const hann = Array.from({ length: WINDOW }, (_, at) => 0.5 - 0.5 * Math.cos(2 * Math.PI * at / (WINDOW - 1)));
const cosine = Array.from({ length: BINS }, (_, at) => Math.cos(2 * Math.PI * at / BINS));
const sine = Array.from({ length: BINS }, (_, at) => Math.sin(2 * Math.PI * at / BINS));

/** The power of each bin of one window. */
function spectrum(samples, begin) {
  const power = new Float64Array(HALF), window = hann.map((share, at) => share * (samples[begin + at] ?? 0));
  for (let bin = 0; bin < HALF; bin++) {
    let real = 0, other = 0;
    for (let at = 0; at < WINDOW; at++) {
      const turn = bin * at % BINS;
      real += window[at] * cosine[turn];
      other += window[at] * sine[turn];
    }
    power[bin] = real * real + other * other;
  }
  return power;
}

/** A byte for each band of each window: decibels below the loudest. */
export function levelsOf(samples) {
  const frames = Math.max(1, Math.ceil((samples.length - WINDOW) / HOP) + 1), power = new Float64Array(frames * BANDS);
  for (let frame = 0; frame < frames; frame++) {
    const bins = spectrum(samples, frame * HOP);
    filters.forEach((triangle, band) => {
      power[frame * BANDS + band] = triangle.reduce((sum, [bin, share]) => sum + share * bins[bin], 0);
    });
  }
  const loudest = power.reduce((most, one) => Math.max(most, one), 0), least = 10 ** (-DEEPEST / 10);
  return Uint8Array.from(power, one => loudest && Math.round(STEPS * (1 + 10 * Math.log10(Math.max(one / loudest, least)) / DEEPEST)));
}

/** The same samples without the silence before and after what is said. */
export function cropped(samples) {
  const levels = levelsOf(samples), loud = [];
  levels.forEach((level, at) => { if (level > QUIET * STEPS) loud.push(Math.floor(at / BANDS)); });
  const first = Math.max(0, loud[0] - MARGIN), last = loud.at(-1) + MARGIN;
  return samples.slice(first * HOP, last * HOP + WINDOW);
}
