/** Light or dark, as the system has it until the reader says otherwise. */
export function sides(changed) {
  const { dataset } = document.documentElement;
  const dark = () => dataset.side === "dark";
  const system = matchMedia("(prefers-color-scheme: dark)");
  const turn = to => { dataset.side = to ? "dark" : "light"; changed(); };
  let said = false;
  system.addEventListener("change", ({ matches }) => { if (!said) turn(matches); });
  return { dark, turn() { said = true; turn(!dark()); } };
}
