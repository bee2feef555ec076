// A key and a value that are dragged along a rail: where a query looks, what it receives.
// The numbers of every place are here already; nothing is computed in the browser.
import { decode, taking } from "../common/blob.js";
import { counts, drag, keptOf } from "../common/drag.js";
import { make, put } from "../common/nodes.js";
import { fixed } from "../common/numbers.js";
import { speak, text } from "../common/texts.js";

const TALL = 300, GAP = 28, NARROW = 560;
const LEFT = 34, FOOT = 46, HEAD = 36;  // around each of the two planes
const LOW = -2.4, HIGH = 5.8;  // second numbers
const BEAM = 26, FAINT = 0.01;  // a beam of weight 1; a weight below this throws none
const SHAPES = { key: { x: -8, y: -8, width: 16, height: 16 },
  value: { x: -8, y: -8, width: 16, height: 16, transform: "rotate(45)" } };

const low = number => String.fromCharCode(0x2080 + number);

/** Header and numbers of one payload: rows of weights, first numbers, second numbers. */
function read(data) {
  const { header, numbers } = decode(data), take = taking(numbers);
  const rows = count => Array.from({ length: header.places }, () => take(count));
  return { ...header, weights: rows(header.keys.length), first: rows(header.places), second: take(header.places) };
}

export default function pull({ data, parentElement, setStateValue }) {
  const mount = keptOf(parentElement.querySelector(".pull"), draw);
  mount.tell = at => setStateValue("at", at);
  mount.value = () => numbers(mount);
  const before = mount.given?.id, given = mount.given = read(data), { key, value } = given;
  speak(given.spoken);
  if (counts(mount, { key, value })) {
    mount.at = { key: indexOf(given, key), value: indexOf(given, value) };
  }
  if (given.id !== before || !mount.parts) draw(mount);
  else move(mount);
  return () => mount.watch.disconnect();
}

const indexOf = ({ least, most, places }, x) => Math.round((x - least) / (most - least) * (places - 1));
const number = ({ least, most, places }, at) => Number((least + (most - least) * at / (places - 1)).toFixed(1));
const numbers = ({ given, at }) => ({ key: number(given, at.key), value: number(given, at.value) });

// --- what stands still ---------------------------------------------------------------

function draw(mount) {
  const { root, given } = mount, width = mount.width = root.clientWidth;
  if (!given || !width) return;
  const focused = root.getRootNode().activeElement?.closest?.(".hand")?.dataset.role;
  const narrow = width < NARROW, each = narrow ? width : (width - GAP) / 2;
  const svg = make("svg", { height: narrow ? 2 * TALL : TALL, role: "group", "aria-label": text("pull.label") });
  const planes = {
    key: plane(svg, given, 0, 0, each, text("pull.keys"), given.colours.key),
    value: plane(svg, given, narrow ? 0 : each + GAP, narrow ? TALL : 0, each, text("pull.values"), given.colours.value),
  };
  mount.held = null;
  mount.planes = planes;
  mount.parts = moving(svg, given, planes);
  root.replaceChildren(svg);
  for (const role of ["key", "value"]) hands(mount, role);
  move(mount);
  mount.parts[focused]?.hand.focus({ preventScroll: true });
}

function plane(svg, { least, most, colours }, left, top, width, title, tint) {
  const x = at => left + LEFT + (at - least + 0.4) / (most - least + 0.8) * (width - LEFT - 8);
  const y = at => top + TALL - FOOT - (at - LOW) / (HIGH - LOW) * (TALL - FOOT - HEAD);
  const line = (x1, y1, x2, y2) => svg.append(make("line", { x1, y1, x2, y2, stroke: colours.hair }));
  const word = (left, top, text, more) => svg.append(make("text", { x: left, y: top, fill: colours.muted, ...more }, text));
  for (let at = least; at <= most; at += 2) {
    line(x(at), y(LOW), x(at), y(HIGH));
    word(x(at), y(LOW) + 18, fixed(at, 0), { "text-anchor": "middle" });
  }
  for (let at = -2; at <= HIGH; at += 2) {
    line(x(least - 0.4), y(at), x(most + 0.4), y(at));
    word(x(least - 0.4) - 6, y(at) + 5, fixed(at, 0), { "text-anchor": "end" });
  }
  word(x((least + most) / 2), top + TALL - 8, text("pull.first"), { "text-anchor": "middle" });
  word(left + LEFT, top + 22, title, { fill: tint });
  return { x, y };
}

