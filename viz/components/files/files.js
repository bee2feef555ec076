// The buttons under a Plotly figure: Picture (PNG, SVG) and Table (CSV).
import { menu, save, savePng } from "../attention/save.js";
import { chartBeside, svgOfChart } from "./chart.js";

export default function files({ data, parentElement }) {
  const root = parentElement.querySelector(".files");
  const picture = async () => {
    const style = getComputedStyle(root);
    const read = name => style.getPropertyValue(`--st-${name}`).trim();
    return svgOfChart(chartBeside(root), { title: data.title,
      page: read("background-color") || "#F4F6F9", text: read("text-color") || "#131A2A",
      language: read("heading-font") || "Literata, Georgia, serif" });
  };
  const buttons = [menu("Table", ["CSV", () =>
    save(`${data.name}.csv`, "text/csv;charset=utf-8", data.table)])];
  if (data.title) {
    buttons.unshift(menu("Picture",
      ["PNG", async () => savePng(`${data.name}.png`, await picture())],
      ["SVG", async () => save(`${data.name}.svg`, "image/svg+xml", await picture())]));
  }
  root.replaceChildren(...buttons);
}
