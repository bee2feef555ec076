// The recurrent translator as it is walked through.
import { blocksOf } from "./blocks.js";
import { drawingOf } from "./drawing.js";
import { termsOf } from "./formula.js";
import { flowOf, fullStops, LENGTHS, ofOneStep, placeId, placeName, shortStops, sidesOf,
  stageName, STAGES, TRAINED, USUAL } from "./places.js";
import { sumsOf } from "./sums.js";

/** @type {import("../walk/models.js").Model} */
export const recurrent = {
  stages: STAGES, usual: USUAL, trained: TRAINED, lengths: LENGTHS,
  pairs: ["scores", "softmax"], newest: ["start", "state"],
  rows: "predicted", stepped: true,
  terms: { text: "Name query, key, value", title: "" },
  short: shortStops, full: fullStops,
  placeId, placeName, stageName, sides: sidesOf, ofOneStep,
  without: () => ({}), isChanged: () => false, variant: () => "", flow: flowOf,
  standing: placeId, drawing: drawingOf,
  blocks: blocksOf, sums: sumsOf, formula: termsOf,
};
