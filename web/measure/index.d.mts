// The types of index.mjs, for the page.

export interface Shape {
  name: string;
  group: string;
  kind: "attention" | "layer";
  heads: number;
  queries: number;
  keys: number;
  dim: number;
  causal: boolean;
  keep: boolean;
}
export const SHAPES: readonly Shape[];
export function flops(shape: Shape): number;

type Method = (argument?: unknown) => unknown;
export function createHost(importModule: (name: string) => unknown): Record<string, Method>;

/** What starts a package: its load() or its openWorkers(). */
type Start = (options: { flavour: "simd" | "relaxed-simd" }) => Promise<unknown>;
export const heed: { openWith(load: Start, flavour: "simd" | "relaxed-simd"): Promise<unknown> };
export const heedWorkers: {
  openWith(open: Start, settings: { workers: number; flavour: "simd" | "relaxed-simd" }): Promise<unknown>;
};
export const plain: { open(): Promise<unknown> };
