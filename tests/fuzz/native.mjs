// Compiles and runs tests/fuzz/native.cpp.
import { spawnSync } from "node:child_process";
import path from "node:path";
import { buildCore } from "../../scripts/build.mjs";
import { root, withCheckout } from "../../scripts/setup/checkout.mjs";
import { setUp } from "../../scripts/setup/main.mjs";
import { withFixedAddresses } from "../../scripts/testing/catch2.mjs";

export async function fuzzNative({ seed, count }) {
  const { env } = await setUp({ tests: true });
  await withCheckout((lock) => buildCore("native", ["heed_fuzz"], { env, lock, tests: true }));
  const program = path.join(root, "build/native/tests/core/heed_fuzz");
  const [command, ...args] = [...(await withFixedAddresses()), program, String(seed), String(count)];
  const { status } = spawnSync(command, args, { stdio: "inherit" });
  if (status !== 0) process.exitCode = 1;
}
