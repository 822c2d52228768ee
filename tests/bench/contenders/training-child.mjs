// A process that takes some steps by heed, so that its memory is that of one contender. It prints a line before heed is
// loaded and one after its steps, and ends with its input.
import { once } from "node:events";
import { argv, stdin } from "node:process";
import v8 from "node:v8";

v8.setFlagsFromString("--experimental-wasm-relaxed-simd");
const { recipe, where, steps } = JSON.parse(argv[2]);
console.log("begun");
const { openHeed } = await import("./train-steps.mjs");
const contender = await openHeed(recipe, where);
await contender.steps(steps);
console.log("done");
await once(stdin.resume(), "end");
await contender.close();
