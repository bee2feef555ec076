// The sound of a clip, from a moment to another.

/** Plays what is loaded; `moved` hears where it is, in seconds, and null at the end. */
export function player(moved, failed) {
  let context = null, buffer = null, source = null, asked = null, frame = 0, turn = 0, address = "";
  const opened = () => context ??= new AudioContext();

  function stop() {
    asked = null;
    cancelAnimationFrame(frame);
    if (!source) return;
    source.stop();
    source = null;
    moved(null);
  }

  /** A clip of the server; an empty address leaves what is there. */
  async function load(wanted) {
    if (!wanted || wanted === address) return;
    const mine = ++turn;
    address = wanted;
    stop();
    buffer = null;
    try {
      const file = await fetch(new URL(`./${wanted}`, location.href));
      if (!file.ok) throw new Error(wanted);
      const read = await decoded(await file.arrayBuffer());
      if (mine === turn) buffer = read;
    } catch { if (mine === turn) { buffer = null; address = ""; failed("sound.missing"); } }
    if (mine === turn && buffer && asked) play(...asked);
  }

  function play(from, to) {
    stop();
    opened().resume();   // while the hand is on it: later a browser may refuse
    if (!buffer) { asked = [from, to]; return; }   // as soon as it is read
    const now = context.currentTime;
    source = context.createBufferSource();
    source.buffer = buffer;
    source.connect(context.destination);
    source.start(now, from, to - from);
    const follow = () => {
      const at = from + context.currentTime - now;
      if (at >= to) { stop(); return; }
      moved(at);
      frame = requestAnimationFrame(follow);
    };
    follow();
  }

  const own = read => { turn++; stop(); buffer = read; address = ""; };
  const owns = () => Boolean(buffer) && !address;
  const close = () => { turn++; stop(); context?.close(); context = null; };
  return { load, play, stop, own, owns, close, warm: opened };
}

/** The samples of a file; what is no sound is refused by the browser. */
export const decoded = (bytes, rate = 44_100) => new OfflineAudioContext(1, 1, rate).decodeAudioData(bytes);
