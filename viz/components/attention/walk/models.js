// The models that can be walked through. All that a walk asks of a model is here.
import { captioner } from "../recurrent/cells.js";
import { recurrent } from "../recurrent/model.js";
import { transformer, writer } from "../transformer/model.js";

/**
 * A machine is drawn as places, each [x, y] with a height and a sign, with pipes between
 * them, [path, class], and captions [words, x, y, class].
 * @typedef {{ plan: { places: any[], width: number, height: number, right: number,
 *   box: number }, pipes: string[][], captions: any[][], kinds: HTMLElement[],
 *   said: string }} Drawing
 *
 * @typedef {object} Model
 * @property {Record<string, string[]>} stages the stages of every kind of place, in order
 * @property {Record<string, string>} usual the stage with which a place is opened
 * @property {(stage: string) => string} trained what was trained and is used there, or ""
 * @property {(length: string) => string} lengthSaid what a walk of that length goes through
 * @property {string[]} pairs the stages whose cells are pairs of words
 * @property {string[]} weighed the stages where a row has its weights
 * @property {string[]} newest the stages of which the last matrix is the new one
 * @property {string} rows the side that rows of the output are words of: the words read
 *   or the words predicted
 * @property {{ text: () => string, title: () => string, names?: Record<string, string> }}
 *   terms the switch that names the terms as another model does, and those names
 * @property {(view: object) => import("./stations.js").Stop[]} short
 * @property {(machine: object, stack: string) => import("./stations.js").Stop[]} full
 * @property {(view: object) => string} placeId
 * @property {(id: string) => string} placeName
 * @property {(machine: object, stop: object, head: number) => string} stageName
 * @property {(stop: object) => string} nextSaid what the step on to a stop will do
 * @property {(id: string) => { rows: string, columns: string }} sides of a place
 * @property {(view: object) => boolean} ofOneStep does the stage show one step alone?
 * @property {(machine: object, id: string) => object} without what an experiment takes out
 * @property {(machine: object, id: string) => boolean} isChanged by an experiment
 * @property {(walk: object) => string} variant of the sentences of a stage
 * @property {(machine: object, id: string) => Record<string, string>} flow into a place
 *   and out of it: in, out, trained, computed
 * @property {(view: object) => string} standing the place of the drawing where a view is
 * @property {(machine: object, unit: number) => Drawing} drawing
 * @property {(data: object, stage: string, at: object) =>
 *   import("./tensors.js").Block[]} blocks
 * @property {(data: object, stage: string, block: object, cell: object) =>
 *   import("./sums.js").Sums} sums
 * @property {(machine: object, part: string, stage: string, mark: object) => Node[]} formula
 */

/** @type {Record<string, Model>} */
const MODELS = { transformer, recurrent, writer };

/** The model of a machine. @returns {Model} */
export const modelOf = machine =>
  machine.reads === "cells" ? captioner : MODELS[machine.model];
