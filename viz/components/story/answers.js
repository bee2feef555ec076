// What each network answers: so many hops, one hop, and words then lines in one look.
// Of a summary, the lines that each way chooses.
import { make } from "../common/nodes.js";
import { text } from "../common/texts.js";

export function answersOf({ told, given }, networks) {
  const shown = [...new Set([String(told.hops), "1", "words"])].filter(name => networks[name]);
  return make("div", { class: "ans" }, ...shown.map((name, at) => box(networks[name], name, at === 0, given.right)));
}

function box({ answer, percent, peak }, name, first, right) {
  const wrong = Boolean(right) && answer !== right;
  const label = name === "words" ? text("story.by_words") : text("story.with", { n: Number(name) });
  const verdict = right ? text(wrong ? "story.wrong" : "story.right", { right }) : text("story.unknown");
  const more = first ? [] : [make("p", { class: "peak", text: text("story.peak", peak) })];
  return make("div", { class: first ? "good" : null }, make("small", { text: label }), make("b", { class: wrong ? "wrong" : null, text: answer }),
    make("p", { text: `${text("story.probability", { percent })} ${verdict}` }), ...more);
}

/** The first box is the one whose weights are drawn; a line that does not belong has a cross. */
export const boxesOf = boxes => make("div", { class: "ans" }, ...boxes.map(({ label, lines, notes }, at) =>
  make("div", { class: at ? null : "good" }, make("small", { text: label }),
    ...lines.map(([line, wrong]) => make("p", { class: wrong ? "told wrong" : "told", text: line })),
    ...notes.map(note => make("p", { text: note })),
    ...lines.some(([, wrong]) => wrong) ? [make("p", { class: "wrong", text: text("story.other_line") })] : [])));
