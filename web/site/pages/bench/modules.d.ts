// What the page takes from the benchmark (tests/bench, plain JavaScript).

declare module "*/measure/shapes.mjs" {
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
}

declare module "*/measure/host.mjs" {
  type Method = (argument?: unknown) => unknown;
  export function createHost(importModule: (name: string) => unknown): Record<string, Method>;
}

declare module "*/contenders/heed.mjs" {
  export function openWith(load: typeof import("heed").load, flavour: import("heed").Flavour): Promise<unknown>;
}

declare module "*/contenders/heed-workers.mjs" {
  export function openWith(
    open: typeof import("heed/workers").open,
    settings: { workers: number; flavour: import("heed").Flavour },
  ): Promise<unknown>;
}

declare module "*/contenders/plain.mjs" {
  export function open(): Promise<unknown>;
}
