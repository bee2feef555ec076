// The component as Streamlit mounts it: one mount a picture, kept through reruns.
import { Mount } from "./mount.js";

const SOON = 1000;   // milliseconds
const mounts = new WeakMap();
const drawn = new Map();   // the mount of each key

export default function attention(
  { data, parentElement, setStateValue, setTriggerValue },
) {
  const mount = mounts.get(parentElement) ?? begin(parentElement);
  mount.report = view => setStateValue("view", view);
  mount.request = what => setTriggerValue("asked", what);
  mount.show(data);
  return () => end(mount, parentElement);
}

/** A picture that the page draws in another place goes on where its reader was. */
function begin(parent) {
  const mount = new Mount(parent), before = drawn.get(mount.key);
  if (before) mount.goOn(before);
  mounts.set(parent, mount);
  if (mount.key) drawn.set(mount.key, mount);
  return mount;
}

function end(mount, parent) {
  mount.close();
  mounts.delete(parent);
  setTimeout(() => {
    for (const [key, last] of drawn) if (last === mount) drawn.delete(key);
  }, SOON);
}
