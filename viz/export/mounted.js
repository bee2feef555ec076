// A picture without Streamlit: in a tree of its own, so that no other style meets its own.
import { Mount } from "../components/attention/mount.js";
import { make } from "../components/common/nodes.js";

/** Draws packed bytes into a host; `report` hears the view that the reader rests on. */
export function mounted(report, style = "") {
  const host = make("div", { class: "picture" });
  const shadow = host.attachShadow({ mode: "open" });
  shadow.append(make("style", { text: `${style}${STYLE}` }),
    make("div", { class: "attention", tabindex: -1 }));
  const mount = new Mount(shadow);
  mount.report = report;
  mount.request = () => {};   // nobody is asked
  return { host, mount };
}
