// The Transformer of Vaswani et al. (2017), figure 1, as core/networks/transformer.py has
// it: encoder, decoder, next word. Rows are queries, columns are keys.
import { add, embedded, linear, norm, softmax } from "./tensors.js";

export class Transformer {
  constructor(weights, sizes) {
    this.weights = weights;
    this.sizes = sizes;
    this.layers = [...Array(sizes.n_layers).keys()];
    this.embedding = weights.get("embedding.weight");
  }

  /** The encoder's output for a source, and the weights of its attentions. */
  encode(source) {
    let x = source.map((id, position) => this.embed(id, position));
    const maps = this.layers.map(n => {
      const layer = `encoder.${n}`, attention = `${layer}.self_attention`;
      const found = this.attend(attention, x, this.keysAndValues(attention, x));
      x = x.map((row, i) => this.addAndNorm(row, found.output[i], `${layer}.norm_self_attention`));
      x = x.map(row => this.feedForward(row, layer));
      return found.weights;
    });
    return { output: x, maps };
  }

  /** What decoding keeps between two words: keys and values, one pair a layer. */
  begin(source) {
    const encoder = this.encode(source);
    return { encoder, position: 0, own: this.layers.map(() => ({ keys: [], values: [] })),
      cross: this.layers.map(n =>
        this.keysAndValues(`decoder.${n}.cross_attention`, encoder.output)) };
  }

  /** Read one more word: the score of every next one, and where this word looked. */
  step(state, word) {
    let x = this.embed(word, state.position);
    const maps = { self: [], cross: [] };
    state.position += 1;
    for (const n of this.layers) {
      const layer = `decoder.${n}`, own = `${layer}.self_attention`;
      const { keys, values } = this.keysAndValues(own, [x]);
      state.own[n].keys.push(...keys);      // what is later is not there yet: the mask
      state.own[n].values.push(...values);
      const back = this.attend(own, [x], state.own[n]);
      x = this.addAndNorm(x, back.output[0], `${layer}.norm_self_attention`);
      const across = this.attend(`${layer}.cross_attention`, [x], state.cross[n]);
      x = this.addAndNorm(x, across.output[0], `${layer}.norm_cross_attention`);
      x = this.feedForward(x, layer);
      maps.self.push(back.weights.map(([row]) => row));
      maps.cross.push(across.weights.map(([row]) => row));
    }
    return { scores: linear(x, this.embedding), maps };
  }

  /** Scaled embedding plus position. Vaswani et al. (2017), sections 3.4 and 3.5. */
  embed(id, position) {
    const row = embedded(this.embedding, id), d = row.length;
    for (let i = 0; i < d; i += 2) {
      const angle = position / 10000 ** (i / d);
      row[i] += Math.sin(angle);
      row[i + 1] += Math.cos(angle);
    }
    return row;
  }

  keysAndValues(attention, x) {
    return { keys: x.map(row => this.linear(row, `${attention}.project_key`)),
      values: x.map(row => this.linear(row, `${attention}.project_value`)) };
  }

  /** softmax(QKᵀ/√d)V in every head, joined. Weights are [head][query][key]. */
  attend(attention, x, { keys, values }) {
    const { n_heads: heads, d_model: width } = this.sizes, d = width / heads;
    const queries = x.map(row => this.linear(row, `${attention}.project_query`));
    const mixed = x.map(() => new Float32Array(width)), weights = [];
    for (let head = 0, from = 0; head < heads; head++, from += d) {
      weights.push(queries.map((query, at) => {
        const scores = Float32Array.from(keys, key => {
          let sum = 0;
          for (let i = from; i < from + d; i++) sum += query[i] * key[i];
          return sum / Math.sqrt(d);
        });
        const row = softmax(scores);
        row.forEach((weight, key) => {
          for (let i = from; i < from + d; i++) mixed[at][i] += weight * values[key][i];
        });
        return row;
      }));
    }
    return { weights, output: mixed.map(row => this.linear(row, `${attention}.join`)) };
  }

  /** A word alone: widened, what is below 0 dropped, narrowed again. Section 3.3. */
  feedForward(row, layer) {
    const hidden = this.linear(row, `${layer}.widen`).map(one => Math.max(one, 0));
    const narrowed = this.linear(hidden, `${layer}.narrow`);
    return this.addAndNorm(row, narrowed, `${layer}.norm_feed_forward`);
  }

  addAndNorm(row, added, name) {
    return norm(add(row, added), this.of(`${name}.weight`).data, this.of(`${name}.bias`).data);
  }

  linear(row, name) {
    return linear(row, this.of(`${name}.weight`), this.of(`${name}.bias`).data);
  }

  of(name) {
    return this.weights.get(name);
  }
}
