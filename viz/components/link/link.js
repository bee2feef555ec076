// The address bar is the state. Streamlit writes bound widgets into it without a history
// entry; here the first change after a gesture becomes an entry and whatever follows from
// the same gesture joins it, so that Back goes back one choice.
const mine = (globalThis.headlightHistory ??= start());

function start() {
  const push = history.pushState.bind(history);
  const replace = history.replaceState.bind(history);
  const shared = { opened: location.href, armed: false, push };
  const arm = () => { shared.armed = true; };
  for (const gesture of ["pointerdown", "keydown"]) addEventListener(gesture, arm, true);
  addEventListener("popstate", () => { shared.armed = false; }, true);
  const write = (state, unused, url) => {
    const target = new URL(url ?? location.href, location.href);
    if (target.href === location.href) return replace(state, unused, target.href);
    (shared.armed ? push : replace)(state, unused, target.href);
    shared.armed = false;
    dispatchEvent(new Event("headlight:address"));
  };
  history.pushState = write;
  history.replaceState = write;
  return shared;
}

/** The address with every value written out; names that are not ours stay. */
export function full(href, defaults) {
  const url = new URL(href);
  const said = new URLSearchParams(url.search);
  const written = new URLSearchParams(defaults);
  for (const name of new Set(said.keys())) written.set(name, said.getAll(name).at(-1));
  url.search = written.toString();
  url.hash = "";
  return url.href;
}

/** True when both addresses show the same view. */
export function same(one, other, defaults) {
  const parts = [one, other].map((href) => {
    const url = new URL(full(href, defaults));
    for (const [name, value] of [...url.searchParams]) {
      if (value === "true") url.searchParams.set(name, "1");
      if (value === "false") url.searchParams.set(name, "0");
    }
    url.searchParams.sort();
    return url.pathname + url.search;
  });
  return parts[0] === parts[1];
}

/** True for a colour (#rrggbb) nearer to black than to white. */
export function isDark(colour) {
  const [red, green, blue] = colour.trim().match(/[0-9a-f]{2}/gi).map((pair) => parseInt(pair, 16));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue < 128;
}

async function copy(text, field) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    field.focus();
    field.select();
    return document.execCommand?.("copy") ?? false;
  }
}

const mounts = new WeakMap();

export default function link({ data: [data], parentElement, setTriggerValue }) {
  const root = parentElement;
  const find = (name) => root.querySelector(name);
  const panel = find(".panel"), button = find(".copy"), field = find(".address");
  const state = mounts.get(root) ?? { link: "" };
  const fresh = !mounts.has(root);
  mounts.set(root, state);
  state.data = data;

  const resets = root.querySelectorAll(".reset");
  const compare = () => {
    const there = same(location.href, mine.opened, state.data.defaults);
    for (const reset of resets) reset.hidden = there;
  };
  const show = (open) => {
    panel.hidden = !open;
    button.setAttribute("aria-expanded", String(open));
  };

  button.onclick = async () => {
    if (!panel.hidden) return show(false);
    state.link = full(location.href, state.data.defaults);
    field.value = state.link;
    show(true);
    draw();
    const copied = await copy(state.link, field);
    find(".said").textContent = copied ? "Copied." : "Copy this link:";
    if (!copied) field.select();
    setTriggerValue("asked", state.link);
  };
  for (const reset of resets) {
    reset.onclick = () => {
      show(false);
      mine.push({}, "", mine.opened);
      mine.armed = false;
      dispatchEvent(new PopStateEvent("popstate", { state: {} }));
      compare();
    };
  }
  field.onfocus = () => field.select();
  find(".close").onclick = () => { show(false); button.focus(); };
  panel.onkeydown = (event) => {
    event.stopPropagation();
    if (event.key === "Escape") { show(false); button.focus(); }
  };

  function draw() {
    const code = state.data.code, svg = find(".code");
    const known = code !== null && code.link === state.link;
    svg.toggleAttribute("hidden", !known);
    const long = state.link.length > state.data.longest;
    find(".hint").textContent = known ? "The sentence is part of the link."
      : long ? "This link is too long for a QR code. It works all the same." : "";
    if (!known) return;
    svg.setAttribute("viewBox", `-4 -4 ${code.size + 8} ${code.size + 8}`);
    svg.firstElementChild.setAttribute("d", code.path);
  }

  // The theme can change without a run of the page: the colours follow at once, and the
  // page is asked to draw its logo and figures again.
  const night = isDark(getComputedStyle(button).getPropertyValue("--st-background-color"));
  document.documentElement.dataset.theme = night ? "night" : "day";
  if (night !== data.night) setTriggerValue("theme", night ? "night" : "day");

  draw();
  compare();
  if (fresh) {
    state.compare = compare;
    addEventListener("headlight:address", state.compare);
    addEventListener("popstate", state.compare);
  }
  return () => {
    removeEventListener("headlight:address", state.compare);
    removeEventListener("popstate", state.compare);
    mounts.delete(root);
  };
}
