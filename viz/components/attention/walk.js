// The walk: where it stands, how it goes on, and what it says. Drawing is done elsewhere.
import { make, write } from "./page.js";
import { apart, brightest, percent, rowOf } from "./pure.js";
import { blocksOf, headOf, maskOf, sidesOf, unpackStages } from "./stages.js";
import { fixed } from "./sums.js";
import { placeId, placeName, stationsOf, stopAt, withoutOf, withoutSaid } from "./stations.js";

const PACE = 1200;   // milliseconds a stage while playing
const WEIGHING = ["products", "scaled", "masked", "softmax"];
const arrived = { pass: "", texts: {}, places: new Map() };
const walks = new Set();

/** Numbers of some places came: kept for their pass alone, shown by whoever waits. */
function receiveStages(data) {
  const { pass, texts, places } = unpackStages(data);
  if (pass !== arrived.pass) arrived.places = new Map();
  arrived.pass = pass;
  arrived.texts = texts;
  places.forEach((place, id) => arrived.places.set(id, place));
  walks.forEach(walk => walk.came());
}

/** The stages come through another component; those that came before are there too. */
const listener = event => receiveStages(event.detail);
function listen() {
  document.addEventListener("headlight-numbers", listener);
  if (globalThis.headlightNumbers && !arrived.pass) receiveStages(globalThis.headlightNumbers);
}

/**
 * What the panels of a walk may know and do. `view` reads the view, `choose` changes it;
 * `repaint` draws again what depends on a row. Rows are pieces here, words on the page.
 */
