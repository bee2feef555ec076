// A chart read with the keyboard: one stop of Tab, arrows walk, Plotly's own label shows.
import { alone, make, take } from "../common/nodes.js";
import { chartsBeside, figureOf } from "./chart.js";
import { moved, tracesOf } from "./points.js";

const KEYS = /^(Arrow(Left|Right|Up|Down)|Home|End)$/;
const LABELLED = 80;  // milliseconds: Plotly draws a label at most every 50

/** The stop, and the line that says what it is at. The charts are looked up at every
    key, for a rerun may have replaced them; one drawn anew while it is read is read anew. */
export function reader() {
  const stop = make("div", { class: "reader", tabindex: 0, role: "application" });
  const line = make("p", { class: "said", role: "status" });
  let at = { trace: 0, point: 0 }, keys = [], waiting = 0, reads = false;

  const show = key => {
    const charts = chartsBeside(stop);
    const traces = charts.every(chart => chart.calcdata) ? tracesOf(charts) : [];
    clearTimeout(waiting);
    if (key) keys.push(key);
    if (!traces.length) {
      const pressed = keys;
      rest();  // Streamlit is drawing a chart anew: what is pressed meanwhile counts then
      keys = pressed;
      if (stop.isConnected) waiting = setTimeout(show, LABELLED);
      return;
    }
    reads = true;
    changes.follow();
    const trace = Math.min(at.trace, traces.length - 1);
    let here = { trace, point: Math.min(at.point, traces[trace].points.length - 1) };
    if (keys.length) at = here = keys.reduce((from, key) => moved(traces, from, key), here);
    keys = [];
    const { chart, subplot, points } = traces[here.trace];
    charts.filter(other => other !== chart).forEach(unhover);
    around(stop, chart);
    dragged(chart, subplot)?.onmousemove?.([points[here.point].hover]);
    tell(chart, points[here.point].hover);
    waiting = setTimeout(() => {
      if (!labelOf(chart)) return show();  // drawn anew before Plotly had said it
      const several = traces.some(trace => trace.chart !== chart);
      line.textContent = [several && titleOf(chart), labelOf(chart)]
        .filter(Boolean).join(" · ");
    }, LABELLED);
  };
  const changes = follower(stop, () => { if (reads) show(); });
  const rest = () => {
    clearTimeout(waiting);
    changes.stop();
    keys = [];
    reads = false;
    chartsBeside(stop).forEach(unhover);
    stop.removeAttribute("style");
    line.textContent = "";
  };
  stop.onfocus = () => { show(); stop.scrollIntoView({ block: "nearest" }); };
  stop.onblur = rest;
  stop.onkeydown = event => {
    const { key } = event;
    const mine = KEYS.test(key) || key === "Escape" && line.textContent;
    if (!mine || !alone(event)) return;
    take(event);
    if (key === "Escape") rest(); else show(key);
  };
  return { stop, line };
}

/** Calls `again` when a chart that is read was drawn anew, or another stands in its place. */
function follower(stop, again) {
  let followed = [];
  const drawn = () => chartsBeside(stop).filter(chart => chart.calcdata);
  const watch = new MutationObserver(() => {
    if (drawn().some(chart => !followed.includes(chart))) again();
  });
  return {
    follow() {
      followed = drawn();
      for (const chart of followed) {
        chart.removeListener("plotly_afterplot", again);  // Plotly forgets all when it begins anew
        chart.on("plotly_afterplot", again);
      }
      watch.observe(figureOf(stop), { childList: true, subtree: true });
    },
    stop: () => watch.disconnect(),
  };
}

const dragged = (chart, subplot) =>
  chart.querySelector(`.draglayer .${subplot} .nsewdrag`);

/** To whoever draws in the chart: this point is read; without one, none is. Plotly tells
    of the pointer alone. */
const tell = (chart, detail = null) =>
  chart.dispatchEvent(new CustomEvent("headlight-read", { detail }));

function unhover(chart) {
  chart.querySelectorAll(".nsewdrag")
    .forEach(drag => drag.dispatchEvent(new MouseEvent("mouseout")));
  tell(chart);
}

const titleOf = chart => chart.querySelector(".gtitle")?.textContent;

/** What Plotly's label says, its lines one after the other. */
function labelOf(chart) {
  const lines = text => {
    const parts = [...text.querySelectorAll(".line")];
    return (parts.length ? parts : [text]).map(part => part.textContent);
  };
  return [...chart.querySelectorAll(".hoverlayer .hovertext text")].flatMap(lines)
    .filter(text => text.trim()).join(", ");
}

/** The stop lies around the chart, so that its ring does. */
function around(stop, chart) {
  const own = stop.parentElement.getBoundingClientRect();
  const { left, top, width, height } = chart.getBoundingClientRect();
  Object.assign(stop.style, { left: `${left - own.left}px`, top: `${top - own.top}px`,
    width: `${width}px`, height: `${height}px` });
}
