// The networks of layers as they are walked through: the Transformer, and a writer.
import { text } from "../../common/texts.js";
import { blocksOf } from "./blocks.js";
import { drawingOf, standingOf } from "./drawing.js";
import { isChanged, variantOf, withoutOf } from "./experiment.js";
import { termsOf } from "./formula.js";
import { ALONE, BOTH } from "./kinds.js";
import { USUAL, flowOf, fullStops, nextSaid, placeId, placeName, shortStops, sidesOf,
  stageName, trainedAt } from "./places.js";
import { sumsOf } from "./sums.js";

/** @param {import("./kinds.js").Kind} kind @returns {import("../walk/models.js").Model} */
const layered = kind => ({
  stages: kind.stages, usual: USUAL, trained: stage => trainedAt(kind, stage),
  lengthSaid: length => text(`${kind.name}.${length}`),
  pairs: ["products", "scaled", "masked", "softmax"], weighed: ["softmax", "mixed"],
  newest: ["positions", "stream", ...kind.normFirst ? ["inputs"] : []],
  rows: "read",
  terms: { text: () => text(`${kind.name}.terms`),
    title: () => text(`${kind.name}.terms_about`),
    names: { query: "s", key: "U h", value: "h" } },
  short: view => shortStops(kind, view), full: machine => fullStops(kind, machine),
  placeId, placeName: id => placeName(kind, id), sides: sidesOf,
  stageName: (machine, stop, head) => stageName(kind, machine, stop, head),
  nextSaid: stop => nextSaid(kind, stop),
  ofOneStep: ({ place }) => place === "next",
  without: withoutOf, variant: variantOf, flow: (machine, id) => flowOf(kind, machine, id),
  isChanged: (machine, id) => isChanged(machine, id, kind.normFirst),
  standing: view => standingOf(kind, view), drawing: (machine, unit) => drawingOf(kind, machine, unit),
  blocks: (data, stage, at) => blocksOf(kind, data, stage, at), sums: sumsOf(kind),
  formula: (...given) => termsOf(kind, ...given),
});

export const transformer = layered(BOTH);
/** A decoder alone. */
export const writer = layered(ALONE);
