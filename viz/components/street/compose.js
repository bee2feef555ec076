// The street as pixels: what `core.worlds.drawing` draws, so that a thing that is dragged
// is seen at once. Letters are pixels, each with its color; a dot is see-through.

const SEE_THROUGH = ".";

/** How a thing is drawn: its rows of letters, and the colors of these letters. */
export const spriteOf = ({ kind, color }, art) =>
  ({ rows: art.sprites[kind], tints: { ...art.fixed, ...art.shades[color] } });

/** The things in the order in which they are drawn: the lowest foot last. */
export const fromBehind = things => things.map((thing, at) => ({ thing, at }))
  .sort((one, other) => footOf(one.thing) - footOf(other.thing) || one.at - other.at);

const footOf = ({ y, height }) => y + height - 1;

/** The picture, row by row, each pixel as [red, green, blue]. */
export function composed(things, art) {
  const pixels = art.empty.map(row => [...row].map(letter => art.ground[letter]));
  for (const { thing } of fromBehind(things)) {
    const { rows, tints } = spriteOf(thing, art);
    rows.forEach((row, y) => [...row].forEach((letter, x) => {
      if (letter !== SEE_THROUGH) pixels[thing.y + y][thing.x + x] = tints[letter];
    }));
  }
  return pixels;
}

/** Paints the street on a canvas with a pixel for each of its own. */
export function paintStreet(canvas, things, art) {
  const pixels = composed(things, art), pen = canvas.getContext("2d");
  const image = pen.createImageData(canvas.width, canvas.height);
  pixels.flat().forEach((color, at) => image.data.set([...color, 255], 4 * at));
  pen.putImageData(image, 0, 0);
}

/** Paints the frames of a film beside and below each other, `grid` of them in a row. */
export function paintFilm(canvas, { frames, art, size, grid }) {
  const pen = canvas.getContext("2d"), one = new OffscreenCanvas(size, size);
  frames.forEach((things, at) => {
    paintStreet(one, things, art);
    pen.drawImage(one, size * (at % grid), size * Math.floor(at / grid));
  });
}

/** Paints what is drawn by hand: each pixel as dark as it is, dark on white. */
export function paintInk(canvas, ink, darkest) {
  const pen = canvas.getContext("2d"), image = pen.createImageData(canvas.width, canvas.height);
  ink.forEach((dark, at) => image.data.set([...Array(3).fill(255 - 255 * dark / darkest), 255], 4 * at));
  pen.putImageData(image, 0, 0);
}

/** Paints the street with what is not marked as if it were far away. */
export function paintMarks(canvas, things, art, marks) {
  paintStreet(canvas, things, art);
  const pen = canvas.getContext("2d");
  pen.fillStyle = "#ffffffd0";
  marks.forEach((line, y) => [...line].forEach((mark, x) => {
    if (mark === "0") pen.fillRect(x, y, 1, 1);
  }));
}

/** A thing at another place, as near to it as the picture allows. */
export const movedTo = (thing, x, y, size) => ({ ...thing,
  x: Math.max(0, Math.min(size - thing.width, Math.round(x))),
  y: Math.max(0, Math.min(size - thing.height, Math.round(y))) });

/** The rows and columns of cells that a thing touches: [top, left, bottom, right]. */
export const cellsOf = ({ x, y, width, height }, cell) => [Math.floor(y / cell),
  Math.floor(x / cell), Math.floor((y + height - 1) / cell), Math.floor((x + width - 1) / cell)];
