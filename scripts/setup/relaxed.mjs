// Relaxed SIMD in this node: on by default from 24, behind a flag before.

import { spawnSync } from "node:child_process";

// A module of one function that uses one relaxed instruction: (v128.const 0) (v128.const 0) i8x16.relaxed_swizzle.
const kZero = [0xfd, 0x0c, ...Array(16).fill(0)];
const kBody = [0x00, ...kZero, ...kZero, 0xfd, 0x80, 0x02, 0x0b];
const kModule = [
  0x00,
  0x61,
  0x73,
  0x6d,
  1,
  0,
  0,
  0,
  0x01,
  0x05,
  0x01,
  0x60,
  0x00,
  0x01,
  0x7b, // type: () → v128
  0x03,
  0x02,
  0x01,
  0x00, // one function of it
  0x0a,
  kBody.length + 2,
  0x01,
  kBody.length,
  ...kBody,
];
const kProbe = `process.exit(WebAssembly.validate(new Uint8Array([${kModule}])) ? 0 : 1)`;

let known;

// Flags with which node runs relaxed SIMD: none, one, or null where it cannot.
export function relaxedSimdFlags() {
  known ??= {
    flags:
      [[], ["--experimental-wasm-relaxed-simd"]].find(
        (flags) => spawnSync(process.execPath, [...flags, "-e", kProbe], { stdio: "ignore" }).status === 0,
      ) ?? null,
  };
  return known.flags;
}
