// Machine, film and stage on the page: the three columns of a picture that can be walked.
import { alone, take } from "../../common/nodes.js";
import { text } from "../../common/texts.js";
import { buildArithmetic } from "./arithmetic.js";
import { buildFilm } from "./film.js";
import { buildMachine } from "./machine.js";
import { maths } from "./maths.js";
import { buildNav, buildQuestion, buildTerms } from "./nav.js";
import { buildStage } from "./stage.js";

export const TOUR = { machine: buildMachine, nav: buildNav, film: buildFilm,
  formula: buildFormula, terms: buildTerms, question: buildQuestion, stage: buildStage,
  arithmetic: buildArithmetic };

/** Title, formula and film above the picture, the machine left, one cell right. */
export function arrange(hosts, body, width, unit) {
  const three = width >= 1080 * unit, [main, side] = body.children;
  if (width >= 860 * unit) hosts.choose.classList.add("lean");
  main.prepend(hosts.choose, hosts.film, hosts.question, hosts.stage);
  side.prepend(hosts.arithmetic);
  if (three) body.prepend(hosts.machine);
  else side.append(hosts.machine);
  body.classList.toggle("three", three);
}

/** Into the lines that `choose` drew: the walk's buttons, and the formula for the hint. */
export function settle(hosts) {
  hosts.choose.querySelector(".choices").append(hosts.nav);
  hosts.choose.querySelector(".hint").replaceWith(hosts.formula);
  hosts.choose.querySelector(".about").before(hosts.terms);
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
  return {
    weights() {
      const { stage, terms } = mount.view, now = `${walk.id} ${stage} ${terms}`;
      if (now === shown) return;
      shown = now;
      host.replaceChildren(formulaOf(walk));
      const cut = host.scrollWidth > host.clientWidth;   // then arrow keys scroll it
      host.tabIndex = cut ? 0 : -1;
    },
  };
}

const MOVES = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };

/** Keys of an open walk: ← → step, Home and End, Space plays and stops, ↑ ↓ the row. */
export function walkKeys(event, mount) {
  if (!alone(event)) return;
  const at = event.target, inFilm = Boolean(at.closest?.(".film"));
  if (at.closest?.(".table, .menu, input, [tabindex='0'].scroll")) return;
  if (event.key === " ") {
    if (!inFilm && at.matches?.("button, summary, [role=radio]")) return;
    mount.dispatch("play");
  } else if (event.key in MOVES) {
    mount.dispatch("leap", MOVES[event.key]);
  } else if (event.key === "ArrowUp" || event.key === "ArrowDown") {
    mount.dispatch("nextRow", event.key === "ArrowDown" ? 1 : -1);
  } else return;
  take(event);
  const { root } = mount;
  if (inFilm) mount.parts.film?.focus();
  else if (!root.getRootNode().activeElement) root.focus({ preventScroll: true });
}
