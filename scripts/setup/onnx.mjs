// ONNX's own tests of attention, rotary and caches, in the user's cache folder. They are optional: where they cannot be
// had, the tests that need them are listed as not run.

import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { abandon, cacheFolder, finished, stampOf } from "./cache.mjs";
import { mirrors, whyNotDebian } from "./debian.mjs";
import { onnxTests } from "./needs.mjs";
import { Refusal, say, step } from "./report.mjs";
import { must } from "./run.mjs";

const kScript = join(dirname(fileURLToPath(import.meta.url)), "onnx.sh");
const kProof = join("test_rotary_embedding", "model.onnx");
const folder = () => join(cacheFolder(), `onnx-tests-${onnxTests.version}`);

// The folder of the tests, or null.
export function onnxFolder() {
  return process.env.HEED_ONNX_DIR || (stampOf(folder(), kProof) ? folder() : null);
}

// What brings the tests to a machine that lacks them.
export const onnxRemedy =
  `needs ONNX ${onnxTests.version}'s own tests: npm run setup fetches them on Linux amd64 with apt; elsewhere set ` +
  "HEED_ONNX_DIR to the folder onnx/backend/test/data/node of that release";

async function fetchFrom(suite, mirror) {
  await step("ONNX's tests", `putting those of version ${onnxTests.version} into ${folder()}`, (tell) =>
    finished(folder(), kProof, async (lock) => {
      const args = [kScript, folder(), onnxTests.version, suite, mirror];
      await must(`Fetching ONNX's tests from Debian ${suite}`, "bash", args, { lock, onLine: tell });
      return { version: onnxTests.version, suite };
    }),
  );
}

// Fetches the tests where they are missing. Says why where that fails.
export async function prepareOnnx() {
  if (onnxFolder()) return;
  const failures = [whyNotDebian()].filter(Boolean);
  for (const suite of failures.length ? [] : onnxTests.suites) {
    for (const mirror of await mirrors()) {
      try {
        return await fetchFrom(suite, mirror);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        failures.push(error.message);
        await abandon(folder());
      }
    }
  }
  say(`ONNX's tests are not here. ${failures.join("\n\n")}`);
}
