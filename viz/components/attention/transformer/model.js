// The Transformer as it is walked through.
import { text } from "../../common/texts.js";
import { blocksOf } from "./blocks.js";
import { drawingOf, standingOf } from "./drawing.js";
import { isChanged, variantOf, withoutOf } from "./experiment.js";
import { termsOf } from "./formula.js";
import { STAGES, USUAL, flowOf, fullStops, nextSaid, placeId, placeName,
  shortStops, sidesOf, stageName, trainedAt } from "./places.js";
import { sumsOf } from "./sums.js";

/** @type {import("../walk/models.js").Model} */
export const transformer = {
  stages: STAGES, usual: USUAL, trained: trainedAt,
  lengthSaid: length => text(`transformer.${length}`),
  pairs: ["products", "scaled", "masked", "softmax"], weighed: ["softmax", "mixed"],
  newest: ["positions", "stream"],
  rows: "read",
  terms: { text: () => text("transformer.terms"),
    title: () => text("transformer.terms_about"),
    names: { query: "s", key: "U h", value: "h" } },
  short: shortStops, full: fullStops,
  placeId, placeName, stageName, nextSaid, sides: sidesOf,
  ofOneStep: ({ place }) => place === "next",
  without: withoutOf, isChanged, variant: variantOf, flow: flowOf,
  standing: standingOf, drawing: drawingOf,
  blocks: blocksOf, sums: sumsOf, formula: termsOf,
};
