// The walk on the page: steps and sentence above, then machine, figure and one cell.
import { alone, make, take } from "../../common/nodes.js";
import { text } from "../../common/texts.js";
import { buildFoot } from "../foot.js";
import { buildArithmetic } from "./arithmetic.js";
import { buildExplore } from "./explore.js";
import { buildMachine } from "./machine.js";
import { maths } from "./maths.js";
import { buildNav, buildQuestion, buildTerms, buildTools, buildWhere } from "./nav.js";
import { buildPager } from "./pager.js";
import { buildStage } from "./stage.js";

/** What a walk has, what a map that can be walked has, and what draws each of them. */
export const TOUR = {
  walking: ["machine", "pager", "formula", "terms", "where", "stage", "question",
    "arithmetic", "tools", "explore"],
  mapped: ["machine", "nav", "explore"],
  makers: { machine: buildMachine, pager: buildPager, formula: buildFormula,
    terms: buildTerms, where: buildWhere, stage: buildStage, question: buildQuestion,
    arithmetic: buildArithmetic, tools: buildTools, nav: buildNav, explore: buildExplore },
};

/** Steps, sentence and formula; machine | figure | one cell; and what else there is. */
export function walkBody(mount, hosts) {
  const { lines, unit, width, view, header } = mount, three = width >= 1080 * unit;
  const told = make("div", { class: "told" }, hosts.pager,
    make("div", { class: "say" }, lines.says,
      make("div", { class: "named" }, hosts.formula, hosts.terms)));
  const figure = make("div", { class: "main" }, hosts.where, hosts.stage,
    make("div", { class: "under" }, hosts.tools, buildFoot(mount, null)),
    hosts.question, lines.table);
  const wide = width >= 760 * unit;
  const kind = three ? "lay three" : wide ? "lay two" : "lay";
  const open = (header.explore ?? []).some(([name]) => name === view.explore)
    ? hosts[view.explore] : null;
  return [make("div", { class: kind }, told, ...three ? [hosts.machine] : [], figure,
    hosts.arithmetic), hosts.explore, open ?? "",
  ...three ? [] : [hosts.machine]];
}

/** Into the lines that `choose` drew: the way into the walk. */
export function besideMap(hosts) {
  hosts.choose.querySelector(".choices").append(hosts.nav);
}

/** The formula of the open place; the term of the open stage wears the light. */
function formulaOf({ model, machine, id, view: { stage, terms } }) {
  const part = id === "next" ? "next" : id.split(".").at(-1), { names } = model.terms;
  const term = (stages, ...children) => maths("mrow",
    { class: stages.split(" ").includes(stage) ? "term lit" : "term" }, ...children);
  const said = (role, symbol) => !terms ? symbol : maths("munder", { class: role },
    maths("mrow", {}, symbol), maths("mtext", {}, names?.[role] ?? role));
  return maths("math", { display: "block" }, maths("mrow", {},
    ...model.formula(machine, part, stage,
      { term, said, without: model.without(machine, id) })));
}

function buildFormula(mount, host) {
  const { walk } = mount;
  let shown = "";
  host.setAttribute("role", "group");
  host.setAttribute("aria-label", text("walk.formula"));
  const fit = () => {
    const [formula] = host.children, cut = () => host.scrollWidth > host.clientWidth;
    formula.classList.remove("long");
    formula.classList.toggle("long", cut());
    host.tabIndex = cut() ? 0 : -1;   // then arrow keys scroll it
  };
  const watch = new ResizeObserver(() => { if (host.firstChild) fit(); });
  watch.observe(host);
  return {
    weights() {
      const { stage, terms } = mount.view, now = `${walk.id} ${stage} ${terms}`;
      if (now === shown) return;
      shown = now;
      host.replaceChildren(formulaOf(walk));
      watch.observe(host.firstChild);
      fit();
    },
  };
}

const MOVES = { ArrowLeft: -1, ArrowRight: 1, " ": 1, Home: -Infinity, End: Infinity };

/** Keys of an open walk: ← → and Space step, Home and End, ↑ ↓ the row. */
export function walkKeys(event, mount) {
  if (!alone(event)) return;
  const at = event.target, onSteps = Boolean(at.closest?.(".reel"));
  if (at.closest?.(".table, .menu, input, [tabindex='0'].scroll")) return;
  const presses = event.key === " " && !onSteps
    && at.matches?.("button, summary, [role=radio]");
  if (presses) return;
  if (event.key in MOVES) mount.dispatch("leap", MOVES[event.key]);
  else if (event.key === "ArrowUp" || event.key === "ArrowDown") {
    mount.dispatch("nextRow", event.key === "ArrowDown" ? 1 : -1);
  } else return;
  take(event);
  const { root } = mount;
  if (onSteps) mount.parts.pager?.focus();
  else if (!root.getRootNode().activeElement) root.focus({ preventScroll: true });
}
