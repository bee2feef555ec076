// Sound as a picture, and the letters that are spelled of it: one that is chosen lights up
// the moments it was heard in, and plays them, without a word with the server.
import { followRemote, projected } from "../attention/core/projecting.js";
import { themeOf, unitOf } from "../attention/core/theme.js";
import { decode } from "../common/blob.js";
import { make } from "../common/nodes.js";
import { speak, text } from "../common/texts.js";
import { dropped, ownOf } from "./own.js";
import { player } from "./player.js";
import { buildStage, paintStage } from "./stage.js";

const REST = 250;   // milliseconds: a reader may go on to the next letter
const mounts = new WeakMap();

export default function sound({ data, parentElement, setStateValue, setTriggerValue }) {
  const root = parentElement.querySelector(".sound");
  const mount = mounts.get(root) ?? began(root);
  const { header, numbers } = decode(data), news = header.view_rev !== mount.header?.view_rev;
  const other = header.clip !== mount.header?.clip || header.turn !== mount.header?.turn;
  speak(header.spoken);
  mount.tell = view => setStateValue("view", view);
  mount.ask = asked => {
    clearTimeout(mount.timer);
    mount.asked = mount.header.turn;
    setTriggerValue("asked", asked);
  };
  Object.assign(mount, { header, numbers, theme: themeOf(root) });
  if (news) mount.row = header.view.row;
  mount.row = Math.min(mount.row, header.rows.length - 1);
  if (other) mount.problem = "";
  if (!(header.turn <= mount.asked)) sounding(mount, other);   // an older answer is not the one that was asked for
  draw(mount);
  return () => {
    mount.closed = true;
    mount.remote.disconnect();
    clearTimeout(mount.timer);
    if (mount.recorder?.state === "recording") mount.recorder.stop();
    mount.player.close();
  };
}

/** What stays while clips come and go. */
function began(root) {
  const mount = { root, row: 0, timer: 0, problem: "", turn: 0, asked: -1 };
  mount.status = make("p", { class: "unseen", role: "status" });
  mount.alert = make("p", { class: "problem", role: "alert" });
  mount.choose = row => { mount.walks = false; return choose(mount, row, true); };
  mount.play = (row = -1) => play(mount, row);
  mount.redraw = () => draw(mount);
  mount.player = player(at => moved(mount, at), why => { mount.problem = text(why); draw(mount); });
  for (const near of ["pointerover", "focusin"]) {
    root.addEventListener(near, () => { if (!mount.header.heads) mount.player.warm(); });   // a loudspeaker opens slowly
  }
  mount.remote = followRemote(by => mount.choose(mount.row + by));
  mounts.set(root, mount);
  return mount;
}

/** The sound of the clip; that of a reader's own is here, or was forgotten with its page. */
function sounding(mount, other) {
  const { clip, back, verdict } = mount.header;
  mount.player.load(clip);
  if (!back) return;
  if (!mount.player.owns()) mount.ask({ what: "back" });
  else if (other) mount.status.textContent = verdict.map(part => part.text).join("");
}

/** Draws what is given, and gives the focus back to what had it. */
function draw(mount) {
  const { root, header } = mount, focused = root.getRootNode().activeElement?.dataset?.stay;
  root.classList.toggle("projected", projected(unitOf()));
  const tools = header.heads ? [] : [make("div", { class: "under" },
    make("button", { type: "button", class: "tool play", "data-stay": "play", text: text("sound.play"), onclick: () => mount.play() }),
    ...header.own ? ownOf(mount) : [])];
  mount.sentence = make("p", { class: "sentence" });
  const problem = mount.problem || header.refused || "";
  if (mount.alert.textContent !== problem) mount.alert.textContent = problem;
  root.replaceChildren(make("p", { class: "verdict" }, ...header.verdict.map(({ text: said, word }) =>
    word ? make("b", { class: "word", lang: "en", text: said }) : said)),
  buildStage(mount), ...tools, mount.alert, mount.sentence, mount.status);
  if (header.own) dropped(mount);
  paint(mount);
  if (focused) root.querySelector(`[data-stay="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
}

function paint(mount) {
  paintStage(mount);
  mount.sentence.textContent = mount.header.rows[mount.row].said;
}

/** Another letter: its weights are here already; the server hears of it when it rests. */
function choose(mount, row, said) {
  if (row < 0 || row >= mount.header.rows.length) return false;
  mount.row = row;
  paint(mount);
  if (said) mount.status.textContent = mount.header.rows[row].said;
  clearTimeout(mount.timer);
  mount.timer = setTimeout(() => mount.tell({ row: mount.row }), REST);
  return true;
}

/** The whole clip, or the moments that the letter of a row was heard in. */
function play(mount, row) {
  const { rows, seconds, heads } = mount.header, { from, to } = rows[row] ?? { from: 0, to: seconds };
  mount.walks = row < 0;
  if (!heads) mount.player.play(from, to);
}

/** The hand of time: along the whole clip the letters light up one after another. */
function moved(mount, at) {
  const { hand } = mount.stage, { rows, seconds } = mount.header;
  hand.hidden = at === null;
  if (at === null) return;
  hand.style.left = `${100 * at / seconds}%`;
  const now = rows.findLastIndex(({ walk }) => walk <= at);
  if (mount.walks && now >= 0 && now !== mount.row) choose(mount, now, false);
}
