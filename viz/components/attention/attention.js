// The component as Streamlit mounts it: one mount a picture, kept through reruns.
import { Mount } from "./mount.js";

const mounts = new WeakMap();

export default function attention(
  { data, parentElement, setStateValue, setTriggerValue },
) {
  const mount = mounts.get(parentElement) ?? new Mount(parentElement);
  mounts.set(parentElement, mount);
  mount.report = view => setStateValue("view", view);
  mount.request = what => setTriggerValue("asked", what);
  mount.show(data);
  return () => {
    mount.close();
    mounts.delete(parentElement);
  };
}
