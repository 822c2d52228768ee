// Catch2 3, the C++ test framework: its two amalgamated files, in the user's cache folder.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { cacheFolder, finished, stampOf } from "./cache.mjs";
import { mirrors, whyNotDebian } from "./debian.mjs";
import { catch2 } from "./needs.mjs";
import { Refusal, say, step } from "./report.mjs";
import { must } from "./run.mjs";

const kScript = join(dirname(fileURLToPath(import.meta.url)), "catch2.sh");
const kProof = "catch_amalgamated.cpp";
const folder = () => join(cacheFolder(), `catch2-${catch2.version}`);

// Refuses files that are not the expected ones.
export function checkHashes(where, expected) {
  for (const [name, sha256] of Object.entries(expected)) {
    const found = createHash("sha256")
      .update(readFileSync(join(where, name)))
      .digest("hex");
    if (found !== sha256) throw new Refusal(`${name} should have SHA-256 ${sha256} and has ${found}.`);
  }
}

async function fetchInto(where, lock, tell) {
  const failures = [];
  for (const suite of catch2.suites) {
    for (const mirror of await mirrors()) {
      try {
        await must(`Fetching Catch2 from Debian ${suite}`, "bash", [kScript, where, catch2.version, suite, mirror], {
          lock,
          onLine: tell,
        });
        checkHashes(where, catch2.sha256);
        return { version: catch2.version, suite };
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        failures.push(error.message);
      }
    }
  }
  throw new Refusal(
    `Catch2 ${catch2.version} could not be fetched.\n\n${failures.join("\n\n")}\n\n` +
      "Set HEED_CATCH2_DIR to a folder with its catch_amalgamated.hpp and catch_amalgamated.cpp.",
  );
}

// The folder with Catch2's files, or "" where CMake must fetch Catch2 from its repository.
export async function prepareCatch2() {
  if (process.env.HEED_CATCH2_DIR) return process.env.HEED_CATCH2_DIR;
  if (stampOf(folder(), kProof)) return folder();
  const obstacle = whyNotDebian();
  if (obstacle) {
    say(`Catch2: CMake will fetch it from its repository. ${obstacle}`);
    return "";
  }
  await step("Catch2", `putting version ${catch2.version} into ${folder()}`, (tell) =>
    finished(folder(), kProof, (lock) => fetchInto(folder(), lock, tell)),
  );
  return folder();
}
