// The address bar is the state. Streamlit writes bound widgets into it without a history
// entry; here the first change after a gesture becomes an entry and whatever follows from
// the same gesture joins it, so that Back goes back one choice.
import { speak, text } from "../common/texts.js";
import { letFingersScroll } from "./fingers.js";
import { mendLost } from "./lost.js";
import { keepPrinted } from "./paper.js";
import { keepSeat } from "./resting.js";
import { tellLinks } from "./tabs.js";
import { openTerms } from "./terms.js";
import { sayTheirs } from "./theirs.js";
import { keepTranslated } from "./translated.js";

const mine = (globalThis.headlightHistory ??= start());

function start() {
  const push = history.pushState.bind(history);
  const replace = history.replaceState.bind(history);
  const shared = { opened: location.href, armed: false, push };
  const arm = () => { shared.armed = true; };
  for (const gesture of ["pointerdown", "keydown"]) addEventListener(gesture, arm, true);
  addEventListener("popstate", () => { shared.armed = false; }, true);
  const write = (state, unused, url) => {
    const target = once(new URL(url ?? location.href, location.href));
    if (target.href === location.href) return replace(state, unused, target.href);
    // what an address leaves out is written in before anything is done: it is the same link
    if (!shared.armed && location.href === shared.opened) shared.opened = target.href;
    (shared.armed ? push : replace)(state, unused, target.href);
    shared.armed = false;
    dispatchEvent(new Event("headlight:address"));
  };
  history.pushState = write;
  history.replaceState = write;
  return shared;
}

/** An address with each name once: what was said last counts. */
function once(url) {
  const names = [...url.searchParams.keys()];
  if (new Set(names).size === names.length) return url;
  const said = new URLSearchParams();
  for (const name of names) said.set(name, url.searchParams.getAll(name).at(-1));
  url.search = said.toString();
  return url;
}

/** The address with every value written out; names that are not ours stay. */
function full(href, defaults) {
  const url = new URL(href);
  const said = new URLSearchParams(url.search);
  const written = new URLSearchParams(defaults);
  for (const name of new Set(said.keys())) written.set(name, said.getAll(name).at(-1));
  url.search = written.toString();
  url.hash = "";
  return url.href;
}

/** True when both addresses show the same view. */
function same(one, other, defaults) {
  const parts = [one, other].map((href) => {
    const url = new URL(full(href, defaults));
    for (const [name, value] of [...url.searchParams]) {
      if (value === "true") url.searchParams.set(name, "1");
      if (value === "false") url.searchParams.set(name, "0");
    }
    url.searchParams.sort();
    return url.pathname + url.search;
  });
  return parts[0] === parts[1];
}

/** True for a colour (#rrggbb) nearer to black than to white. */
function isDark(colour) {
  const [red, green, blue] = colour.trim().match(/[0-9a-f]{2}/gi).map((pair) => parseInt(pair, 16));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue < 128;
}

async function copy(address, field) {
  try {
    await navigator.clipboard.writeText(address);
    return true;
  } catch {
    field.focus();
    field.select();
    return document.execCommand?.("copy") ?? false;
  }
}

const mounts = new WeakMap();
let defaults = {};   // what a link writes out

/** The link to what is on the screen, for whoever asks: pictures say it of themselves. */
mine.address = (href = location.href) => full(href, defaults);

export default function link({ data: [data], parentElement: root, setTriggerValue }) {
  const state = mounts.get(root) ?? begin(root);
  state.data = data;
  defaults = data.defaults;
  speak(data.spoken);
  state.tell = setTriggerValue;
  openTerms();
  tellLinks(data.page, data.menu);
  keepTranslated(data.tongues);
  sayTheirs(data.theirs);
  mendLost();
  keepPrinted();
  keepSeat(data.titles, () => state.tell("back", true));
  letFingersScroll();
  for (const node of root.querySelectorAll("[data-text]")) {
    node.textContent = text(node.dataset.text);
  }
  for (const node of root.querySelectorAll("[data-name]")) {
    node.setAttribute("aria-label", text(node.dataset.name));
  }
  const find = name => root.querySelector(name);
  find(".copy").onclick = () => open(root, state);
  for (const reset of root.querySelectorAll(".reset")) reset.onclick = () => goBack(root, state);
  find(".address").onfocus = () => find(".address").select();
  find(".cite").onclick = () => take(root, `${state.data.cited} · ${state.link}`);
  find(".bibtex").onclick = () => take(root, entry(state.data.cited, state.link));
  find(".embed").onclick = () => take(root, embedding(state.link));
  find(".embed").hidden = !data.embedded;
  offerLanguages(root, state);
  sayBare(root, data);
  find(".close").onclick = () => close(root);
  find(".panel").onkeydown = event => {
    event.stopPropagation();
    if (event.key === "Escape") close(root);
  };
  sayTheme(root, state);
  draw(root, state);
  state.compare();
  return () => {
    removeEventListener("headlight:address", state.compare);
    removeEventListener("popstate", state.compare);
    mounts.delete(root);
  };
}

/** The languages that the page can be read in, each by its own name: it is opened anew in
    the chosen one, for pictures keep their words. */
