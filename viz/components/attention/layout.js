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
import { arrange, settle, TOUR, walkKeys } from "./walk/tour.js";

/** What draws each panel, in the order in which they are drawn. */
const MAP = { choose: buildChoose, heads: buildMosaic,
  row: buildRow, next: buildNext, show: buildShow, meter: buildMeter, names: buildNames,
  statistics: buildStatistics };
/** What draws the picture, by the panel that asks for it. */
const PICTURES = { beams: buildPicture, matrix: buildPicture, first: buildFirst,
  small: buildSmall };
const BESIDE = ["heads", "statistics", "next", "row"];

/** Puts the panels of a mount on the page and draws what never changes in them. */
export function layPanels(mount) {
  const { root, panels, unit, width } = mount, walking = Boolean(mount.view.walk);
  const drawn = !walking && Object.entries(PICTURES)
    .find(([name]) => panels.has(name))?.[1];
  const under = panels.has("show") && panels.has("next") ? ["next"] : [];
  const beside = BESIDE.filter(name => panels.has(name) && !under.includes(name));
  const hosts = hostsOf(mount, drawn, [...beside, ...under]);
  mount.lines = {
    says: make("p", { class: "says", "aria-live": "polite" }),
    readout: make("p", { class: "readout" }),
    left: make("p", { class: "note left" }), table: make("div", {}) };
  const { says, readout, left, table } = mount.lines, first = panels.has("first");
  const main = panels.has("small") ? make("div", { class: "main" }, hosts.picture)
    : make("div", { class: "main" }, hosts.picture,
    make("div", { class: "words" }, says, first ? "" : readout), left, hosts.meter ?? "",
    hosts.names ?? "", buildFoot(mount, hosts.show), hosts.show ?? "", table,
    ...under.map(name => hosts[name]));
  const wide = beside.length && width >= 860 * unit;
  const body = make("div", { class: wide ? "body wide" : "body" }, main,
    ...beside.length ? [make("div", { class: "side" },
      ...beside.map(name => hosts[name]))] : []);
  if (mount.walk) arrange(hosts, body, width, unit);
  root.classList.toggle("walking", walking);
  root.replaceChildren(...panels.has("choose") && !mount.walk ? [hosts.choose] : [], body);

  const makers = { ...MAP, ...mount.walk ? TOUR : {},
    picture: drawn, choose: panels.has("choose") && MAP.choose };
  mount.parts = Object.fromEntries(Object.entries(hosts)
    .filter(([name]) => makers[name])
    .map(([name, host]) => [name, makers[name](mount, host)]));
  if (mount.walk) settle(hosts);
  root.onkeydown = event => travel(mount, event);
}

/** An empty node for every panel that there is. */
function hostsOf({ panels, options, walk }, drawn, names) {
  const all = ["choose", "picture", ...names];
  if (panels.has("show")) all.push("show", "meter");
  if (panels.has("names") && drawn) all.push("names");
  if (walk) all.push(...Object.keys(TOUR));
  const hosts = Object.fromEntries(all.map(name =>
    [name, make("div", { class: `panel ${name}` })]));
  hosts.picture.hidden = !drawn;
  if (hosts.show) hosts.show.hidden = !options;
  return hosts;
}

const TURNS = { ArrowLeft: ["head", -1], ArrowRight: ["head", 1],
  ArrowUp: ["layer", -1], ArrowDown: ["layer", 1] };

/** Keys that no panel took: arrows go to other heads and layers, Escape lets go. */
function travel(mount, event) {
  if (mount.view.walk) { walkKeys(event, mount); return; }
  if (event.key === "Escape") {
    event.stopPropagation();
    mount.dispatch("letGo");
    mount.root.focus();
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
