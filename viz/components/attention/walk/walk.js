// The walk: where it stands, how it goes on, and what it says. Drawing is done elsewhere.
import { fixed } from "../../common/numbers.js";
import { percent } from "../core/numbers.js";
import { apart } from "../core/trace.js";
import { brightest, rowOf } from "../core/weights.js";
import { stageBlocks } from "../recurrent/blocks.js";
import { ofOneStep } from "../recurrent/model.js";
import { headOf, maskOf, sidesOf, unpackStages } from "./stages.js";
import { isOff, isRecurrent, placeId, placeName, stationsOf, stopAt, withoutOf }
  from "./stations.js";

const PACE = 1200;   // milliseconds a stage while playing
const WEIGHING = ["products", "scaled", "scores", "masked", "softmax"];
const LAST_MADE = ["positions", "stream", "start", "state"];   // the last matrix is new
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
  // Rows of the page are words read where the steps are a Transformer's.
  const written = () => isRecurrent(view()) ? "predicted" : "read";
  const sideName = side => side === "source" ? "source" : "output";
  const piece = side => Math.min(walk.pieces[sideName(side)] ?? 0,
    (walk.machine.sides[side]?.pieces.length ?? 1) - 1);
  let kept = { key: "", blocks: [] };
  const blocks = () => {
    const data = stages(), { stage, head, terms } = view();
    const step = ofOneStep(view()) ? piece("read") : 0;
    const key = [arrived.pass, id(), stage, head, step, terms, Boolean(data)].join(" ");
    if (key !== kept.key) {
      kept = { key, blocks: data
        ? stageBlocks(data, stage, Math.max(0, head), step, Boolean(terms)) : [] };
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
    const block = LAST_MADE.includes(view().stage) ? Math.max(0, all.length - 1) : 0;
    const row = all[block] ? Math.min(piece(all[block].side), all[block].rows - 1) : 0;
    return { block, row, column: best(all[block]) };
  };
  const best = block => {
    if (!block?.across && !block?.names) return 0;
    if (block.names) return 0;
    const { weights, allowed } = stages().numbers, row = piece(block.side);
    const open = Math.max(0, view().head), head = headOf(weights, open);
    const may = allowed && rowOf(maskOf(allowed, open).values, head.columns, row);
    const line = Float32Array.from(rowOf(head.values, head.columns, row), (weight, key) =>
      !may || may[key] ? weight : NaN);
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
    choose({}, { name, word: wordOf(name === "source" ? "source" : written(), row) });
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
    begin: (machine, imposed) => {
      if (imposed || machine.pass !== walk.machine?.pass) {
        Object.assign(walk, { held: null, over: null });
      }
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
      const [{ place, stage }] = stationsOf(walk.machine, { ...view(), walk: "short" });
      choose({ walk: "short", place, stage, head: Math.max(0, view().head) });
    },
    leap: by => {
      const all = stops(), last = all.length - 1;
      const next = all[Math.min(last, Math.max(0, stopAt(all, view()) + by))];
      if (next) go(next);
    },
    /** The page chose another word: stand on its first piece. */
    follow: (name, word) => {
      const side = name === "source" ? "source" : written();
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

/** Where the open head may look: everywhere, or in the decoder itself and before. */
const looksEverywhere = (data, head) =>
  !data?.numbers.allowed || maskOf(data.numbers.allowed, head).values.every(Boolean);

/** Is the mask the model's own, with nothing forbidden or allowed by an experiment? */
function usualMask(data, head) {
  if (!/^decoder.*self$/.test(data?.id ?? "")) return looksEverywhere(data, head);
  const { values, columns } = maskOf(data.numbers.allowed, head);
  return values.every((may, at) => Boolean(may) === at % columns <= Math.floor(at / columns));
}

const sizesOf = machine => Object.fromEntries(Object.entries(machine)
  .filter(([name]) => name.startsWith("d_")));

/** The sentences of a stage, with its slots filled in. */
function sayings({ view, id, stages, piece, walk }) {
  const textsOf = () => {
    const place = id(), { stage } = view(), other = otherwise(place, stage);
    const part = place === "next" ? "next" : place.split(".").at(-1);
    const texts = arrived.texts;
    return texts[`${stage}.${other}`] ?? texts[`${part}.${stage}`]
      ?? texts[`${place.split(".")[0]}.${stage}`] ?? texts[stage];
  };
  /** How an experiment or given French makes a stage another one than it usually is. */
  const otherwise = (place, stage) => {
    const { machine } = walk, head = Math.max(0, view().head);
    if (stage === "masked" && !usualMask(stages(), head)) {
      return looksEverywhere(stages(), head) ? "off" : "own";
    }
    if (stage === "tokens" && withoutOf(machine, place).words) return "own";
    if (stage === "word" && machine.without?.causal) return "ahead";
    if (stage === "word" && piece("read") < (machine.given ?? 0)) return "given";
    return isOff(withoutOf(machine, place), stage, head) ? "off" : "";
  };
  const slots = () => {
    const { machine } = walk, place = id(), { stage, head, layer } = view();
    const { rows, columns } = sidesOf(place), data = stages();
    const row = piece(rows), names = apart(machine.sides[rows].pieces);
    const found = { row: { text: names[row], role: "query" }, rows: names.length,
      columns: machine.sides[columns].pieces.length, head: Math.max(0, head) + 1,
      layer: layer + 1, ...sizesOf(machine), heads: machine.heads,
      previous: { text: machine.sides.read.pieces[piece("read")] ?? "", role: "query" },
      vocabulary: machine.vocabulary.toLocaleString("en-US"),
      written: { text: machine.sides.predicted.pieces[piece("predicted")] ?? "",
        role: "predicted" } };
    if (data?.numbers.weights) {
      const weights = headOf(data.numbers.weights, Math.max(0, head));
      const line = rowOf(weights.values, weights.columns, row), best = brightest(line);
      found.best = { text: apart(machine.sides[columns].pieces)[best], role: "key" };
      found.weight = percent(line[best]);
    }
    if (data?.numbers.allowed) {
      const { values, columns } = maskOf(data.numbers.allowed, Math.max(0, head));
      found.open = rowOf(values, columns, row).filter(Boolean).length;
      found.silent = data.without.silent.map(silent => silent + 1).join(", ");
    }
    return found;
  };
  return {
    sentence: () => filled(textsOf()?.says, slots()),
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

export const stationTitle = (machine, view) => placeName(placeId(view))
  + (view.place === "attention" && machine.heads > 1 ? `, head ${Math.max(0, view.head) + 1}` : "");
