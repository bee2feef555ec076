// What of a page is cut on paper: texts and pictures beyond its right edge.
() => [...document.querySelectorAll("[data-testid=stMain] *")].filter(one => {
  if (!one.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false;
  const box = one.getBoundingClientRect();
  if (box.width < 2 || box.height < 2 || getComputedStyle(one).clipPath !== "none") return false;
  if (one.closest(".katex-mathml, [aria-hidden=true], .paper")) return false;
  const leaf = one.matches("canvas, svg, td, th") || [...one.childNodes].some(node =>
    node.nodeType === Node.TEXT_NODE && node.textContent.trim());
  return leaf && box.right > innerWidth + 1;
}).map(one => `${one.tagName} ${(one.textContent || "").trim().slice(0, 40)}`).slice(0, 5)
