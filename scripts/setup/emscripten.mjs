// Emscripten: the machine's own if it is new enough, else one from Debian's packages, in the user's cache folder.

import { existsSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { abandon, cacheFolder, finished, stampOf } from "./cache.mjs";
import { mirrors, whyNotDebian } from "./debian.mjs";
import { onPath } from "./host.mjs";
import { compareVersions, emscriptenRecipe, emscriptenSuites, oldest, versionIn } from "./needs.mjs";
import { probe } from "./probe.mjs";
import { Refusal, say, step } from "./report.mjs";
import { capture, must } from "./run.mjs";

const kScript = join(dirname(fileURLToPath(import.meta.url)), "emscripten.sh");
const kEmsdk =
  "Install emsdk (https://emscripten.org/docs/getting_started/downloads.html), " +
  "type `emsdk install latest && emsdk activate latest`, and run again with emcc on PATH or EMSDK set.";

// ---- the machine's own ----------------------------------------------------------------------------------------------

function candidates() {
  const inEmsdk = process.env.EMSDK && join(process.env.EMSDK, "upstream", "emscripten", "emcc");
  return [
    { emcc: onPath("emcc"), where: "on PATH" },
    { emcc: inEmsdk && existsSync(inEmsdk) ? inEmsdk : null, where: "in $EMSDK" },
  ].filter(({ emcc }) => emcc);
}

// emcc may be a wrapper or a link. em-config beside it knows Emscripten's folder.
async function rootOf(emcc) {
  const { code, stdout } = await capture(join(dirname(emcc), "em-config"), ["EMSCRIPTEN_ROOT"]);
  return code === 0 ? stdout.trim() : dirname(realpathSync(emcc));
}

async function installedOne() {
  for (const { emcc, where } of candidates()) {
    const version = versionIn((await capture(emcc, ["--version"])).stdout);
    if (version && compareVersions(version, oldest.emscripten) >= 0) {
      const root = await rootOf(emcc);
      return { version, from: where, env: { EMSCRIPTEN_ROOT: root, PATH: `${root}:${process.env.PATH}` } };
    }
    say(`Emscripten ${version ?? "of unknown version"} ${where} is not used: ${oldest.emscripten} or newer is needed`);
  }
  return null;
}

// ---- the private one ------------------------------------------------------------------------------------------------

const kProof = join("usr", "share", "emscripten", "emcc");
const folderFor = (suite) => join(cacheFolder(), `emscripten-${suite}-${emscriptenRecipe}`);

function privateEnvironment(folder) {
  const root = join(folder, "usr", "share", "emscripten");
  return {
    EMSCRIPTEN_ROOT: root,
    EM_CONFIG: join(root, ".emscripten"),
    EM_NODE_JS: process.execPath, // nvm and the like may move Node between runs
    PATH: `${root}:${process.env.PATH}`,
  };
}

function described(suite, { version }) {
  return { version, from: `from Debian ${suite}`, env: privateEnvironment(folderFor(suite)) };
}

async function unpack(suite, mirror, lock, tell) {
  await must(`Fetching Emscripten from Debian ${suite}`, "bash", [kScript, folderFor(suite), suite, mirror], {
    lock,
    onLine: tell,
  });
}

async function verified(suite, lock, tell) {
  const env = { ...process.env, ...privateEnvironment(folderFor(suite)) };
  const version = versionIn((await capture(join(env.EMSCRIPTEN_ROOT, "emcc"), ["--version"], { env })).stdout);
  if (!version || compareVersions(version, oldest.emscripten) < 0) {
    throw new Refusal(`Debian ${suite} has Emscripten ${version}, and ${oldest.emscripten} or newer is needed.`);
  }
  tell(`trying Emscripten ${version}; it compiles its system libraries now, once, which takes 2 to 5 minutes`);
  await probe({ env, lock, tell });
  return { version, suite };
}

async function make(suite, mirror) {
  return step("Emscripten", `putting one from Debian ${suite} into ${folderFor(suite)}`, (tell) =>
    finished(folderFor(suite), kProof, async (lock) => {
      await unpack(suite, mirror, lock, tell);
      return verified(suite, lock, tell);
    }),
  );
}

async function fromDebian() {
  const ready = emscriptenSuites.find((suite) => stampOf(folderFor(suite), kProof));
  if (ready) return described(ready, stampOf(folderFor(ready)));
  const obstacle = whyNotDebian();
  if (obstacle)
    throw new Refusal(`Emscripten ${oldest.emscripten} or newer is needed and none was found. ${obstacle} ${kEmsdk}`);
  return firstThatWorks(await mirrors());
}

async function firstThatWorks(mirrorList) {
  const failures = mirrorList.length ? [] : ["apt's sources name no Debian mirror. Set HEED_DEBIAN_MIRROR to one."];
  for (const suite of emscriptenSuites) {
    for (const mirror of mirrorList) {
      try {
        return described(suite, await make(suite, mirror));
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        failures.push(error.message);
        say(`Emscripten: not from Debian ${suite} at ${mirror}`);
        await abandon(folderFor(suite));
      }
    }
  }
  throw new Refusal(`Emscripten could not be fetched.\n\n${failures.join("\n\n")}\n\n${kEmsdk}`);
}

// { version, from, env }: env is what a build needs in addition to the process's own environment.
export async function prepareEmscripten() {
  return (await installedOne()) ?? fromDebian();
}
