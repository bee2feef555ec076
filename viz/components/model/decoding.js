// The most probable piece at every step, as core/decoding/search.py takes it.
import { logSumExp } from "./tensors.js";
import { END, PAD, START } from "./tokenizer.js";

/** Log-probabilities that differ by less (nats) are taken for equal: the first is taken. */
const TIE = 1e-6;

/** The ids that a network writes, their log-probabilities, and of each step where it
    looked and how probable every piece was. */
export function greedy(network, source) {
  const state = network.begin(source), limit = Math.min(2 * source.length + 10, 128);
  const ids = [], chances = [], steps = [];
  let word = START, finished = false;
  while (ids.length < limit && !finished) {
    const { scores, maps } = network.step(state, word), sum = logSumExp(scores);
    const probabilities = scores.map(score => Math.exp(score - sum));
    scores[PAD] = scores[START] = -Infinity;
    if (word === START) scores[END] = -Infinity;   // never empty
    const largest = scores.reduce((most, score) => Math.max(most, score));
    word = scores.findIndex(score => score >= largest - TIE);
    chances.push(scores[word] - sum);
    steps.push({ ...maps, probabilities });
    finished = word === END;
    if (!finished) ids.push(word);
  }
  return { ids, finished, chances, steps, encoder: state.encoder.maps };
}
