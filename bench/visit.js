// Stop-watches that run in the page. Each resolves with milliseconds, from the event
// that the reader caused to the end of the frame in which its effect was painted.
window.bench = (() => {
  const frame = () => new Promise(done => requestAnimationFrame(done));
  const paint = async () => { await frame(); await frame(); return performance.now(); };
  const roots = (node = document, found = []) => {
    for (const each of node.querySelectorAll("*"))
      if (each.shadowRoot) { found.push(each.shadowRoot); roots(each.shadowRoot, found); }
    return found;
  };
  const pictures = () => [...roots(), ...document.querySelectorAll(".js-plotly-plot")];
  const showing = words => pictures()
    .filter(each => [...each.children].some(part => part.textContent.includes(words)));
  // bytes that the page has said to the server, and those said before a change was drawn
  let spoken = 0, early = 0;
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (data) {
    spoken += data.byteLength ?? data.size ?? data.length;
    return send.call(this, data);
  };
  const began = kind => new Promise(done => addEventListener(kind,
    event => done(event.timeStamp), { capture: true, once: true }));

  return {
    spoken: () => spoken,
    early: () => early,

    showing: words => showing(words).length,

    // until the app's text says `text`
    async said(kind, text) {
      const start = await began(kind);
      while (!document.body.textContent.includes(text)) await frame();
      return await paint() - start;
    },

    // until `count` pictures show `words`
    async pictured(kind, words, count) {
      const start = await began(kind);
      while (showing(words).length < count) await frame();
      return await paint() - start;
    },

    // until something inside a picture has changed
    async changed(kind) {
      let changed;
      const change = new Promise(done => { changed = done; });
      const watch = new MutationObserver(changed);
      for (const root of roots()) watch.observe(root,
        { subtree: true, childList: true, attributes: true, characterData: true });
      const start = await began(kind);
      const before = spoken;
      await change;
      early += spoken - before;
      watch.disconnect();
      return await paint() - start;
    },

    // until a chart, a table or a component of a lab's picture has been drawn anew; the
    // frame around it answers too, and earlier
    async redrawn(kind) {
      let drawn;
      const change = new Promise(done => { drawn = done; });
      const seen = ".js-plotly-plot, table";
      const inside = ({ target, addedNodes }) => target.getRootNode().host?.closest(".st-key-lab-picture")
        || (target.nodeType === Node.ELEMENT_NODE ? target : target.parentElement)?.closest(seen)
        || [...addedNodes].some(node => node.matches?.(seen) || node.querySelector?.(seen));
      const watch = new MutationObserver(all => { if (all.some(inside)) drawn(); });
      const start = await began(kind);
      for (const root of [document.body, ...roots()]) watch.observe(root,
        { subtree: true, childList: true, attributes: true, characterData: true });
      await change;
      watch.disconnect();
      return await paint() - start;
    },
  };
})();