function offerLanguages(root, { data: { languages, spoken: { lang } } }) {
  document.documentElement.lang = lang;
  const select = root.querySelector(".language");
  select.parentNode.hidden = languages.length < 2;
  root.querySelector(".tongue span").textContent = lang.slice(0, 2).toUpperCase();   // where there is no room
  if (select.options.length !== languages.length) {   // an open list stays as it is
    select.replaceChildren(...languages.map(code => new Option(nameOf(code), code)));
    [...select.options].forEach(option => { option.lang = option.value; });
  }
  if (select.value !== lang) select.value = lang;
  select.onchange = () => {
    const url = new URL(location.href);
    url.searchParams.set("lang", select.value);
    location.assign(url);
  };
}

const nameOf = code => {
  const name = new Intl.DisplayNames([code], { type: "language" }).of(code);
  return name.charAt(0).toLocaleUpperCase(code) + name.slice(1);
};

/** Follows the address: the way back to this link is shown only away from it. */
function begin(root) {
  const state = { link: "", compare() {
    const there = same(location.href, mine.opened, state.data.defaults);
    for (const reset of root.querySelectorAll(".reset")) reset.hidden = there;
  } };
  mounts.set(root, state);
  addEventListener("headlight:address", state.compare);
  addEventListener("popstate", state.compare);
  return state;
}

function show(root, open) {
  root.querySelector(".panel").hidden = !open;
  root.querySelector(".copy").setAttribute("aria-expanded", String(open));
}

function close(root) {
  show(root, false);
  root.querySelector(".copy").focus();
}

/** The panel with the link, which is copied, and its code, which Python draws. */
async function open(root, state) {
  if (!root.querySelector(".panel").hidden) { show(root, false); return; }
  state.link = full(location.href, state.data.defaults);
  show(root, true);
  draw(root, state);
  await take(root, state.link);
  state.tell("asked", state.link);
}

/** Copies a text; the field shows it, for whoever has to copy it by hand. */
async function take(root, words) {
  const field = root.querySelector(".address");
  field.value = words;
  const copied = await copy(words, field);
  root.querySelector(".said").textContent = text(copied ? "link.copied" : "link.copy");
  if (!copied) field.select();
}

/** The same as an entry of a bibliography (BibTeX), with the day on which it was seen. */
function entry(cited, link) {
  const [day] = new Date().toISOString().split("T");
  const parts = { author: `{${text("link.authors")}}`, title: `{${escaped(cited)}}`,
    year: day.slice(0, 4), url: link, urldate: day };
  const lines = Object.entries(parts).map(([name, said]) => `  ${name} = {${said}},`);
  return ["@misc{headlight,", ...lines, "}"].join("\n");
}

/** How TeX spells what means something to it; of braces it counts even those behind a \\. */
const SPELLED = { "\\": "backslash", "{": "braceleft", "}": "braceright", "~": "asciitilde",
  "^": "asciicircum" };

const escaped = said => said.replace(/[\\{}#$%&_~^]/g, sign =>
  SPELLED[sign] ? `\\text${SPELLED[sign]}{}` : `\\${sign}`);

/** The picture alone in another page, as the text of an element. */
function embedding(link) {
  const url = new URL(link);
  url.searchParams.set("view", "picture");
  const frame = document.createElement("iframe");
  const put = { src: url.href, title: "Headlight", width: "100%", height: 600, loading: "lazy" };
  Object.entries(put).forEach(([name, value]) => frame.setAttribute(name, value));
  return new XMLSerializer().serializeToString(frame).replace(/ xmlns="[^"]*"/, "");
}

/** Below a picture that stands alone: what it is, and the way to the whole page. */
function sayBare(root, { bare, cited }) {
  const line = root.querySelector(".bare"), way = line.querySelector("a");
  root.querySelector(".tools").hidden = bare;
  line.hidden = !bare;
  line.firstChild.textContent = cited;
  const lead = () => {
    const url = new URL(location.href);
    url.searchParams.delete("view");
    way.href = url.href;
  };
  lead();
  way.onfocus = way.onpointerenter = way.onclick = lead;   // the view goes on changing
}

/** Back to the link with which the page was opened. */
function goBack(root, state) {
  show(root, false);
  mine.push({}, "", mine.opened);
  mine.armed = false;
  dispatchEvent(new PopStateEvent("popstate", { state: {} }));
  state.compare();
}

/** The QR code of the link, once it is here. */
function draw(root, { link, data: { code, longest } }) {
  const svg = root.querySelector(".code"), known = code !== null && code.link === link;
  svg.toggleAttribute("hidden", !known);
  root.querySelector(".hint").textContent = known ? text("link.sentence")
    : link.length > longest ? text("link.long") : "";
  if (!known) return;
  svg.setAttribute("viewBox", `-4 -4 ${code.size + 8} ${code.size + 8}`);
  svg.firstElementChild.setAttribute("d", code.path);
}

/** The theme can change without a run of the page: the colours follow at once, and the
    page is asked to draw its logo and figures again. */
function sayTheme(root, { data, tell }) {
  const style = getComputedStyle(root.querySelector(".copy"));
  const night = isDark(style.getPropertyValue("--st-background-color"));
  document.documentElement.dataset.theme = night ? "night" : "day";
  if (night !== data.night) tell("theme", night ? "night" : "day");
}
