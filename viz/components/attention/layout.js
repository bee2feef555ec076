// Which panels a picture has, and where they stand.
import { alone, make, take } from "../common/nodes.js";
import { buildFirst, buildSmall } from "./first/first.js";
import { buildFoot } from "./foot.js";
import { buildMosaic } from "./map/mosaic.js";
import { buildNext } from "./map/next.js";
import { buildChoose, buildRow } from "./map/panels.js";
import { buildPicture } from "./map/picture.js";
import { buildMeter, buildNames, buildShow } from "./map/show.js";
import { buildStatistics } from "./map/statistics.js";
import { besideMap, TOUR, walkBody, walkKeys } from "./walk/tour.js";

/** What draws each panel, in the order in which they are drawn. */
const MAP = { choose: buildChoose, heads: buildMosaic,
  row: buildRow, next: buildNext, show: buildShow, meter: buildMeter, names: buildNames,
  statistics: buildStatistics };
/** What draws the picture, by the panel that asks for it. */
const PICTURES = { ribbons: buildPicture, matrix: buildPicture, first: buildFirst,
  small: buildSmall };
const BESIDE = ["heads", "statistics", "next", "row"];

/** Puts the panels of a mount on the page and draws what never changes in them. */
export function layPanels(mount) {
  const { root, walk, view } = mount, walking = Boolean(view.walk);
  mount.lines = linesOf(walking, mount.header.led);
  const hosts = walking ? hostsOf([...TOUR.walking, ...openedOf(mount)]) : mapHosts(mount);
  root.classList.toggle("walking", walking);
  root.replaceChildren(...walking ? walkBody(mount, hosts) : mapBody(mount, hosts));
  const makers = { ...MAP, ...TOUR.makers, picture: walking ? null : pictureOf(mount),
    choose: mount.panels.has("choose") && MAP.choose };
  mount.parts = Object.fromEntries(Object.entries(hosts)
    .filter(([name]) => makers[name])
    .map(([name, host]) => [name, makers[name](mount, host)]));
  if (walk && !walking) besideMap(hosts);
  root.onkeydown = event => travel(mount, event);
}

/** What draws the picture of the map, if there is one. */
const pictureOf = ({ panels }) =>
  Object.entries(PICTURES).find(([name]) => panels.has(name))?.[1];

/** Where the picture is said in words. In a walk the sentence is its heading, unless the
    page is led by a question: that is the heading then. */
function linesOf(walking, led) {
  return {
    says: make(walking ? led ? "h2" : "h1" : "p", { class: "says", "aria-live": "polite" }),
    readout: make("p", { class: "readout" }),
    left: make("p", { class: "note left" }), table: make("div", {}),
    legend: make("div", {}) };
}

/** An empty node for every name. */
const hostsOf = names => Object.fromEntries(names.map(name =>
  [name, make("div", { class: `panel ${name}` })]));

/** The panels that are folded away, and of them the open one. */
const foldedOf = ({ header }) => (header.explore ?? []).map(([name]) => name);
const openedOf = mount => foldedOf(mount)
  .filter(name => name === mount.view.explore && mount.panels.has(name));

/** An empty node for every panel of a map that there is. */
function mapHosts(mount) {
  const { panels, options, walk } = mount, folded = foldedOf(mount);
  const all = ["choose", "picture", ...BESIDE.filter(name =>
    panels.has(name) && !folded.includes(name)), ...openedOf(mount)];
  const drawn = pictureOf(mount);
  if (panels.has("show")) all.push("show", "meter");
  if (panels.has("names") && drawn) all.push("names");
  if (walk) all.push(...TOUR.mapped);
  const hosts = hostsOf(all);
  hosts.picture.hidden = !drawn;
  if (hosts.show) hosts.show.hidden = !options;
  return hosts;
}

/** The map, what is beside it, and the line under both. */
function mapBody(mount, hosts) {
  const { panels, unit, walk, width } = mount;
  const { says, readout, left, table } = mount.lines, folded = foldedOf(mount);
  const unfolded = BESIDE.filter(name => hosts[name] && !folded.includes(name));
  const under = panels.has("show") && unfolded.includes("next") && !mount.header.writes
    ? ["next"] : [];   // a text that goes on has the next piece beside it
  const beside = unfolded.filter(name => !under.includes(name));
  const main = panels.has("small") ? make("div", { class: "main" }, hosts.picture)
    : make("div", { class: "main" }, hosts.picture,
    make("div", { class: "words" }, says, panels.has("first") ? "" : readout), left, hosts.meter ?? "",
    hosts.names ?? "", buildFoot(mount, hosts.show), hosts.show ?? "", table,
    ...under.map(name => hosts[name]));
  const wide = width >= 860 * unit, three = walk && width >= 1080 * unit;
  const side = make("div", { class: "side" }, ...beside.map(name => hosts[name]));
  const body = make("div", { class: "body" }, ...three ? [hosts.machine] : [], main,
    ...beside.length ? [side] : []);
  body.classList.toggle("mapped", Boolean(three));
  body.classList.toggle("wide", Boolean(wide && beside.length));
  if (walk) {
    if (three) hosts.choose.classList.add("lean");
    const after = mount.header.led && !wide;   // a question stands above: the picture next
    main[after ? "append" : "prepend"](hosts.choose);
  }
  return [...panels.has("choose") && !walk ? [hosts.choose] : [], body,
    hosts.explore ?? "", ...openedOf(mount).map(name => hosts[name]),
    ...walk && !three ? [hosts.machine] : []];
}

const TURNS = { ArrowLeft: ["head", -1], ArrowRight: ["head", 1],
  ArrowUp: ["layer", -1], ArrowDown: ["layer", 1] };

/** Where a key is of another use already. */
const PRESSED = ["button", "input", "summary", "a", "[role=radio]"].join();
/** What a text that goes on does at a key, and by how many pieces it is longer then. */
const WRITES = { " ": ["one", 1], Enter: ["sentence", NaN], Backspace: ["back", -1] };

/** Asks for a key's part of a text. Streamlit drops all but the last of several keys
    that are pressed before it answers, so each says how many pieces there were before. */
function write(mount, key) {
  const [how, more] = WRITES[key], from = mount.ahead ?? mount.header.writes;
  mount.request({ what: "write", how, from });
  mount.ahead = Number.isNaN(more) ? null : Math.max(0, from + more);
}

/** Keys that no panel took: arrows go to other heads and layers, Escape lets go. */
function travel(mount, event) {
  if (mount.view.walk) { walkKeys(event, mount); return; }
  if (event.key === "Escape") {
    event.stopPropagation();
    mount.dispatch("letGo");
    mount.root.focus();
    return;
  }
  if ("writes" in mount.header && event.key in WRITES && alone(event)
    && !event.target.closest?.(PRESSED)) {
    take(event);
    write(mount, event.key);
    return;
  }
  const [what, step] = TURNS[event.key] ?? [];
  if (!what || !alone(event)) return;
  if (event.target.closest?.(".scroll, .table, details")) return;
  take(event);
  mount.dispatch("choose", { [what]: mount.view[what] + step });
  if (event.target.getAttribute?.("role") !== "radio") return;
  event.target.parentNode.querySelector("[aria-checked=true]")?.focus();
}
