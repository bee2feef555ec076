// A picture in levels, each half as fine as the one before, and the rings around the sharp
// spot in which they are seen: twice as far out, half as fine.

export const LEVELS = 5;
const FULL = 0.8;   // from this share of its radius on a ring gives way to the next

/** The levels of an image as canvases: each pixel is the mean of four of the level below. */
export function levelsOf(image, width, height) {
  const levels = [];
  for (let level = 0, from = image; level < LEVELS; level++) {
    const canvas = document.createElement("canvas");
    canvas.width = Math.ceil(width / 2 ** level);
    canvas.height = Math.ceil(height / 2 ** level);
    canvas.getContext("2d").drawImage(from, 0, 0, canvas.width, canvas.height);
    levels.push(from = canvas);
  }
  return levels;
}

/** How far from the spot a level is seen, in percent of the width; the last everywhere. */
export const reach = (sharp, level) => level === LEVELS - 1 ? Infinity : sharp * 2 ** level;

/** What hides a level beyond its ring, as a style; what is cut off need not be painted. */
export function ringStyle(sharp, level) {
  if (level === LEVELS - 1) return "";
  const radius = reach(sharp, level), at = "at var(--x) var(--y)";
  return `clip-path:circle(${radius}cqw ${at});`
    + `mask-image:radial-gradient(circle ${at}, #000 ${FULL * radius}cqw, transparent ${radius}cqw)`;
}

/** How many pixels are seen of all levels: those whose middle lies in the ring of theirs. */
export function samples(levels, sharp, x, y) {
  const { width, height } = levels[0], at = [x / 100 * width, y / 100 * height];
  return levels.reduce((sum, canvas, level) => {
    const side = 2 ** level, within = radius => inside(canvas, side, at, radius * width / 100);
    return sum + within(reach(sharp, level)) - (level ? within(reach(sharp, level - 1)) : 0);
  }, 0);
}

/** The pixels of one level, each `side` across, whose middle is nearer than `radius`. */
function inside({ width, height }, side, [x, y], radius) {
  if (radius === Infinity) return width * height;
  let found = 0;
  for (let row = 0; row < height; row++) {
    const half = Math.sqrt(Math.max(0, radius ** 2 - ((row + 0.5) * side - y) ** 2));
    const first = Math.max(0, Math.ceil((x - half) / side - 0.5));
    const last = Math.min(width - 1, Math.ceil((x + half) / side - 0.5) - 1);
    found += Math.max(0, last - first + 1);
  }
  return found;
}
