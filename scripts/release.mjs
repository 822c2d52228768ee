// Makes what is published, and publishes nothing.
//
//   npm run release                  the tarball and the pages of this commit, in build/release/
//   npm run release -- --rehearse    the same; what keeps the commit from being published is named, not refused
//
// Two fresh clones of the commit are built and packed, in folders of different names. Their tarballs must have the same
// bytes. Then npm checks one of them as it would before publishing.

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { homeOf, kPlaceholder, makePreviews } from "./previews.mjs";
import { root } from "./setup/checkout.mjs";
import { setUp } from "./setup/main.mjs";
import { releasedWith } from "./setup/needs.mjs";
import { command, Refusal, say, seldom, step } from "./setup/report.mjs";
import { must } from "./setup/run.mjs";

const git = (...args) => execFileSync("git", args, { cwd: root, encoding: "utf8" }).trim();

/** Why this cannot be published, in sentences. `tags` are the tags of the commit. */
export function obstacles({ manifest, changelog, tags, changes }) {
  const { version } = manifest;
  const found = [];
  for (const field of ["author", "homepage", "repository", "bugs"]) {
    const value = JSON.stringify(manifest[field] ?? null);
    if (value === "null") found.push(`package.json has no ${field}.`);
    else if (value.includes(kPlaceholder))
      found.push(`package.json still says ${kPlaceholder} in ${field}: put your name there.`);
  }
  const [, newest] = /^## (\S+)/m.exec(changelog) ?? [];
  if (newest !== version)
    found.push(`The newest version in CHANGELOG.md is ${newest}, and package.json says ${version}.`);
  const tagged = tags.filter((tag) => /^v\d/.test(tag));
  if (!tagged.includes(`v${version}`))
    found.push(`The commit needs the tag v${version}; its tags of versions: ${tagged.join(", ") || "none"}.`);
  if (changes) found.push("The checkout has changes that are not committed, and a release is made of the commit.");
  return found;
}

/** Why a package with this wasm cannot be published: a sentence, or undefined. */
export function wrongCompiler(wasm) {
  const [section] = WebAssembly.Module.customSections(new WebAssembly.Module(wasm), "heed");
  const said = Buffer.from(section).toString().split(" ").slice(2).join(" ");
  const wanted = `emscripten ${releasedWith.emscripten}`;
  if (said === wanted) return undefined;
  return (
    `The core was compiled by ${said || "an unknown compiler"}, and a release needs ${wanted}. Put that on PATH, or ` +
    `name the new version in scripts/setup/needs.mjs, once every test and npm run bench have passed with it.`
  );
}

// Builds and packs a fresh clone of the commit in this folder, and moves tarball and pages into `into`.
async function packed(folder, into) {
  const inside = { cwd: folder };
  await must("Cloning", "git", ["clone", "--quiet", root, folder]);
  await must("Checking out the commit", "git", ["checkout", "--quiet", "--detach", git("rev-parse", "HEAD")], inside);
  await step(basename(folder), "building and packing", async (tell) => {
    await must("Building", "npm", ["run", "build"], { ...inside, onLine: seldom(tell) });
    await must("Packing", "npm", ["pack", "--ignore-scripts", "--pack-destination", into], inside);
    renameSync(join(folder, "dist-site"), join(into, "site"));
  });
  const [name] = readdirSync(into).filter((file) => file.endsWith(".tgz"));
  const sum = createHash("sha256")
    .update(readFileSync(join(into, name)))
    .digest("hex");
  return { name, sum, wrong: wrongCompiler(readFileSync(join(folder, "dist/simd.wasm"))) };
}

async function main() {
  const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const found = obstacles({
    manifest,
    changelog: readFileSync(join(root, "CHANGELOG.md"), "utf8"),
    tags: git("tag", "--points-at", "HEAD").split("\n"),
    changes: git("status", "--porcelain"),
  });
  const isRehearsal = process.argv.includes("--rehearse");
  if (found.length && !isRehearsal) throw new Refusal(found.join("\n"));

  const scratch = mkdtempSync(join(tmpdir(), "heed-release-"));
  const kept = join(root, "build", "release");
  try {
    const made = [];
    for (const folder of ["first clone", "another clone, of another length"]) {
      const into = join(scratch, `from ${folder}`);
      mkdirSync(into);
      made.push({ into, ...(await packed(join(scratch, folder), into)) });
    }
    const [first, second] = made;
    if (first.wrong) found.push(first.wrong);
    if (found.length && !isRehearsal) throw new Refusal(found.join("\n"));
    if (first.sum !== second.sum)
      throw new Refusal(`Two builds of the same commit differ: ${first.sum} and ${second.sum}.`);
    const dry = ["publish", join(first.into, first.name), "--dry-run", "--access", "public"];
    await must("npm's own check", "npm", dry, { cwd: scratch });
    if (homeOf(manifest) !== undefined) {
      await setUp({ browsers: true, suites: ["site"] });
      await step("previews", "a picture of each page", () => makePreviews(join(first.into, "site")));
    }
    rmSync(kept, { recursive: true, force: true });
    cpSync(first.into, kept, { recursive: true });
    say(`\nbuild/release/${first.name}, sha256 ${first.sum}: the same bytes from both clones.`);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  if (found.length) say(`\nBefore it can be published:\n${found.join("\n").replace(/^/gm, "    ")}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await command(main);
