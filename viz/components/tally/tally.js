// What came of each exercise, and why the reader thinks so: kept in this tab only.
import { make } from "../common/nodes.js";

const place = set => `headlight-exercises-${set}`;
const fill = (text, slots) => text.replace(/\{(\w+)\}/g, (_, name) => slots[name]);

function read(set) {
  try {
    const kept = JSON.parse(sessionStorage.getItem(place(set)) ?? "{}");
    return kept && typeof kept === "object" ? kept : {};
  } catch {
    return {};
  }
}

function write(set, kept) {
  try {
    sessionStorage.setItem(place(set), JSON.stringify(kept));
  } catch {
    // a browser that keeps nothing: the tally lasts as long as this page
  }
}

/** The exercises of a set that were answered, as lines, and how many are right. */
export function results(ids, kept, texts) {
  const done = ids.filter(id => kept[id]?.outcome);
  const counted = done.filter(id => ["right", "wrong", "unsure"].includes(kept[id].outcome));
  const right = counted.filter(id => kept[id].outcome === "right").length;
  const lines = done.map(id => {
    const { number, outcome, why } = kept[id];
    const line = fill(texts.line, { number, said: id, outcome: texts[`outcome_${outcome}`] });
    return why ? `${line} (${why})` : line;
  });
  const score = done.length ? fill(texts.score, { right, answered: counted.length }) : texts.none;
  return { score, lines };
}

export default function tally({ data: [{ set, ids, now, why, texts }], parentElement }) {
  const root = parentElement.querySelector(".tally");
  const kept = read(set);
  if (now?.[2]) {
    const [id, number, outcome] = now;
    kept[id] = { ...kept[id], number, outcome };
    write(set, kept);
  }
  const draw = () => {
    const found = results(ids, kept, texts);
    const score = make("p", { role: "status", text: found.score });
    const copy = make("button", { type: "button", text: texts.copy });
    copy.onclick = async () => {
      const { score: right, lines } = results(ids, kept, texts);  // with what was just noted
      await navigator.clipboard.writeText([set, right, ...lines].join("\n"));
      score.textContent = texts.copied;
    };
    const clear = make("button", { type: "button", text: texts.clear });
    clear.onclick = () => {
      for (const id of Object.keys(kept)) delete kept[id];
      write(set, kept);
      draw();
    };
    copy.disabled = clear.disabled = !found.lines.length;
    const row = make("div", { class: "row" });
    row.append(score, copy, clear);
    root.replaceChildren(...(why && now ? [note()] : []), row);
  };
  const note = () => {
    const label = make("label", { text: texts.why });
    const field = make("textarea", { rows: 2 });
    const [id, number] = now;
    field.value = kept[id]?.why ?? "";
    field.onkeydown = event => event.stopPropagation();  // letters are shortcuts of the app
    field.oninput = () => {
      kept[id] = { ...kept[id], number, why: field.value };
      write(set, kept);
    };
    label.append(field, make("small", { text: texts.why_note }));
    return label;
  };
  draw();
}
