// The recurrent translator as it is walked through.
import { text } from "../../common/texts.js";
import { blocksOf } from "./blocks.js";
import { drawingOf } from "./drawing.js";
import { termsOf } from "./formula.js";
import { STAGES, USUAL, flowOf, fullStops, nextSaid, ofOneStep, placeId, placeName, shortStops,
  sidesOf, stageName, trainedAt } from "./places.js";
import { sumsOf } from "./sums.js";

/** @type {import("../walk/models.js").Model} */
export const recurrent = {
  stages: STAGES, usual: USUAL, trained: trainedAt,
  lengthSaid: length => text(`recurrent.${length}`),
  pairs: ["scores", "softmax"], weighed: ["softmax", "context"],
  newest: ["start", "state"],
  rows: "predicted",
  terms: { text: () => text("recurrent.terms"), title: () => "" },
  short: shortStops, full: fullStops,
  placeId, placeName, stageName, nextSaid, sides: sidesOf, ofOneStep,
  without: () => ({}), isChanged: () => false, variant: () => "", flow: flowOf,
  standing: placeId, drawing: drawingOf,
  blocks: blocksOf, sums: sumsOf, formula: termsOf,
};
