// The Transformer as it is walked through.
import { blocksOf } from "./blocks.js";
import { drawingOf, standingOf } from "./drawing.js";
import { isChanged, variantOf, withoutOf } from "./experiment.js";
import { termsOf } from "./formula.js";
import { flowOf, fullStops, LENGTHS, placeId, placeName, shortStops, sidesOf, stageName,
  STAGES, TRAINED, USUAL } from "./places.js";
import { sumsOf } from "./sums.js";

/** @type {import("../walk/models.js").Model} */
export const transformer = {
  stages: STAGES, usual: USUAL, trained: TRAINED, lengths: LENGTHS,
  pairs: ["products", "scaled", "masked", "softmax"], newest: ["positions", "stream"],
  rows: "read", stepped: false,
  terms: { text: "Bahdanau’s names",
    title: "under Q, K and V: what they are called in his model, s, U h and h",
    names: { query: "s", key: "U h", value: "h" } },
  short: shortStops, full: fullStops,
  placeId, placeName, stageName, sides: sidesOf,
  ofOneStep: ({ place }) => place === "next",
  without: withoutOf, isChanged, variant: variantOf, flow: flowOf,
  standing: standingOf, drawing: drawingOf,
  blocks: blocksOf, sums: sumsOf, formula: termsOf,
};
