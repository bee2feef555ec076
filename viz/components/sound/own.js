// A clip of the reader's own: recorded or from a file, made into levels here; only these
// are sent.
import { make } from "../common/nodes.js";
import { fixed } from "../common/numbers.js";
import { text } from "../common/texts.js";
import { cropped, levelsOf, RATE } from "./mel.js";
import { decoded } from "./player.js";

const SHORTEST = 0.1, LONGEST = 3, MOST_BYTES = 20e6, SOFTEST = 1e-4;

/** The buttons that record a clip and ask for a file. */
export function ownOf(mount) {
  const field = make("input", { type: "file", accept: "audio/*", hidden: true,
    onchange: ({ target }) => { if (target.files.length) read(mount, target.files[0]); target.value = ""; } });
  const records = mount.recorder?.state === "recording";
  const record = make("button", { type: "button", class: records ? "tool records" : "tool", "data-stay": "record",
    text: text(records ? "sound.recording" : "sound.record"), onclick: () => recorded(mount) });
  const ask = make("button", { type: "button", class: "tool", "data-stay": "file", text: text("sound.file"), onclick: () => field.click() });
  const { back } = mount.header, again = back ? [make("button", { type: "button", class: "tool", "data-stay": "back", text: back,
    onclick: () => mount.ask({ what: "back" }) })] : [];
  return [record, ask, field, ...again,
    make("span", { class: "note", text: `${text("sound.stays")} ${back ? text("sound.unlinked") : ""}` })];
}

/** Lets a file be dropped on the picture. */
export function dropped(mount) {
  const { pic } = mount.stage;
  pic.ondragover = event => event.preventDefault();
  pic.ondrop = event => {
    event.preventDefault();
    const [file] = event.dataTransfer.files;
    if (file) read(mount, file);
  };
}

/** Begins to record, or ends it; it ends by itself after three seconds. */
async function recorded(mount) {
  if (mount.recorder?.state === "recording") mount.recorder.stop();
  if (mount.recorder) return;
  mount.recorder = {};   // the reader is being asked
  mount.player.stop();
  const parts = [];
  let stream = null, type = null;
  try {
    stream = await navigator.mediaDevices.getUserMedia({ audio: true });
    if (!mount.closed) type = await through(mount, stream, parts);
  } catch { told(mount, text(navigator.mediaDevices ? "sound.no_microphone" : "sound.no_https")); }
  stream?.getTracks().forEach(track => track.stop());
  mount.recorder = null;
  if (type !== null && !mount.closed) read(mount, new Blob(parts, { type }), true);
}

/** Records until it is stopped; the type of what was recorded. */
async function through(mount, stream, parts) {
  const recorder = mount.recorder = new MediaRecorder(stream);
  const ended = new Promise(done => { recorder.onstop = done; });
  recorder.ondataavailable = ({ data }) => parts.push(data);
  recorder.start();
  const timer = setTimeout(() => { if (recorder.state === "recording") recorder.stop(); }, 1000 * LONGEST);
  told(mount, "");
  await ended;
  clearTimeout(timer);
  return recorder.mimeType;
}

function told(mount, problem) {
  mount.problem = problem;
  mount.redraw();
}

/** Reads a file and sends its levels; what was asked for last is shown. */
async function read(mount, file, recording = false) {
  const turn = ++mount.turn;
  let found = null, problem = "";
  try { found = await levelled(file, recording); } catch (wrong) { problem = typeof wrong === "string" ? wrong : text("sound.none"); }
  if (turn !== mount.turn) return;
  if (found) {
    mount.player.own(found.buffer);
    mount.ask({ what: "clip", levels: btoa(String.fromCharCode(...found.levels)) });
  }
  told(mount, problem && `${problem} ${text("sound.before")}`);
}

/** The levels of a file and what is heard of it; throws what is wrong, in words. */
async function levelled(file, recording) {
  if (file.size > MOST_BYTES) throw text("sound.heavy", { most: LONGEST, megabytes: Math.round(file.size / 1e6) });
  const whole = await decoded(await file.arrayBuffer(), RATE), { length, duration } = whole;
  if (!recording && duration > LONGEST) throw text("sound.long", { most: LONGEST, seconds: fixed(Math.ceil(10 * duration - 1e-6) / 10, 1) });
  if (duration < SHORTEST) throw text("sound.short");
  const said = mixed(whole).subarray(0, LONGEST * RATE);
  if (!length || said.every(sample => Math.abs(sample) < SOFTEST)) throw text("sound.silent");
  const spoken = cropped(said), buffer = new AudioBuffer({ length: spoken.length, sampleRate: RATE });
  buffer.copyToChannel(spoken, 0);
  return { levels: levelsOf(spoken), buffer };
}

/** The samples of a sound as one channel. */
function mixed(buffer) {
  const { length, numberOfChannels: channels } = buffer, samples = new Float32Array(length);
  for (let channel = 0; channel < channels; channel++) {
    buffer.getChannelData(channel).forEach((sample, at) => { samples[at] += sample / channels; });
  }
  return samples;
}
