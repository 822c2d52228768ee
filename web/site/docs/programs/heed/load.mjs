import { load } from "heed";

const heed = await load(); // compiles the wasm, once
console.log((await load()) === heed); // another heed, on the same module and memory
// false
console.log(["simd", "relaxed-simd"].includes(heed.flavour));
// true

const steady = await load({ flavour: "simd" }); // the same bits in every engine
console.log(steady.flavour);
// simd
