// The sound of clips, from a moment to another; several may sound together.

/** Plays what is loaded; `moved` hears where it is, in seconds, and null at the end. */
export function player(moved, failed) {
  let context = null, clips = [], playing = [], frame = 0, turn = 0;
  const opened = () => context ??= new AudioContext();

  function stop() {
    cancelAnimationFrame(frame);
    playing.forEach(source => { source.onended = null; source.stop(); });
    if (playing.length) moved(null);
    playing = [];
  }

  /** Clips of the server, each with the second it begins at; null leaves what is there. */
  async function load(wanted) {
    if (!wanted) return;
    const mine = ++turn;
    stop();
    try {
      const read = await Promise.all(wanted.map(async ({ src, at }) => {
        const file = await fetch(new URL(`./${src}`, location.href));
        if (!file.ok) throw new Error(src);
        return { at, buffer: await decoded(await file.arrayBuffer()) };
      }));
      if (mine === turn) clips = read;
    } catch { if (mine === turn) { clips = []; failed("sound.missing"); } }
  }

  function play(from, to) {
    stop();
    const now = opened().currentTime, length = to - from;
    context.resume();
    playing = clips.filter(({ at, buffer }) => at < to && at + buffer.duration > from).map(({ at, buffer }) => {
      const source = context.createBufferSource(), late = Math.max(0, at - from), skipped = Math.max(0, from - at);
      source.buffer = buffer;
      source.connect(context.destination);
      source.start(now + late, skipped, length - late);
      return source;
    });
    const follow = () => {
      const at = from + context.currentTime - now;
      if (at >= to) { stop(); return; }
      moved(at);
      frame = requestAnimationFrame(follow);
    };
    if (playing.length) follow();
  }

  return { load, play, stop, warm: opened, own: buffer => { turn++; stop(); clips = [{ at: 0, buffer }]; } };
}

/** The samples of a file; what is no sound is refused by the browser. */
export const decoded = (bytes, rate = 44_100) => new OfflineAudioContext(1, 1, rate).decodeAudioData(bytes);
