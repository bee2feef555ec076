// The component as Streamlit mounts it: one mount a picture, kept through reruns.
import { Mount } from "./mount.js";

/** The button of the page that sends what is too large for a message. */
const LIVE = ".st-key-live-page button";
const mounts = new WeakMap();

const pressed = button => document.querySelector(button)?.click();

export default function attention(
  { data, parentElement, setStateValue, setTriggerValue },
) {
  const mount = mounts.get(parentElement) ?? new Mount(parentElement);
  mounts.set(parentElement, mount);
  mount.report = view => setStateValue("view", view);
  mount.request = what => what.what === "live" ? pressed(LIVE) : setTriggerValue("asked", what);
  mount.show(data);
  return () => {
    mount.close();
    mounts.delete(parentElement);
  };
}
