// What the page measures, and in which order.
import { choice } from "../../kit/index.js";
import { flops, SHAPES, type Shape } from "../../../measure/index.mjs";

export type Flavour = "relaxed-simd" | "simd";

/** A contender. */
export type Entry = Flavour | "plain";

export const ENTRIES: readonly Entry[] = ["relaxed-simd", "simd", "plain"];

const ONE = ["8×512×64"];
const QUICK = ["1×16×64", "1×128×64", "8×512×64", "8×512×64 causal"];
const FULL = [
  "1×16×64",
  "1×128×64",
  "8×512×64",
  "12×1024×64",
  "1×4096×64",
  "1×16384×64",
  "1×1024×32",
  "1×1024×50",
  "1×1024×128",
  "8×512×64 causal",
  "8×512×64 keep weights",
  "1×1→4096×64",
  "layer 512×512, 8 heads",
];

/** What a reader chooses from. */
const SETS = { one: ONE, quick: QUICK, full: FULL };
export type SetName = keyof typeof SETS;

/** What the page's link holds. */
export const FIELDS = { set: choice("quick", "one", "full") };

export function shapesOf(set: SetName): Shape[] {
  return SETS[set].map((name) => SHAPES.find((shape) => shape.name === name)!);
}

// Plain JavaScript computes about 3.5 GFLOP/s: a call of a larger shape would take over five seconds.
const MOST_FOR_PLAIN = 2e10;

/** The contenders at a shape, in an engine that runs these flavours. */
export function entriesFor(shape: Shape, flavours: readonly Flavour[]): Entry[] {
  return ENTRIES.filter((name) => (name === "plain" ? flops(shape) <= MOST_FOR_PLAIN : flavours.includes(name)));
}

/** What is spread over the cores: long enough for sixteen of them. */
export const SPREAD = SHAPES.find(({ name }) => name === "12×1024×64")!;

/** The most workers that heed/workers opens. */
const MOST_WORKERS = 64;
const COUNTS = [1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 24, 32, 48];

/** The numbers of workers that are measured: 1, 2, and so on up to all cores. Many cores are not counted one by one. */
export function workerCounts(cores: number): number[] {
  const all = Math.max(1, Math.min(cores, MOST_WORKERS));
  return [...COUNTS.filter((count) => count < all), all];
}
