import { flavours } from "heed";

const builds = flavours(); // the fastest first; an empty list where there is no WebAssembly SIMD
console.log(builds.includes("simd"));
// true
