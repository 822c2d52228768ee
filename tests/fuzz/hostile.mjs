// Arguments that nobody should give, made of arguments that fit.
import { runInNewContext } from "node:vm";
import { chance, pick } from "./problem.mjs";

/** What a getter of ours throws. It may come out of a call as it is. */
export const OURS = new Error("a getter threw");

/** Engines have classes that the compiler's library does not know yet. */
const younger = /** @type {any} */ (globalThis);

const throwing = (name) =>
  Object.defineProperty({}, name, {
    enumerable: true,
    get: () => {
      throw OURS;
    },
  });

/** Values of every kind. Each is made again for every use, since some are used up. */
const VALUES = [
  () => undefined,
  () => null,
  () => true,
  () => false,
  () => 0,
  () => -0,
  () => -1,
  () => 0.5,
  () => 1,
  () => 3,
  () => 2 ** 30,
  () => 2 ** 31,
  () => 2 ** 32,
  () => 2 ** 53,
  () => 1e300,
  () => NaN,
  () => Infinity,
  () => -Infinity,
  () => "",
  () => "softmax",
  () => "rows-heads",
  () => "\ud800 a long string that an error sentence must not print whole, because nobody reads it",
  () => 5n,
  () => Symbol("s"),
  () => () => {},
  () => class {},
  () => new Date(0),
  () => new Map([["q", 1]]),
  () => new WeakMap(),
  () => /x/,
  () => Promise.resolve(),
  () => new ArrayBuffer(16),
  () => new DataView(new ArrayBuffer(16)),
  () => new BigInt64Array(4),
  () => new Uint16Array(4),
  () => new Uint8Array(4),
  () => new Float32Array(0),
  () => new Float32Array([NaN, Infinity, -Infinity, 1]),
  () => [],
  () => [[]],
  () => [[[]]],
  () => [1, [2]],
  () => [[1], [2, 3]],
  () => [[1, "2"]],
  () => Object.assign([], { 0: 1, 2: 3 }),
  () => [[[[[1]]]]],
  () => Array(2 ** 32 - 1),
  () => Object.assign(Array(2 ** 32 - 1), { 0: 0 }),
  () => ({}),
  () => Object.create(null),
  () => ({ data: [1] }),
  () => ({ shape: [1] }),
  () => ({ data: [1], dims: [1] }),
  () => ({ data: new Float32Array(1), shape: [1, 1] }),
  () => ({ data: { length: 1, 0: 1 }, shape: [1] }),
  () => ({ offset: 1 }),
  () => ({ queries: [0, 1] }),
  () => ({ pairs: "halves" }),
  () => ({ length: 2 ** 40 }),
  () => throwing("data"),
  () => throwing("offset"),
  () => throwing("pairs"),
  () =>
    new Proxy(
      {},
      {
        get: () => {
          throw OURS;
        },
      },
    ),
  () => new Proxy([], {}),
  () => new Proxy([1, 2], { get: (array, name) => (name === "length" ? 1e6 : array[name]) }),
  () => detached(new Float32Array(4)),
  () =>
    new (class extends Float32Array {
      get length() {
        return 1e6;
      }
    })(4), // it lies
  () => globalThis,

  // Numbers and texts that are not what they look like.
  () => Object(-0),
  () => -5n,
  () => 2n ** 64n,
  () => 5e-324,
  () => -(2 ** 53),
  () => " 2 ",
  () => "\0",
  () => Symbol.iterator,
  () => ({ valueOf: () => 2 }),
  () => ({
    [Symbol.toPrimitive]: () => {
      throw OURS;
    },
  }),
  () =>
    Object.create(null, {
      toString: {
        get: () => {
          throw OURS;
        },
      },
    }),
  () => ({
    get [Symbol.toStringTag]() {
      throw OURS;
    },
  }),
  () => ({ [Symbol.toStringTag]: "Float32Array", length: 4 }),

  // Proxies, also one whose target is gone: even Array.isArray throws there.
  revoked,
  () => new Proxy(Object.freeze([Object.freeze([1, 2]), Object.freeze([3, 4])]), {}),
  () => new Proxy(new Float32Array(4), {}),
  () => new Proxy(() => {}, {}),
  () => new Proxy({ causal: true }, { ownKeys: () => ["causal", "nonsense"] }),
  () =>
    new Proxy(
      {},
      {
        ownKeys: () => {
          throw OURS;
        },
        getPrototypeOf: () => {
          throw OURS;
        },
      },
    ),

  // Arrays: frozen, of a class, with holes, with getters, within themselves, from another realm, of the deep.
  () => Object.freeze([Object.freeze([1, -0]), Object.freeze([NaN, 2])]),
  () => new (class extends Array {})(1, 2, 3),
  () => [[1, 2], , [3, 4]], // eslint-disable-line no-sparse-arrays
  () => [1, Symbol("s")],
  () => [1n, 2n],
  () => [[1, revoked()]],
  () => [revoked()],
  () => throwingAt([1, 2], 1),
  () => throwingAt([[1], [2]], 1),
  () => {
    const own = [];
    own.push(own);
    return own;
  },
  () => {
    const own = { shape: [1] };
    own.data = own;
    return own;
  },
  () => {
    /** @type {any[]} */
    let deep = [1];
    for (let n = 0; n < 1e4; n++) deep = [deep];
    return deep;
  },
  () => runInNewContext("[[1, 2], [3, 4]]"),
  () => runInNewContext("({ causal: true, data: [1], shape: [1] })"),

  // Typed arrays and buffers: of a class, forged, from another realm, shared, resized, out of bounds.
  () => new (class extends Float32Array {})(4),
  () =>
    new (class extends Float32Array {
      static get [Symbol.species]() {
        return Array;
      }
      /** @returns {ArrayBuffer} */
      get buffer() {
        throw OURS;
      }
    })(4),
  () => Object.create(Float32Array.prototype),
  () => Object.defineProperty(new Float32Array(4), "length", { value: 2 ** 31 }),
  () => Object.defineProperty(new Float32Array(4), "byteOffset", { value: -4 }),
  () => Object.setPrototypeOf(new Float32Array(4), null),
  () => Object.setPrototypeOf(new Float32Array(4), Int8Array.prototype),
  () => runInNewContext("new Float32Array([1, 2, 3, 4])"),
  () => new Uint8ClampedArray(4),
  () => new BigUint64Array(2),
  () => (younger.Float16Array ? new younger.Float16Array([1, NaN, -0, Infinity]) : new Float64Array([1e300])),
  () => new Float32Array(new SharedArrayBuffer(16)),
  () => new Float32Array(new younger.SharedArrayBuffer(8, { maxByteLength: 64 })),
  () => new Float32Array(new ArrayBuffer(16, { maxByteLength: 64 })),
  () => resized(new Float32Array(new ArrayBuffer(16, { maxByteLength: 64 })), 2),
  () => resized(new Float32Array(new ArrayBuffer(16, { maxByteLength: 64 }), 4, 3), 8),
  () => ({ data: resized(new Float32Array(new ArrayBuffer(16, { maxByteLength: 64 }), 0, 4), 0), shape: [2, 2] }),
  () => ({ data: detached(new Float64Array(4)), shape: [2, 2] }),
  () => ({ data: revoked(), shape: [1] }),
  () => ({ data: [1], shape: revoked() }),
  () => {
    const memory = new WebAssembly.Memory({ initial: 1, maximum: 2 });
    const view = new Float32Array(memory.buffer, 0, 4);
    memory.grow(1);
    return view;
  },
];

