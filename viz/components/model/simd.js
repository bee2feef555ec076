// A matrix times a row on four numbers at a time, where the browser can: WebAssembly, put
// together here instruction by instruction. A pass takes a third of the time that it takes
// with the loop in tensors.js, which does the same and is what to read.
//
//   for each output:  a = b = c = d = 0
//     for 16 numbers at a time:  a += row[0…3]·data[0…3], b += row[4…7]·data[4…7], …
//     made = the sum of the four numbers in (a + b) + (c + d)

const I32 = 0x7f, V128 = 0x7b;
const [OUT, WIDTH, ROW, DATA, MADE, AT, END, A, B, C, D] = Array(11).keys();   // locals
const get = local => [0x20, local], set = local => [0x21, local];
const i32 = number => [0x41, number];
const ADD = 0x6a, SUBTRACT = 0x6b, LESS = 0x49, SHIFT = 0x74;
const loop = (...body) => [0x03, 0x40, ...body.flat(2), 0x0b];
const again = [0x0d, 0];
const load = (local, offset) => [...get(local), 0xfd, 0x00, 4, offset];
const FOUR_TIMES = [0xfd, 0xe6, 0x01], FOUR_PLUS = [0xfd, 0xe4, 0x01];
const zero = sum => [0xfd, 0x0c, ...Array(16).fill(0), ...set(sum)];
const more = (local, by) => [...get(local), ...by, ADD, ...set(local)];
const accumulate = (sum, offset) => [...get(sum), ...load(AT, offset), ...load(DATA, offset),
  ...FOUR_TIMES, ...FOUR_PLUS, ...set(sum)];
const lane = number => [...get(A), 0xfd, 0x1f, number];
const PLUS = 0x92, STORE = [0x38, 2, 0];

const BODY = loop(
  zero(A), zero(B), zero(C), zero(D),
  [...get(ROW), ...set(AT)],
  [...get(ROW), ...get(WIDTH), ...i32(2), SHIFT, ADD, ...set(END)],
  loop(accumulate(A, 0), accumulate(B, 16), accumulate(C, 32), accumulate(D, 48),
    more(AT, [0x41, 0xc0, 0]), more(DATA, [0x41, 0xc0, 0]),   // 64 bytes
    [...get(AT), ...get(END), LESS], again),
  [...get(A), ...get(B), ...FOUR_PLUS, ...get(C), ...get(D), ...FOUR_PLUS, ...FOUR_PLUS, ...set(A)],
  [...get(MADE), ...lane(0), ...lane(1), PLUS, ...lane(2), PLUS, ...lane(3), PLUS, ...STORE],
  more(MADE, i32(4)),
  [...get(OUT), ...i32(1), SUBTRACT, 0x22, OUT], again);

/** A number of bytes before them, as WebAssembly writes it. */
const sized = bytes => [bytes.length & 127 | 128, bytes.length >> 7, ...bytes];
const section = (id, ...bytes) => [id, ...sized(bytes)];

const MODULE = Uint8Array.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0,
  ...section(1, 1, 0x60, 5, ...Array(5).fill(I32), 0),           // (out, width, row, data, made)
  ...section(2, 1, 1, 0x6d, 1, 0x6d, 2, 0, 1),                   // the memory m.m
  ...section(3, 1, 0), ...section(7, 1, 1, 0x66, 0, 0),          // the function f
  ...section(10, 1, ...sized([2, 2, I32, 4, V128, ...BODY, 0x0b]))]);

const ONCE = 16, PAGE = 65536;   // numbers in one turn; bytes

/**
 * One room of memory for tensors of these shapes: `place(count)` gives the next numbers of it,
 * `multiply(row, matrix)` a product; null where a row cannot be cut into sixteens. Null
 * where the browser cannot.
 */
export function roomFor(shapes) {
  const longest = Math.max(...shapes.flat());
  const spare = 16 * Math.ceil(longest / 4);   // bytes for a row, and again for what is made
  const bytes = shapes.reduce((sum, shape) =>
    sum + 4 * shape.reduce((product, one) => product * one, 1), 2 * spare);
  const ready = started(bytes);
  if (!ready) return null;
  const { buffer, run } = ready;
  let from = 2 * spare;
  return {
    place(count) {
      from += 4 * count;
      return new Float32Array(buffer, from - 4 * count, count);
    },
    multiply(row, { shape: [out, width], data }) {
      if (width % ONCE) return null;
      new Float32Array(buffer, 0, width).set(row);
      run(out, width, 0, data.byteOffset, spare);
      return new Float32Array(buffer, spare, out).slice();
    },
  };
}

function started(bytes) {
  try {
    const memory = new WebAssembly.Memory({ initial: Math.ceil(bytes / PAGE) });
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(MODULE), { m: { m: memory } });
    return { buffer: memory.buffer, run: exports.f };
  } catch {
    return null;
  }
}
