// A review: what is thought of it, and how much each word and sentence counts.
import { themeOf } from "../attention/core/theme.js";
import { make, steps } from "../common/nodes.js";
import { fixed } from "../common/numbers.js";
import { speak } from "../common/texts.js";
import { columnsOf, litOf, shadeOf } from "./words.js";

const mounts = new WeakMap();

export default function review({ data: [data], parentElement, setStateValue }) {
  speak(data.spoken);
  const root = parentElement.querySelector(".review");
  const mount = mounts.get(root) ?? { root, drawn: "", chosen: 0 };
  mounts.set(root, mount);
  mount.tell = at => setStateValue("sentence", at);
  const theme = themeOf(root), wanted = JSON.stringify([data, theme.page]);
  if (mount.drawn === wanted) return;
  Object.assign(mount, { data, theme, drawn: wanted, chosen: data.chosen });
  draw(mount);
}

function draw(mount) {
  const { root, data } = mount, held = root.getRootNode().activeElement?.dataset?.sentence;
  const several = data.sentences.some(({ weight }) => weight !== null);
  root.replaceChildren(verdictsOf(data), several ? sentencesOf(mount)
    : columnsOf(mount, data.sentences[0]), make("ul", { class: "legend" }, ...data.legend.map(keyOf)));
  if (held !== undefined) root.querySelector(`[data-sentence="${CSS.escape(held)}"]`)?.focus();
}

const keyOf = ([kind, said]) => make("li", {}, make("i", { class: kind }), said);

/** One bar each, from blame at the left to praise at the right; grey where none is to be trusted. */
const verdictsOf = ({ verdicts, sure }) => make("div", { class: sure ? "verdicts" : "verdicts unsure" }, ...verdicts.map(({ name, share, said, wrong }) =>
  make("p", { class: wrong ? "turned" : "" }, make("span", { text: name }),
    make("i", { style: `--share:${share}`, class: share < .5 ? "bad" : "good" }), make("b", { text: said }))));

/** A line each, with its own weight before it; the pressed one stands open below. */
function sentencesOf(mount) {
  const { data: { sentences, most } } = mount;
  const list = make("div", { class: "sentences", role: "group", "aria-label": mount.data.label });
  list.append(...sentences.flatMap((sentence, at) => {
    const open = at === mount.chosen;
    const line = make("button", { type: "button", class: open ? "sentence open" : "sentence", "data-sentence": at,
      tabindex: open ? 0 : -1, "aria-expanded": String(open), onclick: () => choose(mount, at),
      onkeydown: event => choose(mount, steps(event, at, sentences.length)) },
    make("span", { class: "share", style: shadeOf(mount.theme, sentence.weight) , text: fixed(sentence.weight, 2) }),
    make("span", { class: "text", lang: sentence.lang }, ...sentence.words.flatMap(word => [litOf(mount.theme, word, most), " "])));
    return open ? [line, columnsOf(mount, sentence)] : [line];
  }));
  return list;
}

function choose(mount, at) {
  if (at < 0 || at === mount.chosen) return;
  mount.chosen = at;
  draw(mount);
  mount.root.querySelector(`[data-sentence="${at}"]`)?.focus();
  mount.tell(at);
}
