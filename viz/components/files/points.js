// The points of Plotly's charts, in pixels of the page, and where an arrow leads.

/** The traces of these charts that answer to hover, each with its points in order. */
export const tracesOf = charts => charts.flatMap(chart => (chart.calcdata ?? [])
  .map((cells, curve) => traceOf(chart, cells, curve))
  .filter(trace => trace?.points.length));

/** A trace runs across, or down, or it is a field that arrows cross in all directions. */
function traceOf(chart, cells, curve) {
  const trace = cells[0]?.trace, layout = chart._fullLayout;
  if (trace?.visible !== true || /^(skip|none)$/.test(trace.hoverinfo)) return null;
  const x = axis(layout, trace.xaxis), y = axis(layout, trace.yaxis);
  if (!x || !y) return null;
  const { left, top } = chart.getBoundingClientRect();
  const points = (trace.type === "heatmap" ? squares : marks)(cells)
    .map(({ at, place }) => ({ x: x.c2p(at[0]), y: y.c2p(at[1]),
      hover: { curveNumber: curve, ...place } }))
    .filter(point => within(point.x, x) && within(point.y, y))
    .map(point => ({ ...point,
      x: left + x._offset + point.x, y: top + y._offset + point.y }));
  const runs = direction(points, trace.orientation);
  if (runs !== "field") points.sort((one, other) => one[runs] - other[runs]);
  return { chart, subplot: `${trace.xaxis}${trace.yaxis}`, runs, points };
}

const axis = (layout, id) => layout[`${id?.[0]}axis${id?.slice(1)}`];
const within = (at, { _length }) => at >= -1 && at <= _length + 1;

/** Points and bars: Plotly finds them by their number. */
const marks = cells => cells.map(({ x, y }, pointNumber) =>
  ({ at: [x, y], place: { pointNumber } }));

/** The squares of a heatmap: Plotly finds them by their place. */
function squares([{ x, y, z }]) {
  const middle = (edges, i) => (edges[i] + edges[i + 1]) / 2;
  return z.flatMap((row, down) => row.map((_, across) => {
    const xval = middle(x, across), yval = middle(y, down);
    return { at: [xval, yval], place: { xval, yval } };
  }));
}

function direction(points, orientation) {
  const alone = side => new Set(points.map(p => Math.round(p[side]))).size;
  if (orientation === "h") return "y";
  if (alone("x") === points.length) return "x";
  return alone("y") === points.length ? "y" : "field";
}

const WAYS = { ArrowLeft: ["x", -1], ArrowRight: ["x", 1], ArrowUp: ["y", -1],
  ArrowDown: ["y", 1] };

/** Where a key leads from a point, `{ trace, point }`; the same where it leads nowhere.
    An arrow along a trace takes its next point, one across it the next trace; of a
    field, the next trace begins where the field ends. */
export function moved(traces, at, key) {
  const trace = traces[at.trace], last = trace.points.length - 1;
  if (key === "Home") return { ...at, point: 0 };
  if (key === "End") return { ...at, point: last };
  const [side, sign] = WAYS[key];
  if (trace.runs === side) {
    return { ...at, point: Math.min(Math.max(at.point + sign, 0), last) };
  }
  const from = trace.points[at.point];
  const next = trace.runs === "field" ? beyond(trace.points, from, side, sign) : -1;
  if (next >= 0) return { ...at, point: next };
  const other = traces[at.trace + sign];
  return other ? { trace: at.trace + sign, point: nearest(other, from) } : at;
}

/** The nearest point of a field on one side of another: rather straight on than aside. */
function beyond(points, from, side, sign) {
  const aside = side === "x" ? "y" : "x";
  return least(points, point => {
    const ahead = sign * (point[side] - from[side]);
    return ahead > 0.5 ? ahead + 4 * Math.abs(point[aside] - from[aside]) : Infinity;
  });
}

/** The point of a trace beside a point of another. */
function nearest({ points, runs }, from) {
  const weight = side => runs === side ? 16 : 1;
  return least(points, point => weight("x") * Math.abs(point.x - from.x)
    + weight("y") * Math.abs(point.y - from.y));
}

function least(points, far) {
  let best = Infinity, found = -1;
  points.forEach((point, i) => {
    const distance = far(point);
    if (distance < best) [best, found] = [distance, i];
  });
  return found;
}
