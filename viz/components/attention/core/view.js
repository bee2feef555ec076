// What the reader looks at: a stack, a layer, heads, a row, and how they are drawn.

const whole = (value, low, high) =>
  Math.min(high, Math.max(low, Number.isFinite(value) ? Math.trunc(value) : low));

const among = (value, ...allowed) => allowed.includes(value) ? value : allowed[0];

/** How a view is drawn, whatever is drawn; the first of several values is the usual. */
const optionsOf = (view = {}) => ({
  colour: among(view.colour, "linear", "root"),
  links: whole(view.links ?? 100, 10, 100),
  special: view.special !== false,
  names: among(view.names, "", "read", "predicted"),
  terms: among(view.terms, "", "other"),
  overview: among(view.overview, "all", "layer"),
  explore: String(view.explore ?? ""),
  temperature: whole(view.temperature ?? 10, 1, 30),
  topk: whole(view.topk ?? 0, 0, 50),
  topp: whole(view.topp ?? 100, 10, 100),
});

/**
 * What the reader looks at; layer, heads and row count from 0, head −1 is the mean of
 * all and `heads` those of another mean. A walk adds `walk`, `place` and `stage`.
 * @typedef {{ stack: string | null, layer: number, head: number, heads: number[],
 *   row: number, colour: string, links: number, special: boolean, names: string,
 *   terms: string, overview: string, explore: string, temperature: number, topk: number, topp: number,
 *   walk?: "" | "short" | "full", place?: string, stage?: string }} View
 */

/** The nearest view that this trace has. @returns {View} */
export function fit(stacks, view) {
  const id = stacks.has(view?.stack) ? view.stack : stacks.keys().next().value;
  const stack = stacks.get(id), options = optionsOf(view ?? {});
  if (!stack) return { stack: null, layer: 0, head: 0, row: 0, heads: [], ...options };
  const several = [...new Set(view?.heads ?? [])].sort((a, b) => a - b)
    .filter(head => Number.isInteger(head) && head >= 0 && head < stack.heads);
  const mean = several.length > 1 && several.length < stack.heads;
  return {
    stack: id,
    layer: whole(view?.layer, 0, stack.layers - 1),
    head: stack.heads === 1 ? 0 : mean || several.length === stack.heads ? -1
      : several.length ? several[0] : whole(view?.head ?? -1, -1, stack.heads - 1),
    row: whole(view?.row, 0, Math.max(0, stack.rows - 1)),
    heads: mean ? several : [],
    ...options,
  };
}

/** The view with one head more or less in the mean; without any, the mean of all. */
export function toggled({ head, heads }, one) {
  const before = heads.length ? heads : head >= 0 ? [head] : [];
  const after = before.includes(one) ? before.filter(other => other !== one)
    : [...before, one];
  return after.length ? { head: after[0], heads: after } : { head: -1, heads: [] };
}
