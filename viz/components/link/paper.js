// On paper a page is as wide as on the screen, and made smaller as a whole: a picture that
// a script has drawn does not know how wide the paper is. A lab's text goes above its
// picture, so that it is the picture's width that counts.

const SCROLLED = '.rows, .grid, .kept, [class*="-panels"] > *, [data-testid="stFullScreenFrame"]';
const WIDE = [".st-key-lab-picture", '[data-testid="stMainBlockContainer"]'];

/** Begins once: before printing the page is told how wide it is, and where it comes from. */
export function keepPrinted() {
  if (globalThis.headlightPrinted) return;
  globalThis.headlightPrinted = true;
  addEventListener("beforeprint", () => {
    const [wide] = WIDE.flatMap(name => [...document.querySelectorAll(name)]);
    const { paddingLeft, paddingRight } = getComputedStyle(wide);
    const left = wide.getBoundingClientRect().left + parseFloat(paddingLeft);
    const inside = wide.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
    // what can be scrolled on the screen is seen as a whole
    const whole = [...wide.querySelectorAll(SCROLLED)]
      .map(one => one.getBoundingClientRect().left - left + one.scrollWidth);
    const width = Math.ceil(Math.max(inside, ...whole));
    document.documentElement.style.setProperty("--wide", `${width}px`);
    const says = { ".which": document.title, ".where": location.href };
    for (const [name, said] of Object.entries(says)) {
      for (const line of document.querySelectorAll(`.paper ${name}`)) line.textContent = said;
    }
  });
}
