// Machine, film and stage on the page: the three columns of a picture that can be walked.
import { buildArithmetic } from "./arithmetic.js";
import { buildFilm } from "./film.js";
import { formulaOf } from "./formula.js";
import { buildMachine } from "./machine.js";
import { buildStage } from "./stage.js";
import { placeId, stageName } from "./stations.js";
import { buildNav, buildQuestion } from "./walk.js";

export const TOUR = { machine: buildMachine, nav: buildNav, film: buildFilm,
  formula: buildFormula, question: buildQuestion, stage: buildStage,
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
}

function buildFormula({ host, machine, view }) {
  let shown = "";
  return {
    weights() {
      const { stage } = view(), id = placeId(view()), now = `${id} ${stage}`;
      if (now === shown) return;
      shown = now;
      host.replaceChildren(formulaOf(machine, id, stage));
    },
    row() {},
  };
}

/** What the line below the title says while walking. */
export const aboutStage = (machine, view, blocks) => [stageName(machine, view.stage),
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
