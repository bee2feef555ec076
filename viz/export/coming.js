// What a page holds, while it is perhaps still being read.

/** Waits until a room of the page has what `found` finds; throws `cut` where it never has. */
export const come = (room, found, cut = new Error("the page is cut off")) => new Promise((done, failed) => {
  const watch = new MutationObserver(() => look());
  const look = () => {
    const node = found();
    if (!node && document.readyState === "loading") return;
    watch.disconnect();
    if (node) done(node);
    else failed(cut);
  };
  watch.observe(room, { childList: true });
  document.addEventListener("DOMContentLoaded", look);
  look();
});

/** Every node behind the first of a room, as soon as it is whole: another one follows. The
    last only ends the room; `cut` is thrown where it never comes. */
export async function* followers(room, cut) {
  for (let node = room.firstElementChild; ;) {
    const here = node;
    node = await come(room, () => here.nextElementSibling, cut);
    if (here !== room.firstElementChild) yield here;
    if (node.matches(".end")) return;
  }
}
