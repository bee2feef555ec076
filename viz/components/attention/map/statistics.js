// What kind of looker the open head is, beside uniform attention and many sentences.
import { make } from "../../common/nodes.js";
import { fixed } from "../../common/numbers.js";
import { text } from "../../common/texts.js";
import { afterPaint } from "../core/coarse.js";
import { weightsOf } from "../core/weights.js";
import { headName } from "./say.js";

const MEASURES = ["entropy", "distance", "previous", "same", "next", "first", "end",
  "maximum"];

/**
 * The means over all rows of what `core.analysis.head_statistics.measures` tells of one; null where
 * no row has such a place. Rows of ‹pad› are left out.
 */
export function measuresOf(stack, weights) {
  const sums = {}, counts = {}, { rows, columns } = stack;
  const add = (measure, value) => {
    sums[measure] = (sums[measure] ?? 0) + value;
    counts[measure] = (counts[measure] ?? 0) + 1;
  };
  const end = stack.keySide === "source" ? stack.keyWords.indexOf("‹end›") : -1;
  for (let row = 0; row < rows; row++) {
    if (stack.queryWords[row] === "‹pad›" && stack.querySpecial[row]) continue;
    const at = key => key < 0 || key >= columns ? NaN : weights[row * columns + key];
    let entropy = 0, distance = 0, maximum = 0;
    for (let key = 0; key < columns; key++) {
      const weight = at(key);
      if (!(weight > 0)) continue;
      entropy -= weight * Math.log2(weight);
      distance += weight * Math.abs(row - key);
      maximum = Math.max(maximum, weight);
    }
    Object.entries({ entropy, distance, maximum }).forEach(([name, value]) =>
      add(name, value));
    const shares = { previous: at(row - 1), same: at(row), next: at(row + 1), first: at(0),
      end: at(end) };
    for (const [name, share] of Object.entries(shares)) {
      if (!Number.isNaN(share)) add(name, share);
    }
  }
  return Object.fromEntries(MEASURES.map(measure =>
    [measure, counts[measure] ? sums[measure] / counts[measure] : null]));
}

/** Rows spread evenly over the keys that may be looked at. */
export function evenly(weights, columns) {
  const even = new Float32Array(weights.length);
  for (let start = 0; start < weights.length; start += columns) {
    const row = weights.subarray(start, start + columns);
    const allowed = row.reduce((count, weight) => count + !Number.isNaN(weight), 0);
    row.forEach((weight, key) => {
      even[start + key] = Number.isNaN(weight) ? NaN : 1 / allowed;
    });
  }
  return even;
}

/** Figures of several heads, averaged; null where no head has one. */
function averaged(heads) {
  return Object.fromEntries(MEASURES.map(measure => {
    const values = heads.map(head => head[measure])
      .filter(value => value !== null && value !== undefined);
    return [measure, values.length
      ? values.reduce((sum, one) => sum + one, 0) / values.length : null];
  }));
}

/** @param {import("../mount.js").Mount} mount */
export function buildStatistics(mount, host) {
  const { header, whole } = mount;
  const { sentences, maps, threshold, unit } = header.statistics ?? {};
  const title = make("h3", {}), role = make("p", { class: "about" });
  const body = make("tbody", {}), groups = [
    unit ? text("statistics.sentence_of", { unit: text(`statistics.unit_${unit}`) }) : text("statistics.sentence"),
    ...sentences ? [text("statistics.sentences", { n: sentences })] : []];
  const column = (label, about) => make("th", { scope: "col", text: label, title: about });
  host.replaceChildren(title, role, make("table", {}, make("thead", {},
    make("tr", {}, make("td", {}), ...groups.map(group =>
      make("th", { scope: "colgroup", colspan: 2, text: group }))),
    make("tr", {}, make("td", {}), ...groups.flatMap(() => [column(text("statistics.head"), ""),
      column(text("statistics.even"), text("statistics.even_about"))]))),
  body), ...sentences && unit === "words" ? [make("p", { class: "note",
    text: ["units", ...header.units ? ["switch"] : []].map(name => text(`statistics.${name}`)).join(" ") })] : [],
  make("p", { class: "note", text: threshold ?? "" }));
  const number = value => make("td", {
    text: value === null || value === undefined ? "–" : fixed(value, 2) });
  return {
    weights: afterPaint(whole, () => {
      if (!host.isConnected) return;
      const { layer, head, heads } = mount.view, map = maps?.[whole.maps?.[layer]];
      const chosen = heads.length ? heads : head >= 0 ? [head]
        : Array.from({ length: whole.heads }, (_, at) => at);
      const each = chosen.map(at => weightsOf(whole, layer, at));
      const here = averaged(each.map(weights => measuresOf(whole, weights)));
      // of very many heads one mask stands for all
      const masks = whole.error === undefined ? each : each.slice(0, 1);
      const even = averaged(masks.map(weights =>
        measuresOf(whole, evenly(weights, whole.columns))));
      const over = map?.heads && averaged(chosen.map(at => map.heads[at]));
      const name = whole.heads > 1 ? headName(whole, head, heads) : text("statistics.one_head");
      title.textContent = name[0].toUpperCase() + name.slice(1);
      const roles = chosen.length === 1 ? map?.roles?.[chosen[0]] : "";
      role.textContent = roles || (chosen.length > 1 ? text("statistics.averaged") : "");
      body.replaceChildren(...MEASURES.filter(measure =>
        here[measure] !== null || (over && over[measure] !== null))
        .map(measure => make("tr", {},
          make("th", { scope: "row", text: text(`statistics.${measure}`) }), number(here[measure]),
          number(even[measure]),
          ...over ? [number(over[measure]), number(map.even[measure])] : [])));
    }),
  };
}
