// A page of its own: its pictures are unpacked from the page itself, one is shown.
import { alone, make, take } from "../components/common/nodes.js";
import { speak, text } from "../components/common/texts.js";
import { mounted } from "./mounted.js";

const TURNS = { PageDown: 1, PageUp: -1 };

/** What stands above the picture: its title, which one it is, light or dark. */
function topOf(count, go, side) {
  const title = make("h1", {});
  const turn = (sign, name, by) => make("button", { type: "button", text: sign,
    "aria-label": text(name), title: text(name), onclick: () => go(by) });
  const less = turn("‹", "page.before", -1), more = turn("›", "page.after", 1);
  const index = make("select", { "aria-label": text("page.index"),
    onchange: () => go(index.selectedIndex, true) });
  const night = make("button", { type: "button", onclick: side.turn });
  const node = make("header", { class: "top" }, title,
    make("nav", { "aria-label": text("page.index"), hidden: count < 2 }, less, index, more),
    night);
  return {
    node,
    name(titles) {
      index.replaceChildren(...titles.map((name, at) => make("option",
        { text: text("page.which", { n: at + 1, title: name }) })));
    },
    update(at, words) {
      title.textContent = document.title = words;
      index.selectedIndex = at;
      less.disabled = at === 0;
      more.disabled = at === count - 1;
      night.textContent = text(side.dark() ? "page.light" : "page.dark");
    },
  };
}

/** Light or dark, as the system has it until the reader says otherwise. */
function sides(changed) {
  const { dataset } = document.documentElement;
  const dark = () => dataset.side === "dark";
  const turn = to => { dataset.side = to ? "dark" : "light"; changed(); };
  let said = false;
  system.addEventListener("change", ({ matches }) => { if (!said) turn(matches); });
  return { dark, turn() { said = true; turn(!dark()); } };
}

/** In a notebook the page is as high as what it shows, where it may say so. */
function fitFrame() {
  let frame = null;
  try { frame = window.frameElement; } catch { return; }   // another's page
  if (!frame) return;
  const fit = () => { frame.style.height = `${document.body.offsetHeight + 2}px`; };
  new ResizeObserver(fit).observe(document.body);
}

async function show() {
  const packed = [...document.querySelectorAll("script.picture")];
  speak(JSON.parse(document.querySelector("#said").text));
  const pictures = [], main = make("main", {}), cited = make("p", { class: "cited" });
  let shown = 0;
  const draw = () => {
    top.update(shown, packed[shown].dataset.title);
    cited.textContent = pictures[shown].mount.header.cited ?? "";
  };
  const go = async (to, exactly = false) => {
    const next = exactly ? to : shown + to;
    if (!packed[next]) return false;
    const data = pictures[next] ? pictures[next].mount.data
      : new Uint8Array(await unpacked(packed[next].text).arrayBuffer());
    const { host, mount } = pictures[next] ??= mounted(() => {});
    shown = next;
    main.replaceChildren(host);
    mount.show(data);
    draw();
    return true;
  };
  const side = sides(() => { pictures[shown].mount.build(); draw(); });
  const top = topOf(packed.length, go, side);
  top.name(packed.map(one => one.dataset.title));
  document.body.append(top.node, main, cited);
  addEventListener("keydown", event => {
    const by = TURNS[event.key];
    if (!by || packed.length < 2 || !alone(event)) return;
    take(event);
    go(by);
  }, true);
  fitFrame();
  await go(0, true);
  document.documentElement.dataset.drawn = "";
}

show();