export const hostileValue = (random) => pick(random, VALUES)();

function detached(view) {
  structuredClone(view.buffer, { transfer: [view.buffer] });
  return view;
}

function resized(view, bytes) {
  view.buffer.resize(bytes);
  return view;
}

function revoked() {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

const throwingAt = (list, at) =>
  Object.defineProperty(list, at, {
    get: () => {
      throw OURS;
    },
  });

const SHAPES = [
  () => [],
  () => [0],
  () => [-1, 2],
  () => [1.5, 2],
  () => [NaN],
  () => [Infinity, 1],
  () => ["2", 2],
  () => [2 ** 30, 2 ** 30],
  () => [2 ** 30, 2 ** 30, 2 ** 30, 2 ** 30],
  () => [2 ** 31, 1],
  () => [1, 1, 1, 1, 1],
  () => [2, 2],
  () => [1, 1],
  () => "22",
  () => 4,
  () => Int32Array.of(2, 2),
  () => Array(2 ** 32 - 1),
  () => {
    let turn = 0;
    return new Proxy([2, 2], { get: (array, name) => (name === "0" ? ++turn % 5 : array[name]) });
  },
  () => Object.freeze([-0, 2]),
  () => [2n, 2n],
  () => [Symbol("s"), 2],
  () => [Object(2), 2],
  () => [{ valueOf: () => 2 }, 2],
  () => [2, , 2], // eslint-disable-line no-sparse-arrays
  () => [5e-324, 1],
  () => Float64Array.of(2, 2),
  () => new (class extends Array {})(2, 2),
  () => runInNewContext("[2, 2]"),
  () => throwingAt([2, 2], 1),
  () => Object.assign([2, 2], { [Symbol.iterator]: undefined, map: undefined, slice: undefined, every: undefined }),
  revoked,
];

const isTensor = (value) => ArrayBuffer.isView(value?.data) && Array.isArray(value.shape);

/** A tensor with something wrong in it, or a wrong one in its place. */
function spoiled(random, value) {
  if (!isTensor(value)) return hostileValue(random);
  const { data, shape } = value;
  switch (random.integer(0, 7)) {
    case 0:
      return { data, shape: pick(random, SHAPES)() };
    case 1:
      return { data: hostileValue(random), shape };
    case 2: {
      const order = shape.slice();
      order.push(order.shift());
      return { data, shape: order };
    }
    case 3: {
      const other = shape.slice();
      other[random.integer(0, other.length - 1)] += pick(random, [-1, 1]);
      return {
        data: new Float32Array(
          Math.max(
            0,
            other.reduce((a, b) => a * b, 1),
          ),
        ),
        shape: other,
      };
    }
    case 4:
      return { data: detached(Float32Array.from(data)), shape };
    case 5:
      return { data, shape, type: hostileValue(random) };
    case 6:
      return { data: data.slice(1), shape };
    default:
      return hostileValue(random);
  }
}

/** Values that are not finite. Calls take them. */
function poisoned(random, value) {
  if (!isTensor(value)) return value;
  const data = Float32Array.from(value.data);
  data[random.integer(0, data.length - 1)] = pick(random, [NaN, Infinity, -Infinity, 3e38, -3e38, 1e-45]);
  return { data, shape: value.shape };
}

const NAMES = [
  "num_heads",
  "causul",
  "attn_mask",
  "__proto__",
  "constructor",
  "toString",
  "",
  "axes",
  "keep",
  "window",
];
NAMES.push(
  "sink",
  "rotary",
  "keyLengths",
  "keyMask",
  "sequences",
  "documents",
  "mask",
  "bias",
  "scale",
  "alibi",
  "dLse",
  "context",
);

function spoiledOptions(random, options) {
  const names = Object.keys(options);
  const name = names.length > 0 && chance(random, 0.6) ? pick(random, names) : pick(random, NAMES);
  const value = options[name];
  const inner = typeof value === "object" && value !== null && !Array.isArray(value) && !isTensor(value);
  const next = inner && chance(random, 0.7) ? spoiledOptions(random, value) : spoiled(random, value);
  return { ...options, [name]: next };
}

/**
 * The same arguments with one of them spoiled. It may have a getter that calls heed, or that changes the buffer of
 * another argument.
 */
export function spoil(random, args, heed) {
  const spoiledArgs = args.slice();
  const at = random.integer(0, args.length - 1);
  const kind = random.integer(0, 9);
  if (kind === 0) spoiledArgs[at] = hostileValue(random);
  else if (kind === 1) spoiledArgs.length = at;
  else if (kind === 2) spoiledArgs[at] = poisoned(random, args[at]);
  else if (kind === 3) spoiledArgs[args.length - 1] = meddling(random, spoiledArgs, heed);
  else if (isTensor(args[at])) spoiledArgs[at] = spoiled(random, args[at]);
  else if (typeof args[at] === "object" && !Array.isArray(args[at])) spoiledArgs[at] = spoiledOptions(random, args[at]);
  else spoiledArgs[at] = hostileValue(random);
  return spoiledArgs;
}

/** Options that do something to the first argument while they are read. */
function meddling(random, args, heed) {
  const options = { ...args.at(-1) };
  const first = args[0];
  const view = isTensor(first) ? { data: Float32Array.from(first.data), shape: first.shape.slice() } : undefined;
  if (view) args[0] = view;
  const deed = pick(random, ["detach", "shape", "call", "session", "throw", "shrink"]);
  if (view && deed === "shrink") {
    view.data = new Float32Array(new ArrayBuffer(view.data.byteLength, { maxByteLength: 8 * view.data.byteLength }));
  }
  const name = pick(random, ["scale", "keep", "softcap", "causal", "normalize"]);
  const value = options[name];
  const small = { data: Float32Array.of(1, 2, 3, 4), shape: [2, 2] };
  const deeds = {
    detach: () => view && detached(view.data),
    shape: () => view && view.shape.fill(2 ** 20),
    call: () => heed.attention(small, small, small, { keep: ["weights"] }),
    session: () => heed.session({ queries: 300, keys: 300, dim: 4, keep: ["weights"] }).dispose(),
    throw: () => {
      throw OURS;
    },
    shrink: () => view?.data.buffer.resize(pick(random, [0, 4, 8]) * view.data.byteLength),
  };
  return Object.defineProperty(options, name, {
    enumerable: true,
    get() {
      deeds[deed]();
      return value;
    },
  });
}
