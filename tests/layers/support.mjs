// The built entry heed/layers beside the package and heed/train.
import { dist } from "../lib/support.mjs";

export { assertRefused, train } from "../train/support.mjs";
export * from "../lib/support.mjs";
export const layers = await import(new URL("layers.js", dist).href);
