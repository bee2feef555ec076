// From the scores of one step to the chances of the next piece: arithmetic only.

/** IEEE 754 half precision: 1 sign, 5 exponent, 10 fraction bits. */
export function half(bits) {
  const sign = bits >> 15 ? -1 : 1, exponent = bits >> 10 & 31, fraction = bits & 1023;
  if (exponent === 31) return fraction ? NaN : sign * Infinity;
  return sign * (exponent ? 2 ** (exponent - 15) * (1 + fraction / 1024)
    : 2 ** -14 * fraction / 1024);
}

/**
 * The scores of one step, largest first. They lie two to a float behind the weights:
 * the `best` one by one, then one for every `group` pieces.
 */
export function scoresOf(body, { offset, vocabulary, best = vocabulary, group = 1 }, step) {
  const single = Math.min(best, vocabulary), tail = Math.ceil((vocabulary - single) / group);
  const bits = new Uint16Array(body.buffer, body.byteOffset + 4 * offset
    + 2 * step * (single + tail), single + tail);
  const scores = new Float32Array(vocabulary);
  bits.forEach((each, at) => {
    if (at < single) { scores[at] = half(each); return; }
    const from = single + (at - single) * group;
    scores.fill(half(each), from, from + group);
  });
  return scores;
}

/**
 * Chances of scores that stand in falling order. Scores are divided by `temperature`
 * before the softmax; of the pieces the `topk` first stay (0: all), and of these the
 * fewest that together reach `topp` of what they have. `kept` is how many stay, `total`
 * what they had together; the entropy, in bits, is that of what is left.
 */
export function distribution(scores, { temperature = 1, topk = 0, topp = 1 } = {}) {
  const chances = Float64Array.from(scores, score =>
    Math.exp((score - scores[0]) / temperature));
  const sum = chances.reduce((all, one) => all + one, 0);
  let kept = topk ? Math.min(topk, chances.length) : chances.length, total = 0;
  for (let at = 0; at < chances.length; at++) chances[at] /= sum;
  for (let at = 0; at < kept; at++) total += chances[at];
  if (topp < 1) {
    const enough = topp * total;
    total = 0;
    for (let at = 0; at < kept; at++) {
      if (total >= enough) { kept = at; break; }
      total += chances[at];
    }
  }
  let entropy = 0;
  for (let at = 0; at < kept; at++) {
    const share = chances[at] / total;
    if (share > 0) entropy -= share * Math.log2(share);
  }
  return { chances, kept, total, entropy };
}
