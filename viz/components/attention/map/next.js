// The next piece: a step of the output, what could stand there, and how it is drawn.
import { make, put, write } from "../../common/nodes.js";
import { fixed, probability } from "../../common/numbers.js";
import { parts, text, whole } from "../../common/texts.js";
import { bar, slider } from "../core/widgets.js";
import { distribution, scoresOf } from "./chances.js";
import { parted } from "./say.js";

const SHOWN_PIECES = 8;

/** @param {import("../mount.js").Mount} mount */
export function buildNext(mount, host) {
  const { header } = mount, { rows = [], logits } = header.next ?? {};
  host.hidden = !rows.length;
  if (!rows.length) return { weights() {} };
  const { said, update } = along(mount, rows.length);
  const bars = Array.from({ length: SHOWN_PIECES }, () => bar("", false, "next"));
  const begins = header.hands || header.begins
    ? bars.map((item, at) => begin(mount, item, at)) : [];
  const drawing = logits ? drawingOf(mount, bars) : null;
  host.replaceChildren(
    make("div", { class: "asked" }, make("h3", { text: text("next.title") }), ...said,
      ...drawing ? [drawing.sliders] : []),
    make("div", { class: "answer" },
      make("div", { class: "bars" }, ...bars.map(item => item.node),
        ...drawing ? [drawing.others] : []),
      ...drawing ? [drawing.outcome] : []));
  let drawn = "";
  const row = () => {
    const step = Math.min(rows.length - 1, mount.step);
    const { temperature, topk, topp } = mount.view;
    const now = `${step} ${temperature} ${topk} ${topp}`;
    if (now === drawn) return;
    drawn = now;
    update(step);
    begins.forEach(button => button(step, rows[step]));
    bars.forEach((item, at) => name(item, rows[step][at]));
    drawing?.update(step, rows[step]);
  };
  return { weights: row, row };
}

/** What could be drawn there: after temperature and cuts, from the scores of the step. */
function drawingOf(mount, bars) {
  const { logits } = mount.header.next;
  const sliders = controls(mount), others = bar(text("next.others"), true, "next");
  others.node.title = text("next.grouped", { half: text("next.half"), best: logits.best,
    group: logits.group });
  const outcome = make("p", { class: "about outcome", "aria-live": "polite" });
  let read = -1, scores, plain;
  return {
    sliders: sliders.node, others: others.node, outcome,
    update(step, pieces) {
      if (read !== step) {
        read = step;
        scores = scoresOf(mount.trace.body, logits, step);
        plain = distribution(scores).chances;
      }
      sliders.update();
      const { temperature, topk, topp } = mount.view;
      const found = distribution(scores,
        { temperature: temperature / 10, topk, topp: topp / 100 });
      bars.forEach((item, at) => {
        if (pieces[at]) fill(item, found, plain, pieces[at][3]);
      });
      rest(others, found, pieces.map(([, , , rank]) => rank).slice(0, SHOWN_PIECES));
      outcome.textContent = outcomeOf(found, temperature / 10);
    },
  };
}

/** The piece, and its probability as the model gives it. */
function name(item, given) {
  item.node.hidden = !given;
  if (!given) return;
  const [piece, share, written] = given;
  item.name.textContent = piece;
  item.name.classList.toggle("special", piece.startsWith("‹"));
  item.set(share, probability(share), written);
  put(item.node, { title: written && text("next.written") });
}

/** A button beside a piece that was not written: the model goes on from there. */
function begin(mount, item, at) {
  const button = make("button", { type: "button", class: "begins", text: "↳" });
  item.node.append(button);
  return (step, row) => {
    const [piece, , written, rank] = row[at] ?? [];
    button.hidden = piece === undefined || written || piece === "‹end›";
    button.setAttribute("aria-label", text("next.begin", { piece }));
    button.title = text("next.begin_about", { piece });
    button.onclick = () => mount.ask({ what: "begin", step, rank });
  };
}

/** Its probability after temperature and cuts; hatched where it is cut off. */
function fill(item, { chances, kept, total }, plain, rank) {
  const out = rank >= kept, share = out ? chances[rank] : chances[rank] / total;
  item.set(share, out ? text("next.cut_off") : probability(share),
    item.node.classList.contains("on"));
  item.node.classList.toggle("cut", out);
  item.mark(plain[rank], probability(plain[rank]));
  item.node.title = parted([item.node.title, text("next.half")].filter(Boolean));
}

/** What all the others have together. */
function rest(item, { chances, kept, total }, ranks) {
  const shown = ranks.filter(rank => rank < kept)
    .reduce((sum, rank) => sum + chances[rank] / total, 0);
  const left = kept - ranks.filter(rank => rank < kept).length;
  item.node.hidden = !left;
  item.name.textContent = text("next.more", { count: whole(left) });
  item.set(Math.max(0, 1 - shown), probability(Math.max(0, 1 - shown)));
}

/** What the cuts leave, in a sentence. */
function outcomeOf({ chances, kept, total, entropy }, temperature) {
  const cut = kept < chances.length, bits = fixed(entropy, 2);
  return [cut ? text("next.stay", { kept: whole(kept), all: whole(chances.length),
    share: probability(total), bits }) : text("next.entropy", { bits }),
  ...cut || temperature !== 1 ? [text("next.tick")] : []].join(" ");
}

/** The words of the output and a slider, to step along it. */
function along(mount, count) {
  const { sequences } = mount.header, read = sequences.read?.words ?? [];
  const { words: predicted = [], special = [] } = sequences.predicted ?? {};
  const about = make("p", { class: "about" });
  const { input, set } = slider(text("next.step_name"), { min: 1, max: count, step: 1 },
    "step", step => mount.dispatch("step", step - 1));
  const words = predicted.slice(0, count).map((word, step) => make("button", {
    type: "button", class: `word query${special[step] ? " special" : ""}`, text: word,
    tabindex: -1, onclick: () => mount.dispatch("step", step),
  }));
  return {
    said: [make("div", { class: "output", role: "group",
      "aria-label": text("next.words") },
    ...words), input, about],
    update(step) {
      const name = read[step] ? predicted[step] ? "step_both" : "step_reads"
        : predicted[step] ? "step_writes" : "step";
      write(about, parts(`next.${name}`, { step: step + 1, steps: count,
        read: { text: read[step], role: "query" },
        written: { text: predicted[step], role: "predicted" } }));
      set(step + 1, about.textContent);
      words.forEach((word, at) => word.classList.toggle("on", at === step));
    },
  };
}

/** Temperature, top-k and top-p, recomputed from the scores of the step on screen. */
function controls(mount) {
  const sliders = [
    ["temperature", 1, 30, value => fixed(value / 10, 1)],
    ["topk", 0, 50, value => value ? String(value) : text("next.all")],
    ["topp", 10, 100, value => value < 100 ? `${value}%` : text("next.all")],
  ].map(([field, min, max, shown]) => {
    const label = text(`next.${field}`);
    const { input, said, set } = slider(label, { min, max, step: 1 }, null,
      value => mount.dispatch("choose", { [field]: value }));
    return { node: make("label", {}, make("span", { text: label }), input, said),
      update: () => set(mount.view[field], shown(mount.view[field])) };
  });
  return { node: make("div", { class: "drawing" }, ...sliders.map(({ node }) => node)),
    update: () => sliders.forEach(slider => slider.update()) };
}