export function openWalk({ view, choose, came, repaint, wordOf }) {
  const walk = { machine: null, pieces: {}, held: null, over: null, playing: 0, came };
  const id = () => placeId(view());
  const stages = (place = id()) => {
    const data = arrived.pass === walk.machine?.pass ? arrived.places.get(place) : undefined;
    return data && { ...data, without: withoutOf(walk.machine, place) };
  };
  const sideName = side => side === "source" ? "source" : "output";
  const piece = side => Math.min(walk.pieces[sideName(side)] ?? 0,
    (walk.machine.sides[side]?.pieces.length ?? 1) - 1);
  let kept = { key: "", blocks: [] };
  const blocks = () => {
    const data = stages(), { stage, head } = view();
    const step = data?.candidates ? piece("read") : 0;
    const key = [arrived.pass, id(), stage, head, step, Boolean(data)].join(" ");
    if (key !== kept.key) {
      kept = { key, blocks: data ? blocksOf(data, stage, Math.max(0, head), step) : [] };
    }
    return kept.blocks;
  };

  /** The marked cell: pointed at, else held, else the one worth beginning with. */
  const mark = () => {
    const all = blocks(), place = walk.over ?? walk.held;
    if (place && all[place.block]) {
      const { rows, columns } = all[place.block];
      return { block: place.block, row: Math.min(place.row, rows - 1),
        column: Math.min(place.column, columns - 1) };
    }
    const block = ["positions", "stream"].includes(view().stage) ? all.length - 1 : 0;
    return { block, row: all[block] ? piece(all[block].side) : 0, column: best(all[block]) };
  };
  const best = block => {
    if (!block?.across && !block?.names) return 0;
    if (block.names) return 0;
    const { weights, allowed } = stages().numbers, row = piece(block.side);
    const open = Math.max(0, view().head), head = headOf(weights, open);
    const may = rowOf(maskOf(allowed, open).values, head.columns, row);
    const line = Float32Array.from(rowOf(head.values, head.columns, row), (weight, key) =>
      may[key] ? weight : NaN);
    return Math.max(0, brightest(line));
  };

  const go = stop => {
    walk.over = null;
    const { walk: length, stage, head } = view();
    const keeps = WEIGHING.includes(stage) && WEIGHING.includes(stop.stage);
    if (!keeps) walk.held = null;
    const { place, stage: next, stack, layer } = stop;
    const where = length === "short" ? { place, stage: next } : { place, stage: next, stack, layer };
    choose({ ...where, walk: length || "full", head: Math.max(0, head) });
  };
  const stops = () => stationsOf(walk.machine, view());
  const onward = by => {
    const all = stops(), next = all[stopAt(all, view()) + by];
    if (next) go(next);
    return Boolean(next);
  };
  const stand = (name, row) => {
    walk.pieces[name] = row;
    choose({}, { name, word: wordOf(name === "source" ? "source" : "read", row) });
  };
  const stop = () => { clearInterval(walk.playing); walk.playing = 0; };
  const play = () => {
    if (walk.playing) { stop(); return; }
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) { onward(1); return; }
    walk.playing = setInterval(() => { if (!onward(1)) { stop(); came(); } }, PACE);
    onward(1);
  };

  walks.add(walk);
  listen();
  return {
    walk, placeId: id, stages, piece, blocks, mark, go, onward, stops, play, stop,
    pass: () => arrived.pass === walk.machine?.pass ? arrived.pass : "",
    here: () => stopAt(stops(), view()),
    playing: () => walk.playing > 0,
    begin: machine => {
      if (machine.pass !== walk.machine?.pass) Object.assign(walk, { held: null, over: null });
      walk.machine = machine;
    },
    close: () => {
      stop();
      walks.delete(walk);
      if (!walks.size) document.removeEventListener("headlight-numbers", listener);
    },
    point: place => { walk.over = place; repaint(); },
    hold: place => {
      walk.held = place;
      walk.over = null;
      stand(sideName(blocks()[place.block].side), place.row);
    },
    nextRow: by => {
      const { side, rows } = blocks()[mark().block] ?? { side: "read", rows: 0 };
      const row = mark().row + by;
      if (row < 0 || row >= rows) return;
      if (walk.held) walk.held = { ...walk.held, row };
      stand(sideName(side), row);
    },
    start: () => {
      walk.held = null;
      choose({ walk: "short", place: "words", stage: "tokens", head: Math.max(0, view().head) });
    },
    leap: by => {
      const all = stops(), last = all.length - 1;
      const next = all[Math.min(last, Math.max(0, stopAt(all, view()) + by))];
      if (next) go(next);
    },
    /** The page chose another word: stand on its first piece. */
    follow: (name, word) => {
      const side = name === "source" ? "source" : "read";
      const now = walk.pieces[name] ?? -1;
      if (wordOf(side, now) === word) return;
      const count = walk.machine.sides[side].pieces.length;
      walk.pieces[name] = Math.max(0, Array.from({ length: count }, (_, piece) =>
        wordOf(side, piece)).indexOf(word));
      walk.held = null;
    },
    /** How a block of the stage is marked: its row, its column, and whether it is here. */
    marked: ({ at, rows, columns, side }) => {
      const place = mark(), here = place.block === at;
      const row = here || side === blocks()[place.block]?.side ? place.row : piece(side);
      return { here, row: Math.min(row, rows - 1),
        column: Math.min(here ? place.column : 0, columns - 1) };
    },
    cellSaid: (block, { row, column }) => {
      const { sides } = walk.machine, value = block.values[row * block.columns + column];
      const across = block.across ? apart(sides[block.across].pieces)[column]
        : block.names?.[column][0] ?? `number ${column + 1}`;
      return `${apart(sides[block.side].pieces)[row]}, ${across}: `
        + (Number.isNaN(value) ? "forbidden" : fixed(value));
    },
    nextPiece: () => walk.machine.sides.predicted.pieces[piece("predicted")] ?? "",
    texts: () => arrived.texts,
    ...sayings({ view, id, stages, piece, walk }),
  };
}

/** The sentences of a stage, with its slots filled in. */
function sayings({ view, id, stages, piece, walk }) {
  const textsOf = () => {
    const place = id(), { stage } = view();
    const part = place === "next" ? "next" : place.split(".").at(-1);
    const texts = arrived.texts;
    return texts[`${part}.${stage}`] ?? texts[`${place.split(".")[0]}.${stage}`]
      ?? texts[stage];
  };
  const slots = () => {
    const { machine } = walk, place = id(), { stage, head, layer } = view();
    const { rows, columns } = sidesOf(place), data = stages();
    const row = piece(rows), names = apart(machine.sides[rows].pieces);
    const found = { row: { text: names[row], role: "query" }, rows: names.length,
      columns: machine.sides[columns].pieces.length, head: Math.max(0, head) + 1,
      layer: layer + 1, d_model: machine.d_model, d_k: machine.d_k,
      d_hidden: machine.d_hidden, heads: machine.heads,
      vocabulary: machine.vocabulary.toLocaleString("en-US"),
      written: { text: machine.sides.predicted.pieces[piece("predicted")] ?? "",
        role: "predicted" } };
    if (data?.numbers.weights) {
      const weights = headOf(data.numbers.weights, Math.max(0, head));
      const line = rowOf(weights.values, weights.columns, row), best = brightest(line);
      found.best = { text: apart(machine.sides[columns].pieces)[best], role: "key" };
      found.weight = percent(line[best]);
    }
    return found;
  };
  return {
    sentence: () => {
      const { stage, head } = view();
      const less = withoutSaid(withoutOf(walk.machine, id()), stage, Math.max(0, head));
      return [...filled(textsOf()?.says, slots()), ...less ? [{ text: ` ${less}` }] : []];
    },
    question: () => filled(textsOf()?.question, slots()),
    answer: () => filled(textsOf()?.answer, slots()),
  };
}

