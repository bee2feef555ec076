// Pointing at a query lights the keys that it attends to: lines as wide as weights.
import { make } from "../common/nodes.js";

const LEAST = 0.02, DIM = 0.22;
const latest = new WeakMap();

export default function plane({ data: [data], parentElement }) {
  const root = parentElement.querySelector(".lighting");
  latest.set(root, data.weights);
  const place = root.getRootNode().host.closest(".st-key-lit-plane");
  const follow = () => {
    const chart = place.querySelector(".js-plotly-plot");
    if (!chart?.on || chart.headlightPlane === root) return;
    chart.headlightPlane = root;
    const read = point => light(chart, point, latest.get(root));
    chart.on("plotly_hover", ({ points: [point] }) => read(point));
    chart.on("plotly_unhover", () => rest(chart));
    chart.addEventListener("headlight-read", ({ detail }) => read(detail));
  };
  follow();
  const seen = new MutationObserver(follow);
  seen.observe(place, { childList: true, subtree: true });
  return () => seen.disconnect();
}

/** The traces of that meaning, as Plotly has computed and drawn them. */
const tracesOf = (chart, meta) =>
  (chart.calcdata ?? []).filter(cells => cells[0]?.trace.meta === meta);

const nodesOf = cells => cells[0].node3?.node();
const marksOf = cells => [...nodesOf(cells)?.querySelectorAll(".point") ?? []];
const wordsOf = cells => [...nodesOf(cells)?.querySelectorAll(".textpoint text") ?? []];

function light(chart, point, weights) {
  rest(chart);
  if (!point) return;
  const { curveNumber, pointNumber: at } = point;
  const meta = chart.calcdata[curveNumber]?.[0]?.trace.meta;
  if (meta !== "query" && meta !== "key") return;
  const [keys] = tracesOf(chart, "key"), [queries] = tracesOf(chart, "query");
  if (!keys || !queries || !weights) return;
  const strength = meta === "query" ? weights[at] : weights.map(row => row[at]);
  const [own, others] = meta === "query" ? [queries, keys] : [keys, queries];
  if (!strength) return;
  shade(own, own.map((_, i) => i === at ? 1 : 0));
  shade(others, strength);
  tracesOf(chart, "link").map(nodesOf).forEach(hide);
  draw(chart._fullLayout, own, at, others, strength);
}

/** Points as strong as their weight, to be told from the others at a glance. */
function shade(cells, strength) {
  for (const nodes of [marksOf(cells), wordsOf(cells)]) {
    nodes.forEach((node, i) => {
      node.dataset.was ??= node.style.opacity;
      node.style.opacity = DIM + (1 - DIM) * Math.sqrt(strength[i] ?? 0);
    });
  }
}

function hide(node) {
  if (!node) return;
  node.dataset.was = node.style.opacity;
  node.style.opacity = 0;
}

function draw({ xaxis, yaxis }, own, at, others, strength) {
  const lines = strength.map((weight, i) => weight < LEAST ? null : make("line", {
    x1: xaxis.c2p(own[at].x), y1: yaxis.c2p(own[at].y),
    x2: xaxis.c2p(others[i].x), y2: yaxis.c2p(others[i].y),
    stroke: "var(--beam)", "stroke-opacity": 0.55, "stroke-linecap": "round",
    "stroke-width": 1 + 9 * weight }));
  const lit = make("g", { class: "plane-lit" }, ...lines.filter(Boolean));
  lit.style.pointerEvents = "none";
  nodesOf(own).parentNode.prepend(lit);
}

function rest(chart) {
  chart.querySelectorAll(".plane-lit").forEach(node => node.remove());
  chart.querySelectorAll("[data-was]").forEach(node => {
    node.style.opacity = node.dataset.was;
    delete node.dataset.was;
  });
}
