// The picture as a widget of a notebook: Python has its bytes, its view goes both ways.
import { make } from "../components/common/nodes.js";
import { mounted } from "./mounted.js";

const DARK = matchMedia("(prefers-color-scheme: dark)");
const HERE = ["stack", "layer", "head", "row"];

/** Asks Python for the exact row, where the one that is chosen was rounded. */
function askExactly(model, trace, { stack, layer, row }) {
  const { knows } = trace.stacks.get(stack) ?? {};
  if (knows && !knows({ layer, row })) model.send({ exact: { stack, layer, row } });
}

/** Is the notebook dark? Its body says so, else the system does. */
function dark() {
  const { dataset, classList } = document.body;
  if (dataset.jpThemeLight) return dataset.jpThemeLight === "false";
  if (/vscode-\w+/.test(classList)) return !classList.contains("vscode-light");
  return DARK.matches;
}

/** A face counts for the whole page, or for nothing: the picture's are put there once. */
function putFaces() {
  if (document.querySelector("style[data-headlight]")) return;
  document.head.append(make("style", { "data-headlight": true, text: FACES }));
}

/** What Python knows of a view: the mean of all heads has no number there. */
const told = view => Object.fromEntries(HERE.map(name =>
  [name, name === "head" && view.head < 0 ? null : view[name]]));

function render({ model, el }) {
  const report = view => {
    askExactly(model, mount.trace, view);
    if (JSON.stringify(told(view)) === JSON.stringify(model.get("view"))) return;
    model.set("view", told(view));
    model.save_changes();
  };
  putFaces();
  const { host, mount } = mounted(report, LOOK);
  const side = () => { host.dataset.side = dark() ? "dark" : "light"; };
  const draw = () => {
    const { buffer, byteOffset, byteLength } = model.get("data");
    mount.show(new Uint8Array(buffer, byteOffset, byteLength));
    report(mount.view);
  };
  const follow = () => {
    const { head, ...view } = model.get("view");
    mount.dispatch("choose", { ...view, head: head ?? -1 });
  };
  const answered = ({ exact }, [weights]) => {
    const { buffer, byteOffset, byteLength } = weights;
    mount.dispatch("learn", exact,
      new Float32Array(buffer.slice(byteOffset, byteOffset + byteLength)));
  };
  const repaint = () => { side(); mount.build(); };
  const watch = new MutationObserver(repaint);
  watch.observe(document.body, { attributeFilter: ["data-jp-theme-light", "class"] });
  DARK.addEventListener("change", repaint);
  model.on("change:data", draw);
  model.on("change:view", follow);
  model.on("msg:custom", answered);
  side();
  el.append(host);
  draw();
  return () => {
    watch.disconnect();
    DARK.removeEventListener("change", repaint);
    model.off("change:data", draw);
    model.off("change:view", follow);
    model.off("msg:custom", answered);
    mount.close();
  };
}

export default function widget() { return { render }; }
