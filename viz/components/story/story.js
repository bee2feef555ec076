// A story, its question, and what every hop attends to, or where every step points. What
// is typed is told at once; there are no weights beside it until the answer comes.
import { followRemote } from "../attention/core/projecting.js";
import { themeOf, unitOf } from "../attention/core/theme.js";
import { make, steps } from "../common/nodes.js";
import { speak, text } from "../common/texts.js";
import { answersOf, boxesOf } from "./answers.js";
import { filled, lineOf, wordsOf } from "./line.js";
import { columnOf, placed, tall } from "./places.js";
import { questionOf, questionTyped } from "./question.js";
import { ribbonsOf } from "./ribbons.js";
import { cellOf, statesOf } from "./weights.js";

const mounts = new WeakMap();
const HOPS = [1, 2, 3];

export default function story({ data: [data], parentElement, setStateValue }) {
  const root = parentElement.querySelector(".story");
  const mount = mounts.get(root) ?? began(root);
  speak(data.spoken);
  mount.say = told => setStateValue("told", told);
  // what answers an earlier story comes too late: the answer to the newest is to come
  if (mount.turn === null || data.turn === mount.turn || !mount.late) {
    mount.turn ??= data.turn;
    mount.late = false;
    mount.given = data;
    const { lines, question, hidden, hops } = data;
    mount.told = { lines: [...lines], question, hidden: [...hidden], hops };
  }
  draw(mount);
  return () => { mount.watch.disconnect(); mount.remote.disconnect(); };
}

/** What stays while stories come and go. */
function began(root) {
  const mount = { root, given: null, told: null, turn: null, late: false, drawing: false };
  mount.change = (wanted, focus) => change(mount, wanted, focus);
  mount.insert = at => insert(mount, at);
  mount.table = make("div", { class: "st" });
  mount.side = make("div", { class: "side" });
  mount.status = make("p", { class: "unseen", role: "status" });
  root.append(mount.table, mount.side, mount.status);
  // a button that took the focus would take it from the line that is being typed
  root.onmousedown = event => { if (event.target.closest("button")) event.preventDefault(); };
  mount.watch = new ResizeObserver(() => { if (mount.given) fit(mount); });
  mount.watch.observe(root);
  mount.remote = followRemote(by => {
    const hops = mount.told.hops + by;
    if (mount.given.points || !HOPS.includes(hops)) return false;
    change(mount, { hops });
    return true;
  });
  mounts.set(root, mount);
  return mount;
}

/** Something is told otherwise, and what is typed with it: drawn at once, answered by
    the server. */
function change(mount, wanted, focus) {
  const before = JSON.stringify(storyOf(mount.told));
  differ(mount, wanted);
  mount.late ||= JSON.stringify(storyOf(mount.told)) !== before;
  draw(mount, focus);
  mount.say({ ...mount.told, ...filled(mount.told), turn: mount.turn });
}

/** What is answered: all but how many hops are shown. */
const storyOf = ({ lines, question, hidden }) => [lines, question, hidden];

/** Ahead of the server: what answers an earlier story does not take this one away. */
function differ(mount, wanted) {
  mount.told = { ...mount.told, lines: wordsOf(mount), question: questionTyped(mount), ...wanted };
  mount.turn = (mount.turn ?? 0) + 1;
}

/** An empty line to be typed: told once there is something in it. */
function insert(mount, at) {
  const { hidden } = mount.told, lines = wordsOf(mount).toSpliced(at, 0, "");
  differ(mount, { lines, hidden: hidden.map(line => line >= at ? line + 1 : line) });
  mount.late = true;
  draw(mount, { name: `line-${at}` });
}

// --- drawing --------------------------------------------------------------------------

