// Weights over a picture: a veil, which is thinner where the weight is larger. One scale
// holds for all rows of a map: an equal weight is one of so many cells.

const VEIL = 0.74, CLEAR = 7.2;

/** From so large a weight on there is no veil: a few times an equal one, at most 1. */
export const clearFrom = cells => Math.min(1, CLEAR / cells);

/** How clear a cell is, from 0 to 1, and below 0 not at all; with "root" small weights are
    told apart. */
export function clearness(weight, cells, colour = "linear") {
  const share = Math.min(1, Math.max(0, weight / clearFrom(cells)));
  return colour === "root" ? Math.sqrt(share) : share;
}

/** How thick the veil is over a cell that is so clear. */
export const veilOf = clear => VEIL * (1 - clear);
