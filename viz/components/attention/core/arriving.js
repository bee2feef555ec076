// Of very many weights one layer is drawn before the others are here.

/** Which layers of a picture have come; `whole` says that there is nothing to wait for. */
export class Arriving {
  #here = new Set();
  #after = [];
  #whole;
  /** What the reader chose, if it is not here yet. @type {(() => void) | null} */
  wanted = null;

  constructor(whole = true) { this.#whole = whole; }

  has({ stack, layer }) { return this.#whole || this.#here.has(`${stack} ${layer}`); }

  /** A layer has come; what was chosen is tried again. */
  came(name) {
    this.#here.add(name);
    const { wanted } = this;
    this.wanted = null;
    wanted?.();
  }

  /** All have come. */
  end() {
    this.#whole = true;
    this.#after.splice(0).forEach(run => run());
  }

  /** What needs all of them. */
  then(run) {
    if (this.#whole) run();
    else this.#after.push(run);
  }
}