function draw(mount, focus) {
  const { table, side, given, told, late, root } = mount, held = focus ?? inHand(mount);
  const networks = late ? {} : given.networks, chosen = networks[told.hops], { points } = given;
  const last = told.lines.length + (points ? 3 : 2);
  mount.theme = themeOf(root);
  mount.drawing = true;
  table.replaceChildren(...headsOf(mount),
    ...told.lines.flatMap((line, at) => [numberOf(at), lineOf(mount, line, at),
      ...HOPS.map((_, hop) => cellOf(mount, chosen, hop, at))]),
    ...(points ? endOf(mount, chosen) : []), addOf(mount, last), questionOf(mount, last + 1), ...statesOf(chosen, last), ...ribbonsOf(mount, chosen, last));
  side.replaceChildren(...(points ? [boxesOf(given.boxes)] : [hopsOf(mount), answersOf(mount, networks)]),
    ...told.hidden.length ? [make("p", { class: "legend", text: text("story.hidden") })] : []);
  mount.drawing = false;
  root.classList.toggle("late", late);
  fit(mount);
  hold(mount, held);
  mount.status.textContent = !chosen ? "" : points ? given.said : text("story.status",
    { n: told.hops, answer: chosen.answer, percent: chosen.percent });
}

const numberOf = at =>
  make("div", { class: "no", "aria-hidden": "true", text: String(at + 1), style: placed(at + 2, 1) });

const headsOf = ({ told, given }) => [
  make("div", { class: "hd key", style: placed(1, "1 / 3") }, text("story.keys"), make("small", { text: text("story.in_order") })),
  ...HOPS.map((n, hop) => make("div", { class: n > told.hops ? "hd off" : "hd", style: placed(1, columnOf(hop)),
    text: text(given.points ? "story.step" : "story.hop", { n }) }))];

/** The row after all lines: a step points here when the summary is complete. */
const endOf = (mount, chosen) => [
  make("div", { class: "ln end", style: placed(mount.told.lines.length + 2, "1 / 3"), text: text("story.end") }),
  ...HOPS.map((_, hop) => cellOf(mount, chosen, hop, mount.told.lines.length))];

/** How many hops: one stop of Tab, and the arrow keys. */
function hopsOf(mount) {
  const { hops } = mount.told, choose = n => mount.change({ hops: n }, { name: `hops-${n}` });
  const group = make("div", { class: "segments", role: "radiogroup", "aria-label": text("story.hops") },
    ...HOPS.map(n => make("button", { type: "button", role: "radio", text: String(n), "data-focus": `hops-${n}`,
      tabindex: n === hops ? 0 : -1, "aria-checked": String(n === hops), onclick: () => choose(n) })));
  group.onkeydown = event => {
    const at = steps(event, hops - 1, HOPS.length);
    if (at >= 0 && at + 1 !== hops) choose(at + 1);
  };
  return make("div", { class: "hops" }, make("span", { text: text("story.hops"), "aria-hidden": "true" }), group);
}

const addOf = (mount, row) => make("div", { class: "add", style: placed(row, "1 / 3") },
  make("button", { type: "button", text: text("story.add"), "data-focus": "add",
    disabled: mount.told.lines.length >= mount.given.most, onclick: () => mount.insert(mount.told.lines.length) }));

// --- sizes, and what is in hand ---------------------------------------------------------

function fit(mount) {
  const { root, table } = mount, width = root.clientWidth;
  mount.unit = unitOf();
  root.classList.toggle("narrow", width < 1000 * mount.unit);
  root.classList.toggle("phone", width < 640 * mount.unit);
  for (const field of table.querySelectorAll("textarea")) tall(field);
  mount.run?.();
}

/** What has the focus, and what is typed there and not told yet. */
function inHand({ root }) {
  const field = root.getRootNode().activeElement, name = field?.dataset?.focus;
  if (!name || !root.contains(field)) return null;
  if (field.tagName !== "TEXTAREA") return { name };
  const { value, selectionStart: from, selectionEnd: to } = field;
  return { name, from, to, value: value === field.dataset.told ? null : value };
}

function hold({ root }, held) {
  const field = held && root.querySelector(`[data-focus="${CSS.escape(held.name)}"]`);
  if (!field) return;
  if (typeof held.value === "string") { field.value = held.value; tall(field); }
  const line = field.closest(".ln");
  line?.classList.add("held");  // its tools are not there to be focused before
  field.focus({ preventScroll: true });
  line?.classList.remove("held");
  if (held.from !== undefined) field.setSelectionRange(held.from, held.to);
}
