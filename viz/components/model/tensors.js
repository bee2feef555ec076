// The few things that a pass is made of: weights from a file, and rows of numbers. A matrix
// is an array of rows, each a Float32Array, so that a formula reads as on the board.


import { roomFor } from "./simd.js";

const HALVES = Float32Array.from({ length: 65536 }, (_, bits) => {
  const sign = bits & 0x8000 ? -1 : 1, exponent = bits >> 10 & 31, fraction = bits & 1023;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 31) return fraction ? NaN : sign * Infinity;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
});
/** Copies numbers of a file, which begin at a byte, as floats. */
const COPY = {
  F32(buffer, from, into) { into.set(new Float32Array(buffer, from, into.length)); },
  F16(buffer, from, into) {
    const halves = new Uint16Array(buffer, from, into.length);
    for (let i = 0; i < into.length; i++) into[i] = HALVES[halves[i]];
  },
};

/** A number of ordinary size as half a float: the nearest one that there is. */
export function halfOf(number) {
  let at = 0;   // of those at or above 0, which rise
  const positive = Math.abs(number);
  for (let step = 1 << 14; step; step >>= 1) {
    if (at + step < 0x7c00 && HALVES[at + step] <= positive) at += step;
  }
  if (positive - HALVES[at] > HALVES[at + 1] - positive) at++;
  return number < 0 ? at | 0x8000 : at;
}

/** The tensors of a safetensors file by their names: `{ shape, data }`, in one room of
    memory where the browser multiplies four numbers at a time. */
export function readWeights(buffer) {
  const length = Number(new DataView(buffer).getBigUint64(0, true));
  const { __metadata__, ...head } =
    JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 8, length)));
  const room = roomFor(Object.values(head).map(({ shape }) => shape));
  return new Map(Object.entries(head).map(([name, { dtype, shape, data_offsets: [from] }]) => {
    const count = shape.reduce((product, one) => product * one, 1);
    const data = room?.place(count) ?? new Float32Array(count);
    COPY[dtype](buffer, 8 + length + from, data);
    return [name, { shape, data, multiply: room?.multiply }];
  }));
}

/** A row times a matrix of [out, in], plus a bias if there is one. */
export function linear(row, matrix, bias) {
  const made = matrix.multiply?.(row, matrix) ?? multiplied(row, matrix);
  return bias ? add(made, bias) : made;
}

function multiplied(row, { shape: [out, width], data }) {
  const made = new Float32Array(out);
  for (let o = 0, at = 0; o < out; o++, at += width) {
    for (let i = 0; i < width; i++) made[o] += data[at + i] * row[i];
  }
  return made;
}

/** q·k of some components, from `first` on. */
export function dot(query, key, first, count) {
  let sum = 0;
  for (let i = first; i < first + count; i++) sum += query[i] * key[i];
  return sum;
}

/** A row of an embedding, times √d: what a network reads of a piece. */
export function embedded({ shape: [, width], data }, id) {
  const scale = Math.sqrt(width);
  return Float32Array.from(data.subarray(id * width, (id + 1) * width), one => one * scale);
}

export const add = (a, b) => a.map((one, i) => one + b[i]);

/** LayerNorm: mean 0 and variance 1, times a gain, plus a bias. Ba et al. (2016). */
export function norm(row, gain, bias, epsilon = 1e-5) {
  const n = row.length, mean = row.reduce((sum, x) => sum + x, 0) / n;
  const variance = row.reduce((sum, x) => sum + (x - mean) ** 2, 0) / n;
  const by = 1 / Math.sqrt(variance + epsilon);
  return row.map((x, i) => (x - mean) * by * gain[i] + bias[i]);
}

/** Weights that add up to 1; exactly 0 where a query may not look. */
export function softmax(scores, allowed = () => true) {
  let largest = -Infinity, sum = 0;
  scores.forEach((score, key) => { if (allowed(key)) largest = Math.max(largest, score); });
  const weights = scores.map((score, key) => allowed(key) ? Math.exp(score - largest) : 0);
  weights.forEach(weight => { sum += weight; });
  return sum ? weights.map(weight => weight / sum) : weights;
}

/** ln Σ exp: what the log-probabilities of a row of scores are short of. */
export function logSumExp(scores) {
  let largest = -Infinity, sum = 0;
  for (const score of scores) largest = Math.max(largest, score);
  for (const score of scores) sum += Math.exp(score - largest);
  return largest + Math.log(sum);
}
