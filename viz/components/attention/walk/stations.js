// Where a walk can stand: the places of a model, their stages, and both lengths.
// A view names its place by stack, layer and place, and its stage by a word.

/** @typedef {{ stack: string, layer: number, place: string, stage: string }} Stop */

/** @returns {Stop} */
export const stop = (stack, layer, place, stage) => ({ stack, layer, place, stage });

/** Of places those whose numbers are here, where a file took only some of them along. */
const within = (model, { here }, stops) =>
  here ? stops.filter(one => here.includes(model.placeId(one))) : stops;

/** All stops of a walk as long as the view's. */
export const stationsOf = (model, machine, view) => within(model, machine,
  view.walk === "full" ? model.full(machine, view.stack) : model.short(view));

/** Has a walk the numbers of this place and head? Where all can be asked for, it has. */
export const reaches = (model, { here, lead, heads }, view) => !here
  || (here.includes(model.placeId(view)) && (heads === 1 || view.head === lead.head));

/** The place of a view among the stops; the first one of its place, else the first. */
export function stopAt(model, stops, view) {
  const id = model.placeId(view);
  const exact = stops.findIndex(one => one.stage === view.stage && model.placeId(one) === id);
  return exact >= 0 ? exact
    : Math.max(0, stops.findIndex(one => model.placeId(one) === id));
}

/** The stops that are numbered above it: the whole short walk, or those of the open place. */
export const reel = (model, machine, view) => view.walk === "short"
  ? stationsOf(model, machine, view)
  : model.stages[view.place].map(stage => stop(view.stack, view.layer, view.place, stage));

/** The nearest walk that there is. Closed, the picture shows the weights of a map. */
export function fitWalk({ stages, usual, short }, view) {
  const walk = ["short", "full"].includes(view?.walk) ? view.walk : "";
  const place = walk && view?.place in stages ? view.place : "attention";
  const known = stages[place].includes(view?.stage) ? view.stage : usual[place];
  if (walk !== "short") return { walk, place, stage: walk ? known : "softmax" };
  const stops = short(view).filter(one => one.place === place);
  if (!stops.length) return { walk: "full", place, stage: known };
  if (stops.some(one => one.stage === known)) return { walk, place, stage: known };
  const at = stages[place].indexOf(known);
  const later = stops.find(one => stages[place].indexOf(one.stage) >= at);
  return { walk, place, stage: (later ?? stops.at(-1)).stage };
}
