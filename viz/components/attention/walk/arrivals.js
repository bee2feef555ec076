// The numbers of a walk's places: they come behind the picture, through another component
// of the page, and stay until those of another pass come.
import { decode } from "../../common/blob.js";

const arrived = { pass: "", texts: {}, places: new Map() };
const waiting = new Set();   // what is called when numbers came

const FORBIDDEN = -32768;

/**
 * A number of a place, out of 16 bits each: the low bytes of all come first, then the
 * high ones; `step` is what they count. See `viz.export.walks`.
 */
function counted(body, count, { shape, offset, step }) {
  const bytes = new Uint8Array(body.buffer, body.byteOffset, 2 * count);
  const size = shape.reduce((all, axis) => all * axis, 1);
  return Float32Array.from({ length: size }, (_, at) => {
    const steps = (bytes[offset + at] | bytes[count + offset + at] << 8) << 16 >> 16;
    return steps === FORBIDDEN ? NaN : steps * step;
  });
}

/** Numbers that came with the picture itself. */
export const arrive = ({ numbers }, body) => numbers
  && keep(numbers, number => counted(body.subarray(numbers.offset), numbers.count, number));

/** Numbers that came through another component. */
function receive(bytes) {
  const { header, numbers: body } = decode(bytes);
  keep(header, ({ shape, offset }) => body.subarray(offset,
    offset + shape.reduce((all, axis) => all * axis, 1)));
}

/** Numbers of some places: kept for their pass alone, shown by whoever waits. */
function keep(header, valuesOf) {
  if (header.stages !== arrived.pass) arrived.places = new Map();
  arrived.pass = header.stages;
  arrived.texts = header.texts ?? {};
  for (const { id, numbers, candidates } of header.places) {
    arrived.places.set(id, { id, candidates, numbers: Object.fromEntries(
      Object.entries(numbers).map(([role, number]) =>
        [role, { shape: number.shape, values: valuesOf(number) }])) });
  }
  waiting.forEach(came => came());
}

const listener = event => receive(event.detail);

/** Calls `came` whenever numbers come, those that are here already too, until it ends. */
export function listen(came) {
  waiting.add(came);
  document.addEventListener("headlight-numbers", listener);
  if (globalThis.headlightNumbers && !arrived.pass) receive(globalThis.headlightNumbers);
  return () => {
    waiting.delete(came);
    if (!waiting.size) document.removeEventListener("headlight-numbers", listener);
  };
}

/** The numbers of a pass by place, and the sentences of its stages; nothing of another. */
export const arrivedOf = pass => arrived.pass === pass ? arrived
  : { pass: "", texts: arrived.texts, places: new Map() };
