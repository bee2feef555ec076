// A page of its own: its pictures are unpacked from the page itself, one is shown.
import { Arriving } from "../components/attention/core/arriving.js";
import { bytesOf, unpacked } from "../components/common/letters.js";
import { alone, make, take } from "../components/common/nodes.js";
import { speak, text } from "../components/common/texts.js";
import { come } from "./coming.js";
import { mounted } from "./mounted.js";
import { sides } from "./sides.js";

const TURNS = { PageDown: 1, PageUp: -1 };

/** What stands above the picture: its title, which one it is, light or dark. */
function topOf(go, side) {
  const title = make("h1", {});
  const turn = (sign, name, by) => make("button", { type: "button", text: sign,
    "aria-label": text(name), title: text(name), onclick: () => go(by) });
  const less = turn("‹", "page.before", -1), more = turn("›", "page.after", 1);
  const index = make("select", { "aria-label": text("page.index"),
    onchange: () => go(index.selectedIndex, true) });
  const night = make("button", { type: "button", onclick: side.turn });
  const nav = make("nav", { "aria-label": text("page.index"), hidden: true }, less, index, more);
  let last = 0;
  return {
    node: make("header", { class: "top" }, title, nav, night),
    name(names) {
      last = names.length - 1;
      nav.hidden = !last;
      index.replaceChildren(...names.map((name, at) => make("option",
        { text: text("page.which", { n: at + 1, title: name }) })));
    },
    update(at, words, [first, ...more] = []) {
      title.textContent = document.title = words;
      title.hidden = !more.length && first?.label === words;   // the map has it
      index.selectedIndex = at;
      less.disabled = at === 0;
      more.disabled = at === last;
      night.textContent = text(side.dark() ? "page.light" : "page.dark");
    },
  };
}

/** In a notebook the page is as high as what it shows, where it may say so. */
function fitFrame() {
  let frame = null;
  try { frame = window.frameElement; } catch { return; }   // another's page
  if (!frame) return;
  const fit = () => { frame.style.height = `${document.body.offsetHeight + 2}px`; };
  new ResizeObserver(fit).observe(document.body);
}

const room = document.querySelector("#pictures");
const packed = () => [...room.querySelectorAll(".picture")];

/** A picture, and behind it layers of very many weights. What follows says it is whole. */
async function* piecesOf(node) {
  for (let next; ; node = next) {
    const here = node;
    next = await come(room, () => here.nextElementSibling);
    const bytes = await unpacked(bytesOf(here.text)).arrayBuffer();
    yield { ...here.dataset, bytes: new Uint8Array(bytes) };
    if (!next.matches(".part")) return;
  }
}

/** Reads a picture; `ready` is told as soon as what it shows first is here. */
async function read(node, ready) {
  const arriving = new Arriving(!node.dataset.size);
  let whole = null;
  for await (const { size, at = 0, layer, bytes } of piecesOf(node)) {
    whole ??= size ? new Uint8Array(Number(size)) : bytes;
    if (bytes !== whole) whole.set(bytes, at);
    if (layer) arriving.came(layer);
    if (layer || !size) ready(whole, arriving);
  }
  arriving.end();
}

async function show() {
  speak(JSON.parse(document.querySelector("#said").text));
  document.head.append(make("style", { text: FACES }));
  const faces = Promise.all([...document.fonts].map(face => face.load())).catch(() => {});
  const pictures = [], main = make("main", {}), cited = make("p", { class: "cited" });
  let shown = 0;
  const name = () => top.update(shown, packed()[shown].dataset.title,
    pictures[shown]?.mount.trace?.header.stacks);
  const place = () => {
    const { host, mount, data, arriving } = pictures[shown];
    main.replaceChildren(host);
    mount.show(data, arriving);
    cited.textContent = mount.header.cited ?? "";
    name();
    document.documentElement.dataset.drawn = "";
  };
  const go = async (to, exactly = false) => {
    const next = exactly ? to : shown + to;
    if (!packed()[next]) return;
    shown = next;
    name();
    if (pictures[next]) place();
    else await read(packed()[next], (data, arriving) => {
      if (pictures[next]) return;
      pictures[next] = { ...mounted(() => {}), data, arriving };
      if (shown === next) place();
    });
  };
  const side = sides(() => { pictures[shown]?.mount.build(); name(); });
  const top = topOf(go, side);
  document.body.append(top.node, main, cited);
  addEventListener("keydown", event => {
    const by = TURNS[event.key];
    if (!by || packed().length < 2 || !alone(event)) return;
    take(event);
    go(by);
  }, true);
  fitFrame();
  await come(room, () => room.querySelector(".picture"));
  name();
  await faces;   // else it is drawn twice
  const all = come(room, () => room.querySelector(":scope > p")).then(() => {
    top.name(packed().map(({ dataset }) => dataset.name ?? dataset.title));
    name();
  });
  await go(0, true);
  await all;
}

show().catch(() => { document.querySelector(".unread").hidden = false; });
