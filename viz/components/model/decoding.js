// The most probable piece at every step, as core/decoding/search.py takes it.
import { logSumExp } from "./tensors.js";
import { END, PAD, START } from "./tokenizer.js";

/** Log-probabilities that differ by less (nats) are taken for equal: the first is taken. */
const TIE = 1e-6;

/** How many pieces are written at most for a source of that many. */
const limitFor = source => Math.min(2 * source + 10, 128);

/** The ids that a network writes after those that are `given`, their log-probabilities,
    and of each step where it looked and how probable every piece was. */
export function greedy(network, source, given = []) {
  const most = given.length + limitFor(source.length), ids = [], chances = [];
  const state = network.begin(source, most + 1);
  let word = START;
  while (word !== END && ids.length < most) {
    const scores = network.step(state, word), never = word === START ? [PAD, START, END]
      : [PAD, START];   // never empty
    word = given[ids.length] ?? best(scores, never);
    chances.push(scores[word] - logSumExp(scores));
    if (word !== END) ids.push(word);
  }
  const finished = word === END;
  if (!finished) network.step(state, word);   // what could stand next is seen all the same
  return { ids, finished, chances, encoder: state.encoder.maps, steps: state.rows };
}

function best(scores, never) {
  const left = scores.map((score, id) => never.includes(id) ? -Infinity : score);
  const largest = left.reduce((most, score) => Math.max(most, score));
  return left.findIndex(score => score >= largest - TIE);
}
