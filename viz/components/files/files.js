// Under a Plotly figure: its files (PNG, SVG, CSV), and its points by keyboard.
import { factsOf, savePng, saveSvg } from "../common/picture_file.js";
import { menu, saveTable } from "../common/save.js";
import { speak, text } from "../common/texts.js";
import { drawingsBeside, svgOfCharts } from "./chart.js";
import { reader } from "./reader.js";

const latest = new WeakMap();  // what each row of buttons was last told

export default function files({ data: [data], parentElement }) {
  speak(data.spoken);
  const root = parentElement.querySelector(".files");
  const built = latest.get(root);
  latest.set(root, data);
  if (!built) build(root);
  const read = root.querySelector(".reader");
  read?.setAttribute("aria-label", text("files.reads", { title: data.title }));
}

/** The row stays through reruns; it asks what it was told when it is used. */
function build(root) {
  const now = () => latest.get(root);
  const picture = () => {
    const style = getComputedStyle(root);
    const read = name => style.getPropertyValue(`--st-${name}`).trim();
    return svgOfCharts(drawingsBeside(root), { title: now().title,
      page: read("background-color") || "#F4F6F9", text: read("text-color") || "#131A2A",
      language: read("heading-font") || "Literata, Georgia, serif" });
  };
  const facts = () => factsOf(now().title);
  const table = [text("files.csv"), () => saveTable(now().name, now().table)];
  const drawn = [
    [text("files.png"), () => savePng(now().name, picture(), facts())],
    [text("files.svg"), () => saveSvg(now().name, picture(), facts())]];
  root.append(menu(text("files.download"), ...now().title ? drawn : [], table));
  if (!now().walked) return;
  const { stop, line } = reader();
  root.prepend(stop);
  root.append(line);
}
