// The built entry heed/model beside the package.
import { dist } from "../lib/support.mjs";

export { assertRefused, train } from "../train/support.mjs";
export * from "../lib/support.mjs";
export const { readGguf } = await import(new URL("gguf.js", dist).href);
export const { openModel } = await import(new URL("model.js", dist).href);