/** "{row} looks at {best}" as pieces of text with their roles. */
export function filled(text, slots) {
  return (text ?? "").split(/(\{\w+\})/).filter(Boolean).map(part => {
    const value = /^\{\w+\}$/.test(part) ? slots[part.slice(1, -1)] ?? "" : part;
    return typeof value === "object" ? value : { text: String(value) };
  });
}

/** Walk, step, play, short or full: and out again. */
export function buildNav(context) {
  const { host, machine } = context;
  const button = (text, name, run, stay) => make("button", { type: "button", class: "tool",
    text, title: name, "aria-label": name, "data-stay": stay, onclick: run });
  const open = button("▷ Walk", "walk through the machine, stage by stage",
    () => { context.start(); context.focusOn("film-0"); }, "walk-open");
  const back = button("‹", "one stage back", () => context.onward(-1), "walk-back");
  const on = button("›", "one stage on", () => context.onward(1), "walk-on");
  const play = button("▷ Play", "play and stop", () => { context.play(); update(); }, "walk-play");
  const leave = button("✕ Maps", "close the walk, back to the maps",
    () => context.choose({ walk: "" }), "walk-close");
  const lengths = ["short", "full"].map(length => make("button", { type: "button",
    role: "radio", text: length, "data-stay": `walk-${length}`,
    title: length === "short" ? "nine stations, one row of one head" : "every sublayer",
    onclick: () => context.choose({ walk: length }),
    onkeydown: event => {
      if (!/^Arrow/.test(event.key)) return;
      event.preventDefault();
      event.stopPropagation();
      context.choose({ walk: length === "short" ? "full" : "short" });
      lengths.find(one => one.tabIndex === 0)?.focus();
    } }));
  const count = make("output", { class: "count" });
  const segments = make("div", { class: "segments", role: "radiogroup",
    "aria-label": "length of the walk" }, ...lengths);
  host.replaceChildren(make("div", { class: "tools" }, open, back, count, on, play, segments,
    leave));
  const update = () => {
    const walking = Boolean(context.view().walk);
    open.hidden = walking;
    [back, on, play, leave, segments, count].forEach(node => { node.hidden = !walking; });
    if (!walking) return;
    const all = context.stops(), here = context.here();
    count.textContent = `${here + 1} of ${all.length}`;
    count.setAttribute("aria-label", `stage ${here + 1} of ${all.length}`);
    back.disabled = here === 0;
    on.disabled = here === all.length - 1;
    play.textContent = context.playing() ? "Stop" : "▷ Play";
    ["short", "full"].forEach((length, at) => {
      const chosen = context.view().walk === length;
      lengths[at].setAttribute("aria-checked", chosen);
      lengths[at].tabIndex = chosen ? 0 : -1;
    });
  };
  return { weights: update, row() {} };
}

/** What a station asks before it shows; the answer is covered until asked for. */
export function buildQuestion(context) {
  const { host } = context;
  const asked = make("span", { class: "asked" }), answer = make("p", { class: "answer" });
  const node = make("details", { class: "question" }, make("summary", {}, asked,
    make("span", { class: "uncover", text: "Answer" })), answer);
  node.onkeydown = event => { if (event.key !== "Escape") event.stopPropagation(); };
  host.replaceChildren(node);
  let shown = "";
  return {
    weights() {
      const now = `${context.placeId()} ${context.view().stage}`;
      host.hidden = !context.view().walk || !context.question().length;
      if (now !== shown) node.open = false;
      shown = now;
      write(asked, context.question());
      write(answer, context.answer());
    },
    row() {},
  };
}

export const stationTitle = (machine, view) => placeName(placeId(view))
  + (view.place === "attention" ? `, head ${Math.max(0, view.head) + 1}` : "");
