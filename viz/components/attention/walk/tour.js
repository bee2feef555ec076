// Machine, film and stage on the page: the three columns of a picture that can be walked.
import { recurrentTerms } from "../recurrent/formula.js";
import { buildArithmetic } from "./arithmetic.js";
import { buildFilm } from "./film.js";
import { maths, termsOf } from "./formula.js";
import { buildMachine } from "./machine.js";
import { buildNav, buildQuestion, buildTerms } from "./nav.js";
import { buildStage } from "./stage.js";
import { isRecurrent, placeId, stageName, withoutOf } from "./stations.js";

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

/** What the Transformer calls query, key and value, and what that is in the other. */
const OTHERS = { query: "s", key: "U h", value: "h" };

/** The formula of a place; the term of the open stage wears the light. */
function formulaOf(machine, view) {
  const { stage, terms } = view, id = placeId(view), own = isRecurrent(view);
  const part = id === "next" ? "next" : id.split(".").at(-1);
  const term = (stages, ...children) => maths("mrow",
    { class: stages.split(" ").includes(stage) ? "term lit" : "term" }, ...children);
  const said = (role, symbol) => !terms ? symbol : maths("munder", { class: role },
    maths("mrow", {}, symbol), maths("mtext", {}, own ? role : OTHERS[role]));
  return maths("math", { display: "block" }, maths("mrow", {}, ...own
    ? recurrentTerms(part, stage, term, said)
    : termsOf(machine, part, stage, { term, said, without: withoutOf(machine, id) })));
}

function buildFormula({ host, machine, view }) {
  let shown = "";
  host.setAttribute("role", "group");
  host.setAttribute("aria-label", "formula");
  return {
    weights() {
      const { stage, terms } = view(), now = `${placeId(view())} ${stage} ${terms}`;
      if (now === shown) return;
      shown = now;
      host.replaceChildren(formulaOf(machine, view()));
      const cut = host.scrollWidth > host.clientWidth;   // then arrow keys scroll it
      host.tabIndex = cut ? 0 : -1;
    },
    row() {},
  };
}

/** What the line below the title says while walking. */
export const aboutStage = (machine, view, blocks) => [stageName(machine, view, view.head),
  ...blocks.map(({ rows, columns }) => `${rows} × ${columns}`).slice(0, 1),
  "in pieces, as the model reads"].join(" · ");

const MOVES = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };

/** Keys of an open walk: ← → step, Home and End, Space plays and stops, ↑ ↓ the row. */
export function walkKeys(event, { walk, root, film }) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const at = event.target, inFilm = Boolean(at.closest?.(".film"));
  if (at.closest?.(".table, .menu, input, [tabindex='0'].scroll")) return;
  if (event.key === " ") {
    if (!inFilm && at.matches?.("button, summary, [role=radio]")) return;
    walk.play();
  } else if (event.key in MOVES) {
    walk.stop();
    walk.leap(MOVES[event.key]);
  } else if (event.key === "ArrowUp" || event.key === "ArrowDown") {
    walk.nextRow(event.key === "ArrowDown" ? 1 : -1);
  } else return;
  event.preventDefault();
  event.stopPropagation();
  if (inFilm) film()?.focus();
  else if (!root.getRootNode().activeElement) root.focus({ preventScroll: true });
}
