// The translator of Bahdanau, Cho & Bengio (2015), as core/networks/bahdanau.py has it: a
// reader in both directions, and a gated writer whose context is attention.
import { InputError } from "./accept.js";
import { add, embedded, linear, softmax } from "./tensors.js";

const sigmoid = x => 1 / (1 + Math.exp(-x));

export class Bahdanau {
  constructor(weights) {
    this.weights = weights;
    this.embedding = this.of("embedding.weight");
  }

  /** Experiments are made with the Transformer only. */
  rewired(experiment) {
    if (experiment.changes) throw new InputError("transformer_only");
    return this;
  }

  /** Read the source once: annotations h_j = [→h_j; ←h_j], their keys, and s_0. */
  begin(source) {
    const x = source.map(id => embedded(this.embedding, id));
    const forward = this.read(x, "read_forward");
    const backward = this.read([...x].reverse(), "read_backward").reverse();
    const annotations = forward.map((row, j) => Float32Array.of(...row, ...backward[j]));
    return { annotations, keys: annotations.map(h => this.linear(h, "project_key")),
      state: this.linear(backward[0], "begin_state").map(Math.tanh), rows: [],
      encoder: { maps: [] } };
  }

  /** The states along a sentence, from zero. */
  read(x, unit) {
    let state = new Float32Array(this.of(`${unit}.from_state.weight`).shape[1]);
    return x.map(row =>
      state = this.gated(unit, this.linear(row, `${unit}.from_input`), state));
  }

  /** One step of a gated unit: r, z and s̃. Cho et al. (2014), section 2.3. */
  gated(unit, input, state) {
    const kept = this.linear(state, `${unit}.from_state`), d = state.length;
    return state.map((s, i) => {
      const reset = sigmoid(input[i] + kept[i]), update = sigmoid(input[d + i] + kept[d + i]);
      const candidate = Math.tanh(input[2 * d + i] + reset * kept[2 * d + i]);
      return (1 - update) * candidate + update * s;
    });
  }

  /** Read one more word: attend, read out, update the state. Appendix A. */
  step(state, word) {
    const y = embedded(this.embedding, word), { data: v } = this.of("direction");
    const query = linear(state.state, this.of("project_query.weight"));
    const scores = Float32Array.from(state.keys, key =>
      v.reduce((sum, one, i) => sum + one * Math.tanh(query[i] + key[i]), 0));
    const weights = softmax(scores), context = new Float32Array(state.annotations[0].length);
    weights.forEach((weight, j) =>
      state.annotations[j].forEach((h, i) => { context[i] += weight * h; }));
    const deep = add(add(this.linear(state.state, "out_state"),
      linear(y, this.of("out_word.weight"))), linear(context, this.of("out_context.weight")));
    const maxout = y.map((_, i) => Math.max(deep[2 * i], deep[2 * i + 1]));
    const input = add(this.linear(y, "write_word.from_input"),
      linear(context, this.of("write_context.weight")));
    state.state = this.gated("write_word", input, state.state);
    const next = linear(maxout, this.embedding, this.of("bias").data);
    state.rows.push({ scores: next, self: [], cross: [[weights]] });
    return next;
  }

  linear(row, name) {
    return linear(row, this.of(`${name}.weight`), this.of(`${name}.bias`).data);
  }

  of(name) {
    return this.weights.get(name);
  }
}
