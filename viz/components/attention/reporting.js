// What Python is told of a picture's view: once it rests, one picture after the other.
import { connected } from "../common/line.js";

const REST = 250;    // milliseconds for which a view rests before it is reported
const APART = 100;   // milliseconds between two reports: each begins a run of the page
let last = -APART;

export class Reporting {
  #timer = 0;
  #unsaid = false;   // it could not be reported

  /** The view that Python imposed, or was told, last: that of the address. */
  known;

  /** @param {import("./mount.js").Mount} mount */
  constructor(mount) { this.mount = mount; }

  /** Says what is still to be said of the same picture where it was before. */
  goOn(before) {
    this.known = before.known;
    if (before.#unsaid || before.#timer) this.soon();
    before.stop();
  }

  soon() { this.#in(REST); }

  /** While the line is cut the view is kept, and reported once it is mended. Where no part
      of it is chosen, nobody wants to know. */
  now() {
    this.stop();
    if (this.mount.header.mute) return;
    this.#unsaid = !connected();
    if (this.#unsaid) return;
    const early = last + APART - performance.now();
    if (early > 0) { this.#in(early); return; }
    last = performance.now();
    this.known = { ...this.mount.view };
    this.mount.report(this.known);
  }

  /** The line is mended. */
  again() { if (this.#unsaid) this.now(); }

  /** Reports nothing after all: Python has imposed this view. */
  imposed() {
    this.stop();
    this.known = { ...this.mount.view };
  }

  /** The picture is gone. */
  close() { clearTimeout(this.#timer); }

  stop() {
    this.close();
    this.#timer = 0;
  }

  #in(milliseconds) {
    this.stop();
    this.#timer = setTimeout(() => this.now(), milliseconds);
  }
}
