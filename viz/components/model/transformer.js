// The Transformer of Vaswani et al. (2017), figure 1, as core/networks/transformer.py has
// it: encoder, decoder, next word. Rows are queries, columns are keys.
import { AS_IT_IS } from "./experiment.js";
import { add, dot, embedded, linear, norm, softmax } from "./tensors.js";

const NAMES = { encoder: n => `encoder.${n}.self_attention`,
  decoder: n => `decoder.${n}.self_attention`, cross: n => `decoder.${n}.cross_attention` };

export class Transformer {
  constructor(weights, sizes, experiment = AS_IT_IS) {
    this.weights = weights;
    this.sizes = sizes;
    this.experiment = experiment;
    this.layers = [...Array(sizes.n_layers).keys()];
    this.embedding = weights.get("embedding.weight");
  }

  /** The same weights, with something changed on purpose. */
  rewired(experiment) {
    return new Transformer(this.weights, this.sizes, experiment);
  }

  /** The encoder's output for a source, and the weights of its attentions. */
  encode(source) {
    let x = source.map((id, position) => this.embed("encoder", id, position));
    const maps = this.layers.map(n => {
      const layer = `encoder.${n}`;
      const found = this.attend("encoder", n, x, this.keysAndValues("encoder", n, x));
      x = x.map((row, i) => this.addAndNorm(row, found.output[i], `${layer}.norm_self_attention`));
      x = x.map(row => this.feedForward(row, layer));
      return found.weights;
    });
    return { output: x, maps };
  }

  /** What decoding keeps between two words: keys and values, one pair a layer. `most` is
      how many words may be written. */
  begin(source, most) {
    this.experiment.check(this.sizes, source.length, most);
    const encoder = this.encode(source);
    return { encoder, words: [], rows: [], ...this.empty(),
      cross: this.layers.map(n => this.keysAndValues("cross", n, encoder.output)) };
  }

  empty() {
    return { position: 0, own: this.layers.map(() => ({ keys: [], values: [] })) };
  }

  /** Read one more word: the score of every next one. Where each word looked stands in
      `state.rows`; without a cache all of them look anew. */
  step(state, word) {
    state.words.push(word);
    state.rows = this.experiment.uncached
      ? this.read({ ...state, ...this.empty() }, state.words)
      : [...state.rows, ...this.read(state, [word])];
    return state.rows.at(-1).scores;
  }

  /** Read words behind those that were read: of each the scores of the next, and its rows. */
  read(state, words) {
    const from = state.position, maps = words.map(() => ({ self: [], cross: [] }));
    let x = words.map((word, i) => this.embed("decoder", word, from + i));
    state.position += words.length;
    for (const n of this.layers) {
      const layer = `decoder.${n}`, own = state.own[n];
      const { keys, values } = this.keysAndValues("decoder", n, x);
      own.keys.push(...keys);
      own.values.push(...values);
      const back = this.attend("decoder", n, x, own, from);
      x = x.map((row, i) => this.addAndNorm(row, back.output[i], `${layer}.norm_self_attention`));
      const across = this.attend("cross", n, x, state.cross[n], from);
      x = x.map((row, i) => this.addAndNorm(row, across.output[i], `${layer}.norm_cross_attention`));
      x = x.map(row => this.feedForward(row, layer));
      maps.forEach(({ self, cross }, i) => {
        self.push(back.weights.map(head => head[i]));
        cross.push(across.weights.map(head => head[i]));
      });
    }
    return maps.map((each, i) => ({ ...each, scores: linear(x[i], this.embedding) }));
  }

  /** Scaled embedding plus position. Vaswani et al. (2017), sections 3.4 and 3.5. */
  embed(stack, id, position) {
    const row = embedded(this.embedding, id), d = row.length;
    if (!this.experiment.positions(stack)) return row;
    for (let i = 0; i < d; i += 2) {
      const angle = position / 10000 ** (i / d);
      row[i] += Math.sin(angle);
      row[i + 1] += Math.cos(angle);
    }
    return row;
  }

  keysAndValues(kind, n, x) {
    const attention = NAMES[kind](n);
    return { keys: x.map(row => this.linear(row, `${attention}.project_key`)),
      values: x.map(row => this.linear(row, `${attention}.project_value`)) };
  }

  /** softmax(QKᵀ/√d)V in every head, joined. Weights are [head][query][key], NaN where a
      query may not look; `from` is the place of the first one. */
  attend(kind, n, x, { keys, values }, from = 0) {
    const { experiment } = this, attention = NAMES[kind](n);
    const { n_heads: heads, d_model: width } = this.sizes, d = width / heads;
    const queries = x.map(row => this.linear(row, `${attention}.project_query`));
    const mixed = x.map(() => new Float32Array(width)), weights = [];
    for (let head = 0, first = 0; head < heads; head++, first += d) {
      const silent = experiment.silent(kind, n, head);
      weights.push(queries.map((query, i) => {
        const allowed = key => experiment.allows(kind, n, head, from + i, key);
        const scores = new Float32Array(keys.length);
        keys.forEach((key, at) => { scores[at] = dot(query, key, first, d) / Math.sqrt(d); });
        return softmax(scores, allowed).map((weight, key) => {
          for (let at = first; !silent && at < first + d; at++) {
            mixed[i][at] += weight * values[key][at];
          }
          return allowed(key) ? weight : NaN;
        });
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
