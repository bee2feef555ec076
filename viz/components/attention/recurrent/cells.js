// The same writer where it reads no sentence but the cells of a picture: a captioner.
import { text } from "../../common/texts.js";
import { below, maths, mi, mn, mo, roman } from "../walk/maths.js";
import { boardOfSum, end, line, lines, summing } from "../walk/sums.js";
import { entry, lineOf, plainOf } from "../walk/tensors.js";
import { blocksOf } from "./blocks.js";
import { drawingOf } from "./drawing.js";
import { termsOf } from "./formula.js";
import { recurrent } from "./model.js";
import { STAGES, fullStops, trainedAt } from "./places.js";
import { sumsOf } from "./sums.js";

const WORDS = ["annotations", "start"];
const say = name => text(`recurrent.cells.${name}`);
const block = (role, title, matrix, more) =>
  ({ role, title, kind: "signed", side: "source", colour: "key", ...matrix, ...more });

/** What is read is one vector a cell, and the context is their average: no halves. */
function blocks(data, stage, more) {
  const { numbers } = data, plain = role => plainOf(numbers[role]);
  if (stage === "annotations") return [block("annotation", say("annotation"), plain("annotation"))];
  if (stage === "start") {
    return [block("mean", say("mean"), plain("mean"), { side: "read" }),
      block("start", text("recurrent.blocks.start"), plain("start"), { side: "read", colour: "query" })];
  }
  if (stage !== "context") return blocksOf(data, stage, more);
  return [block("context", say("context"), { ...plain("context"), from: 0 },
    { side: "predicted", colour: "query" })];
}

/** The first state, from the mean of all cells. */
function started(cell) {
  const { numbers, column, stage } = cell, few = numbers.start_columns.shape[1];
  const sum = entry(numbers.start_sum, 0, column), bias = numbers.start_bias.values[column];
  return { board: boardOfSum(lineOf(plainOf(numbers.mean), 0).subarray(0, few),
    numbers.start_columns.values.subarray(column * few, (column + 1) * few), ["", "trained"]),
  lines: [line(text("sums.sum", { n: numbers.mean.shape[1] }), sum - bias, stage),
    line(text("sums.bias"), bias, stage), line(text("sums.together"), sum, stage), end("tanh", cell)] };
}

const own = summing({ annotation: cell => lines(end(say("seen"), cell)),
  mean: cell => lines(end(say("averaged"), cell)), start: started });

const sums = (data, stage, shown, cell) => (WORDS.includes(stage) ? own : sumsOf)(data, stage, shown, cell);

function formula(machine, part, stage, mark) {
  if (part !== "words") return termsOf(machine, part, stage, mark);
  const { term } = mark, cell = maths("msub", {}, mi("a"), mi("j"));
  if (stage !== "start") return [term("annotations", cell), mo("="), roman("CNN"), mo("("), mi("x"), mo(")")];
  return [term("start", maths("msub", {}, mi("s"), mn(0)), mo("="), roman("tanh"), mo("("),
    below("W", "s"), maths("mover", { accent: "true" }, mi("a"), mo("¯")), mo(")"))];
}

/** @type {import("../walk/models.js").Model} */
export const captioner = {
  ...recurrent, blocks, sums, formula,
  stages: { ...STAGES, words: WORDS },
  full: (machine, stack) => fullStops(machine, stack).filter(({ place, stage }) =>
    place !== "words" || WORDS.includes(stage)),
  trained: stage => WORDS.includes(stage) ? say(`trained_${stage}`) : trainedAt(stage),
  drawing: (machine, unit) => {
    const drawn = drawingOf(machine, unit), [[, ...rest], ...captions] = drawn.captions;
    return { ...drawn, said: say("diagram"), captions: [[say("cells"), ...rest], ...captions] };
  },
};
