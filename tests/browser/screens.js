/* What is wrong with the page as it stands: texts that overlap or are cut, headings,
   a page that scrolls sideways, that broke or refused something, the picture of a lab
   below the first screen. Shadow roots are walked into; what cannot be seen, or
   is scrolled out of its box, is left out. */

(() => {
  const SEEN = { opacityProperty: true, visibilityProperty: true };
  const PAGE = "stMain"; // it scrolls down: nothing of it is cut at the fold
  const PART = 0.12; // of a line box above and below its letters
  const up = (one) => one.assignedSlot ?? one.parentElement ?? one.getRootNode().host;

  /** Every element of the page, those in shadow roots among them. */
  const elements = (root) =>
    [...root.querySelectorAll("*")].flatMap((one) =>
      one.shadowRoot ? [one, ...elements(one.shadowRoot)] : [one]);

  const meet = (a, b) => ({
    left: Math.max(a.left, b.left), right: Math.min(a.right, b.right),
    top: Math.max(a.top, b.top), bottom: Math.min(a.bottom, b.bottom),
  });
  const wide = (box) => box.right - box.left;
  const tall = (box) => box.bottom - box.top;
  const letters = (box) => ({
    left: box.left, right: box.right,
    top: box.top + PART * tall(box), bottom: box.bottom - PART * tall(box),
  });

  /** How an element clips what stands in it, across and down. */
  const clipping = (one, known) => {
    if (!known.has(one)) {
      const style = getComputedStyle(one);
      const drawn = one instanceof SVGElement;
      const none = style.display === "contents" || style.display === "inline" ||
        (drawn && !(one instanceof SVGSVGElement && !one.ownerSVGElement));
      known.set(one, none ? null : { x: style.overflowX, y: style.overflowY,
        fixed: style.position === "fixed", box: one.getBoundingClientRect() });
    }
    return known.get(one);
  };

  /** What of a line can be seen, and whether some of it is cut for good. */
  const seen = (line, parent, known) => {
    let box = letters(line), cut = false;
    for (let one = parent; one && one.dataset.testid !== PAGE; one = up(one)) {
      const clip = clipping(one, known);
      if (!clip) continue;
      const inside = meet(box, clip.box);
      const hides = (how) => how === "hidden" || how === "clip";
      if (clip.x !== "visible" || clip.y !== "visible") {
        if (wide(inside) <= 1 || tall(inside) <= 1) return null;
        cut ||= hides(clip.x) && wide(box) - wide(inside) > 1.5;
        cut ||= hides(clip.y) && tall(box) - tall(inside) > 1.5;
        if (clip.x !== "visible") [box.left, box.right] = [inside.left, inside.right];
        if (clip.y !== "visible") [box.top, box.bottom] = [inside.top, inside.bottom];
      }
      if (clip.fixed) break;
    }
    return { ...box, cut };
  };

  /** Every line of text that can be seen, with its place. */
  const texts = (all) => {
    const known = new Map(), range = document.createRange(), lines = [];
    for (const parent of all) {
      if (parent instanceof HTMLScriptElement || parent instanceof HTMLStyleElement) continue;
      if (parent.matches("title, desc, noscript, option")) continue;
      let visible;
      for (const node of parent.childNodes) {
        if (node.nodeType !== Node.TEXT_NODE || !node.data.trim()) continue;
        visible ??= parent.checkVisibility(SEEN);
        if (!visible) break;
        range.selectNodeContents(node);
        for (const line of range.getClientRects()) {
          if (wide(line) <= 1 || tall(line) <= 1) continue;
          const box = seen(line, parent, known);
          if (box) lines.push({ ...box, node, text: node.data.trim().slice(0, 40) });
        }
      }
    }
    return lines;
  };

  /** Whether two pieces of text are set as one: an accent stands over its letter. */
  const together = (a, b) => {
    const formula = a.parentElement.closest(".katex, svg [data-accent]");
    return a === b || (formula !== null && formula.contains(b));
  };

  /** How far the baseline of a text is turned, in radians. */
  const turn = (node) => {
    const one = node.parentElement;
    if (one instanceof SVGGraphicsElement) {
      const { a, b } = one.getScreenCTM();
      return Math.atan2(b, a);
    }
    const [said, above] = [one, one.parentElement ?? one].map((it) => getComputedStyle(it));
    const { a, b } = new DOMMatrix(said.transform).multiply(new DOMMatrix(above.transform));
    const own = [said.rotate, above.rotate].map((it) => parseFloat(it) || 0);
    return Math.atan2(b, a) + (own[0] + own[1]) * Math.PI / 180;
  };

  /** Whether two texts on parallel slanting lines stand beside each other. */
  const beside = (one, other) => {
    const angle = turn(one.node);
    if (Math.abs(angle) < 0.02 || Math.abs(angle - turn(other.node)) > 0.02) return false;
    const x = (one.left + one.right - other.left - other.right) / 2;
    const y = (one.top + one.bottom - other.top - other.bottom) / 2;
    const size = parseFloat(getComputedStyle(one.node.parentElement).fontSize);
    return Math.abs(y * Math.cos(angle) - x * Math.sin(angle)) > 0.7 * size;
  };

  const overlaps = (lines) => {
    const found = [], open = [];
    for (const line of [...lines].sort((a, b) => a.top - b.top)) {
      for (let at = open.length - 1; at >= 0; at -= 1) {
        const other = open[at];
        if (other.bottom <= line.top) { open.splice(at, 1); continue; }
        const both = meet(line, other);
        if (!together(other.node, line.node) && wide(both) > 2 && tall(both) > 2 &&
            !beside(line, other))
          found.push(`overlap: “${other.text}” and “${line.text}”`);
      }
      open.push(line);
    }
    return found;
  };

  const fields = (all) => all
    .filter((one) => one.matches("input") && one.checkVisibility(SEEN))
    .filter((one) => getComputedStyle(one).textOverflow === "ellipsis")
    .filter((one) => one.scrollWidth > one.clientWidth + 1)
    .map((one) => `cut: the field “${one.value.slice(0, 40)}”`);

  const BROKEN = "[data-testid=stException], [class*=st-key-refused-]";
  const broken = () => [...document.querySelectorAll(BROKEN)]
    .map((one) => `broken: “${one.innerText.slice(0, 80)}”`);

  /** A lab whose picture, no icon, begins where one has to scroll; bars are one too. */
  const beneath = () => {
    const lab = document.querySelector(".st-key-lab-picture");
    const drawn = (root) => root.querySelector("canvas")
      || root.querySelectorAll("path, image, circle, rect, .up, .share").length > 4;
    const tops = lab && elements(lab)
      .filter((one) => one.shadowRoot || one.matches(".js-plotly-plot"))
      .filter((one) => drawn(one.shadowRoot ?? one))
      .map((one) => one.getBoundingClientRect().top);
    return lab && Math.min(...tops) >= innerHeight ? ["the picture is below the fold"] : [];
  };

  window.faults = () => {
    const all = elements(document.body), lines = texts(all);
    const page = document.documentElement;
    const sideways = [page, document.querySelector("[data-testid=stMain]")]
      .some((one) => one && one.scrollWidth > one.clientWidth + 1);
    const headings = all.filter((one) => one.matches("h1") && one.checkVisibility()).length;
    return [...new Set([
      ...overlaps(lines),
      ...lines.filter((line) => line.cut || line.left < -1 || line.right > innerWidth + 1)
        .map((line) => `cut: “${line.text}”`),
      ...fields(all),
      ...broken(),
      ...beneath(),
      ...(sideways ? ["the page scrolls sideways"] : []),
      ...(headings === 1 ? [] : [`${headings} headings of the first level`]),
    ])];
  };
})();
