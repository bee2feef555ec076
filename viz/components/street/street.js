// A street and what is written about it: a word that is chosen moves the weights over the
// picture, without a word with the server. What a reader does to the street is reported.
import { followRemote, projected } from "../attention/core/projecting.js";
import { themeOf, unitOf } from "../attention/core/theme.js";
import { decode } from "../common/blob.js";
import { make } from "../common/nodes.js";
import { speak } from "../common/texts.js";
import { buildChange } from "./change.js";
import { inkRead, inkText } from "./ink.js";
import { buildPicture, paintPicture } from "./picture.js";
import { buildSeen, paintSeen, saidOf } from "./seen.js";
import { buildWords, paintWords } from "./words.js";

const REST = 250;   // milliseconds: a reader may go on to the next word

const mounts = new WeakMap();

export default function street({ data, parentElement, setStateValue, setTriggerValue }) {
  const root = parentElement.querySelector(".street");
  const mount = mounts.get(root) ?? began(root);
  const { header, numbers } = decode(data);
  speak(header.spoken);
  mount.tell = view => setStateValue("view", view);
  mount.ask = asked => setTriggerValue("asked", asked);
  const news = header.view_rev !== mount.header?.view_rev;
  Object.assign(mount, { header, numbers, theme: themeOf(root) });
  if (news) Object.assign(mount, { row: header.view.row, map: header.view.map ?? 0 });
  mount.row = Math.min(mount.row, header.rows.length - 1);
  mount.map = Math.min(mount.map, Math.max(0, (header.maps?.length ?? 1) - 1));
  if (mount.mode === "forbid" && !header.forbids) mount.mode = "";
  if (!mount.held && !mount.changed) mount.settle();
  return () => mount.remote.disconnect();
}

/** What stays while captions come and go. */
function began(root) {
  const mount = { root, row: 0, map: 0, mode: "", held: false, changed: 0, timer: 0 };
  mount.picture = make("section", { class: "seen" });
  mount.said = make("section", { class: "told" });
  mount.status = make("p", { class: "unseen", role: "status" });
  root.append(mount.picture, mount.said, mount.status);
  root.onkeydown = event => {
    if (event.key.length === 1) event.stopPropagation();  // letters are shortcuts of the app
    if (event.key !== "Escape" || !mount.mode) return;
    const opened = mount.mode;
    turn(mount, opened);
    focusOn(mount, `tool-${opened}`);
  };
  mount.paint = () => { paintPicture(mount); (mount.header.picks ? paintSeen : paintWords)(mount); };
  mount.choose = row => choose(mount, row);
  mount.look = map => look(mount, map);
  mount.drawn = anew => drawn(mount, anew);
  mount.turn = mode => turn(mount, mode);
  mount.settle = () => settle(mount);
  mount.change = (things, anew) => change(mount, things, anew);
  mount.remote = followRemote(by => choose(mount, mount.row + by));
  mounts.set(root, mount);
  return mount;
}

/** Draws what is given, and gives the focus back to what had it. */
function draw(mount) {
  const { root, header } = mount;
  const focused = root.getRootNode().activeElement?.dataset?.stay;
  root.classList.toggle("dim", Boolean(header.dim));
  root.classList.toggle("picks", Boolean(header.picks));
  root.classList.toggle("busy", Boolean(mount.mode));
  root.classList.toggle("projected", projected(unitOf()));
  mount.picture.replaceChildren(...buildPicture(mount), ...buildChange(mount));
  mount.said.replaceChildren(...(header.picks ? buildSeen : buildWords)(mount));
  mount.paint();
  if (focused) focusOn(mount, focused, `tool-${mount.mode}`);
}

/** Gives the focus to what is called so, or to another where that is gone. */
function focusOn({ root }, ...names) {
  const found = names.map(name => root.querySelector(`[data-stay="${CSS.escape(name)}"]`));
  found.find(Boolean)?.focus({ preventScroll: true });
}

/** Another row: its weights are here already; the server hears of it when it rests. */
function choose(mount, row) {
  if (row < 0 || row >= mount.header.rows.length) return false;
  mount.row = row;
  shown(mount);
  return true;
}

/** Another map: it is here already as well. */
function look(mount, map) {
  mount.map = map;
  shown(mount);
}

function shown(mount) {
  const { header, row, map } = mount;
  mount.paint();
  mount.status.textContent = header.picks ? saidOf(mount) : header.rows[row].said;
  clearTimeout(mount.timer);
  mount.timer = setTimeout(() => mount.tell(header.picks ? { row, map } : { row }), REST);
}

/** Something was drawn by hand: at once here, `anew` with its pixels, reported when it rests. */
function drawn(mount, anew) {
  if (anew) draw(mount);
  else mount.paint();
  mount.said.classList.add("waits");
  clearTimeout(mount.changed);
  mount.changed = setTimeout(() => {
    mount.changed = 0;
    mount.ask({ what: "ink", pixels: inkText(mount.ink) });
  }, REST);
}

/** Begins to change the picture or to forbid cells, or ends it. */
function turn(mount, mode) {
  mount.mode = mount.mode === mode ? "" : mode;
  draw(mount);
}

/** The street of the server: a reader's hand, or a change on its way, goes before it. */
function settle(mount) {
  mount.things = mount.header.things.map(thing => ({ ...thing }));
  mount.ink = inkRead(mount.header.ink ?? "");
  mount.said.classList.remove("waits");
  draw(mount);
}

/** Another street: drawn at once, `anew` with its controls, and reported when it rests. */
function change(mount, things, anew) {
  mount.things = things;
  mount.said.classList.add("waits");
  if (anew) draw(mount);
  else mount.paint();
  clearTimeout(mount.changed);
  mount.changed = setTimeout(() => {
    mount.changed = 0;
    mount.ask({ what: "street", things: things.map(({ kind, color, x, y }) => ({ kind, color, x, y })) });
  }, REST);
}