function moving(svg, given, { key, value }) {
  const ink = given.colours, add = (...made) => svg.appendChild(make(...made));
  const rail = ({ x, y }, at) => add("line", { x1: x(given.least), x2: x(given.most), y1: y(at), y2: y(at),
    stroke: ink.muted, "stroke-width": 1.5, "stroke-dasharray": "2 4" });
  const [qx, qy] = given.query;
  rail(key, given.keys[0][1]);
  rail(value, given.values[0][1]);
  const beams = given.keys.map(() => add("line", { x1: key.x(qx), y1: key.y(qy), stroke: ink.beam, "stroke-opacity": 0.5 }));
  const hull = add("polygon", { fill: "none", stroke: ink.muted, "stroke-width": 1.5 });
  const links = given.values.map(() => add("line", { stroke: ink.beam, "stroke-opacity": 0.5 }));
  add("line", { x1: key.x(0), y1: key.y(0), x2: key.x(qx), y2: key.y(qy), stroke: ink.query, "stroke-width": 2 });
  add("circle", { cx: key.x(qx), cy: key.y(qy), r: 8, fill: ink.query });
  add("text", { class: "name", x: key.x(qx) + 14, y: key.y(qy) + 6, fill: ink.query }, "q₁");
  const points = (role, plane, all) => all.map(([px, py], at) => {
    const hand = add("g", { color: ink.text, transform: `translate(${plane.x(px)} ${plane.y(py)})` });
    if (at === 0) {
      put(hand, { class: "hand", role: "slider", tabindex: 0, "data-role": role, "aria-valuemin": given.least,
        "aria-label": text("pull.first_of", { name: `${role[0]}₁` }), "aria-valuemax": given.most, "aria-orientation": "horizontal" });
      hand.append(make("circle", { r: 22, fill: "transparent" }), make("circle", { r: 15, class: "ring" }));
    }
    // what is dragged is named below its point, the others above: they may come to one height
    const name = make("text", { class: "name", y: at ? -16 : 32, "text-anchor": "middle", fill: ink[role] }, role[0] + low(at + 1));
    const weight = make("tspan", { class: "weight", fill: ink.text, dx: 6 });
    if (role === "key") name.append(weight);
    hand.append(make("rect", { ...SHAPES[role], fill: ink[role], stroke: ink.page, "stroke-width": 2 }), name);
    return { hand, weight };
  });
  const values = points("value", value, given.values), keys = points("key", key, given.keys);
  const output = add("g");
  output.append(make("circle", { r: 9, fill: ink.text, stroke: ink.page, "stroke-width": 2 }),
    make("text", { class: "name", x: -16, y: 6, "text-anchor": "end", fill: ink.text }, "y₁"));
  return { beams, hull, links, keys, values, output, key: keys[0], value: values[0] };
}

// --- what moves ----------------------------------------------------------------------

function move({ given, at, parts, planes: { key, value } }) {
  const now = numbers({ given, at }), weights = given.weights[at.key];
  const keys = [[now.key, given.keys[0][1]], ...given.keys.slice(1)];
  const values = [[now.value, given.values[0][1]], ...given.values.slice(1)];
  const y = [given.first[at.key][at.value], given.second[at.key]];
  const wide = weight => weight < FAINT ? 0 : BEAM * weight;
  keys.forEach(([px, py], k) => {
    put(parts.beams[k], { x2: key.x(px), y2: key.y(py), "stroke-width": wide(weights[k]) });
    parts.keys[k].weight.textContent = fixed(weights[k], 3);
  });
  values.forEach(([px, py], v) => put(parts.links[v], { x1: value.x(px), y1: value.y(py), x2: value.x(y[0]), y2: value.y(y[1]),
    "stroke-width": wide(weights[v]) }));
  put(parts.hull, { points: values.map(([px, py]) => `${value.x(px)},${value.y(py)}`).join(" ") });
  put(parts.output, { transform: `translate(${value.x(y[0])} ${value.y(y[1])})` });
  for (const [role, plane, [px, py]] of [["key", key, keys[0]], ["value", value, values[0]]])
    put(parts[role].hand, { transform: `translate(${plane.x(px)} ${plane.y(py)})`, "aria-valuenow": now[role],
      "aria-valuetext": text("pull.spoken", { place: fixed(now[role], 1), weight: fixed(weights[0], 3),
        first: fixed(y[0], 3), second: fixed(y[1], 3) }) });
}

// --- the reader's hand ---------------------------------------------------------------

function hands(mount, role) {
  const { hand } = mount.parts[role], { x } = mount.planes[role], { least, most, places } = mount.given;
  drag(mount, { name: role, area: hand, hand, last: places - 1,
    under: ({ clientX }) => {
      const left = clientX - hand.ownerSVGElement.getBoundingClientRect().left;
      return Math.round((left - x(least)) / (x(most) - x(least)) * (places - 1));
    },
    at: () => mount.at[role],
    move: at => { mount.at[role] = at; move(mount); } });
}
