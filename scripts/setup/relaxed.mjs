// Relaxed SIMD in Node: on by default from 24, behind a flag before.

import { spawnSync } from "node:child_process";

// A module with one function of type () → v128: f32x4.relaxed_madd of three times (i32x4.splat (i32.const 0)).
const kHeader = "0061736d01000000";
const kTypes = "0105016000017b";
const kFunctions = "03020100";
const kCode = `0a13011100${"4100fd11".repeat(3)}fd85020b`;
const kModule = kHeader + kTypes + kFunctions + kCode;
const kProgram = `process.exit(WebAssembly.validate(Buffer.from("${kModule}", "hex")) ? 0 : 1)`;
const kChoices = [[], ["--experimental-wasm-relaxed-simd"]];
const runsWith = (flags) => spawnSync(process.execPath, [...flags, "-e", kProgram], { stdio: "ignore" }).status === 0;

let known;

// The flags with which this Node runs relaxed SIMD: none or one; null where it cannot.
export function relaxedSimdFlags() {
  known ??= { flags: kChoices.find(runsWith) ?? null };
  return known.flags;
}
