// Packs the wasm of both flavours into what web/lib/carried.ts unpacks. Over nine tenths of relaxed-simd is found in simd too
// (only the multiply-adds differ), so it is written as changes: about 1.4 KB instead of 17 KB.
import { deflateRawSync } from "node:zlib";

/** Shorter runs cost more to name than to repeat. */
const SHORTEST_COPY = 12;
/** Of very common runs, so many places are looked at. */
const MOST_PLACES = 64;

export function packCarried(simd, relaxed) {
  const changes = changesBetween(simd, relaxed);
  return {
    packed: deflateRawSync(Buffer.concat([simd, changes]), { level: 9 }).toString("base64"),
    simdSize: simd.length,
    changesSize: changes.length,
    relaxedSize: relaxed.length,
  };
}

/** Over and over: how many new bytes, these bytes, how many bytes to copy, and how far on in `from` they start (zigzag). */
function changesBetween(from, to) {
  const places = indexRuns(from);
  const changes = [];
  let fresh = [];
  let source = 0;
  for (let at = 0; at < to.length; ) {
    const copy = longestCopy(from, to, at, places, source);
    if (copy.length < SHORTEST_COPY) {
      fresh.push(to[at++]);
      continue;
    }
    const step = copy.start - source;
    changes.push(...varint(fresh.length), ...fresh, ...varint(copy.length), ...varint(step < 0 ? -2 * step - 1 : 2 * step));
    fresh = [];
    source = copy.start + copy.length;
    at += copy.length;
  }
  changes.push(...varint(fresh.length), ...fresh, 0, 0);
  return Buffer.from(changes);
}

function indexRuns(bytes) {
  const places = new Map();
  for (let at = 0; at + SHORTEST_COPY <= bytes.length; at++) {
    const run = bytes.toString("latin1", at, at + SHORTEST_COPY);
    const known = places.get(run);
    if (known === undefined) places.set(run, [at]);
    else if (known.length < MOST_PLACES) known.push(at);
  }
  return places;
}

/** The longest run of `from` that `to` goes on with; of equal ones, the nearest to where the last copy ended. */
function longestCopy(from, to, at, places, source) {
  let best = { start: 0, length: 0 };
  for (const start of places.get(to.toString("latin1", at, at + SHORTEST_COPY)) ?? []) {
    let length = SHORTEST_COPY;
    while (at + length < to.length && start + length < from.length && from[start + length] === to[at + length]) length++;
    const nearer = Math.abs(start - source) < Math.abs(best.start - source);
    if (length > best.length || (length === best.length && nearer)) best = { start, length };
  }
  return best;
}

function varint(value) {
  const bytes = [];
  for (; value > 127; value = Math.floor(value / 128)) bytes.push((value % 128) | 128);
  return [...bytes, value];
}
