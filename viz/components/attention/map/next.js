// The next piece: a step of the output, what could stand there, and how it is drawn.
import { make, write } from "../../common/nodes.js";
import { probability } from "../core/numbers.js";
import { bar, keepArrows } from "../core/widgets.js";
import { distribution, scoresOf } from "./chances.js";

const SHOWN_PIECES = 8;
const HALF = "scores came in half precision: right to about 0.4 % of the number";

/** @param {import("../mount.js").Mount} mount */
export function buildNext(mount, host) {
  const { header } = mount, { rows = [], logits } = header.next ?? {};
  host.hidden = !rows.length;
  if (!rows.length) return { weights() {}, row() {} };
  const { said, update } = along(mount, rows.length);
  const bars = Array.from({ length: SHOWN_PIECES }, () => bar("", false, "next"));
  const begins = header.hands || header.begins
    ? bars.map((item, at) => begin(mount, item, at)) : [];
  const drawing = logits ? drawingOf(mount, bars) : null;
  host.replaceChildren(
    make("div", { class: "asked" }, make("h4", { text: "The next piece" }), ...said,
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
  const sliders = controls(mount), others = bar("all others", true, "next");
  others.node.title = `${HALF}; beyond the ${logits.best} best pieces, `
    + `${logits.group} neighbours share one score`;
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
  if (written) item.node.title = "the piece that was written";
  else item.node.removeAttribute("title");
}

/** A button beside a piece that was not written: the model goes on from there. */
function begin(mount, item, at) {
  const button = make("button", { type: "button", class: "begins", text: "↳" });
  item.node.append(button);
  return (step, row) => {
    const [piece, , written, rank] = row[at] ?? [];
    button.hidden = piece === undefined || written || piece === "‹end›";
    button.setAttribute("aria-label", `write ${piece}, finished to a word, here and go on`);
    button.title = `Write ${piece}, finished to a word, here, and let the model go on`;
    button.onclick = () => mount.ask({ what: "begin", step, rank });
  };
}

/** Its probability after temperature and cuts; hatched where it is cut off. */
function fill(item, { chances, kept, total }, plain, rank) {
  const out = rank >= kept, share = out ? chances[rank] : chances[rank] / total;
  item.set(share, out ? "cut off" : probability(share),
    item.node.classList.contains("on"));
  item.node.classList.toggle("cut", out);
  item.mark(plain[rank], probability(plain[rank]));
  item.node.title = [item.node.title, HALF].filter(Boolean).join("; ");
}

/** What all the others have together. */
function rest(item, { chances, kept, total }, ranks) {
  const shown = ranks.filter(rank => rank < kept)
    .reduce((sum, rank) => sum + chances[rank] / total, 0);
  const left = kept - ranks.filter(rank => rank < kept).length;
  item.node.hidden = !left;
  item.name.textContent = `${left.toLocaleString("en")} more`;
  item.set(Math.max(0, 1 - shown), probability(Math.max(0, 1 - shown)));
}

/** What the cuts leave, in a sentence. */
function outcomeOf({ chances, kept, total, entropy }, temperature) {
  const cut = kept < chances.length
    ? `${kept.toLocaleString("en")} of ${chances.length.toLocaleString("en")} pieces stay, `
      + `${probability(total)} of the probability; ` : "";
  const before = cut || temperature !== 1 ? " The tick is the model's own." : "";
  return `${cut}entropy ${entropy.toFixed(2)} bits.${before}`;
}

/** The words of the output and a slider, to step along it. */
function along(mount, count) {
  const { sequences } = mount.header, read = sequences.read?.words ?? [];
  const { words: predicted = [], special = [] } = sequences.predicted ?? {};
  const about = make("p", { class: "about" });
  const slider = make("input", { type: "range", min: 1, max: count, step: 1,
    "aria-label": "step of the output", "data-stay": "step" });
  const words = predicted.slice(0, count).map((word, step) => make("button", {
    type: "button", class: `word query${special[step] ? " special" : ""}`, text: word,
    tabindex: -1, onclick: () => mount.dispatch("step", step),
  }));
  slider.oninput = () => mount.dispatch("step", slider.valueAsNumber - 1);
  slider.onkeydown = keepArrows;
  return {
    said: [make("div", { class: "output", role: "group",
      "aria-label": "output words; the slider below chooses among them too" },
    ...words), slider, about],
    update(step) {
      slider.value = step + 1;
      const parts = [{ text: `Step ${step + 1} of ${count}` }];
      if (read[step]) parts.push({ text: ": reads " }, { text: read[step], role: "query" });
      if (predicted[step]) {
        parts.push({ text: ", writes " }, { text: predicted[step], role: "predicted" });
      }
      write(about, parts);
      slider.setAttribute("aria-valuetext", about.textContent);
      words.forEach((word, at) => word.classList.toggle("on", at === step));
    },
  };
}

/** Temperature, top-k and top-p, recomputed from the scores of the step on screen. */
function controls(mount) {
  const sliders = [
    ["temperature", "temperature", 1, 30, value => (value / 10).toFixed(1)],
    ["topk", "top-k", 0, 50, value => value ? String(value) : "all"],
    ["topp", "top-p", 10, 100, value => value < 100 ? `${value} %` : "all"],
  ].map(([field, label, min, max, text]) => {
    const said = make("output", {});
    const slider = make("input", { type: "range", min, max, step: 1, "aria-label": label });
    slider.oninput = () => mount.dispatch("choose", { [field]: slider.valueAsNumber });
    slider.onkeydown = keepArrows;
    return { node: make("label", {}, make("span", { text: label }), slider, said),
      update() {
        slider.value = mount.view[field];
        said.textContent = text(mount.view[field]);
        slider.setAttribute("aria-valuetext", said.textContent);
      } };
  });
  return { node: make("div", { class: "drawing" }, ...sliders.map(({ node }) => node)),
    update: () => sliders.forEach(slider => slider.update()) };
}
