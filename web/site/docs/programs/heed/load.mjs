import { load } from "heed";

const heed = await load(); // compiles the wasm, once
console.log(heed === (await load())); // all callers share it
// true
console.log(["simd", "relaxed-simd"].includes(heed.flavour));
// true

const steady = await load({ flavour: "simd" }); // the same bits in every engine
console.log(steady.flavour);
// simd
