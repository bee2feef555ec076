// Where things stand in the grid of a story, and how tall a field is.

/** A place in the grid: rows and columns count from 1. */
export const placed = (row, column) => `grid-row:${row};grid-column:${column}`;

/** The column of the weights of a hop, from 0; ribbons run between two of them. */
export const columnOf = hop => 3 + 2 * hop;

/** The line that a hop attends to most. */
export const most = weights => weights.indexOf(Math.max(...weights));

/** A field as tall as what is typed there. */
export function tall(field) {
  field.style.height = "0";
  field.style.height = `${field.scrollHeight}px`;
}
