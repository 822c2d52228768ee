// Programs of this machine. As root, apt installs the ones that are missing; nothing else is ever installed.

import { accessSync, constants, existsSync, readFileSync, statSync } from "node:fs";
import { delimiter, join } from "node:path";
import { cacheFolder } from "./cache.mjs";
import { withLock } from "./lock.mjs";
import { compareVersions, oldest, packages, versionIn } from "./needs.mjs";
import { Refusal, seldom, step } from "./report.mjs";
import { capture, follow } from "./run.mjs";

export function onPath(...names) {
  for (const name of names) {
    for (const folder of (process.env.PATH ?? "").split(delimiter)) {
      const file = join(folder, name);
      if (folder && executable(file)) return file;
    }
  }
  return null;
}

export function executable(file) {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

// { file, version } of a program on PATH that is new enough, or null.
export async function recent(name) {
  const file = onPath(name);
  if (!file) return null;
  const { stdout, stderr } = await capture(file, ["--version"]);
  const version = versionIn(stdout + stderr);
  return version && compareVersions(version, oldest[name]) >= 0 ? { file, version } : null;
}

export const haveApt = () => onPath("apt-get") !== null && onPath("dpkg-deb") !== null;
export const mayInstall = () => process.getuid?.() === 0 && haveApt();

// ID, VERSION_CODENAME and so on of /etc/os-release; empty on systems without it.
export function osRelease() {
  if (!existsSync("/etc/os-release")) return {};
  const lines = readFileSync("/etc/os-release", "utf8").matchAll(/^(\w+)="?(.*?)"?$/gm);
  return Object.fromEntries([...lines].map(([, name, value]) => [name, value]));
}

const packagesFor = (needs) => needs.flatMap((need) => packages[need]);

// A sentence with the command that installs the missing programs.
function remedyFor(needs) {
  if (haveApt()) return `Type: sudo apt-get install -y ${packagesFor(needs).join(" ")}`;
  return "Install them with this system's package manager, so that they are on PATH.";
}

const kAptOptions = ["-o", "DPkg::Lock::Timeout=600", "-o", "Acquire::Retries=3", "-o", "Dpkg::Use-Pty=0"];

// { ok, tail }: installs each group of packages on its own. A group that cannot be had does not stop the others.
// apt gets no lock of ours: a service that a package starts would keep it, and apt has its own.
export async function aptInstall(groups, tell) {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const tellSometimes = seldom(tell);
  const interesting = (line) => {
    if (/^[EW]:/.test(line)) tell(line);
    else if (/^(Get:|Setting up)/.test(line)) tellSometimes(line);
  };
  const apt = (...args) => follow("apt-get", ["-q", ...kAptOptions, ...args], { env, onLine: interesting });
  // The package lists of a new machine are empty, and old lists name versions that the mirrors no longer have.
  const outcomes = [await apt("update")];
  for (const names of groups) outcomes.push(await apt("install", "-y", "--no-install-recommends", ...names));
  const failed = outcomes.filter(({ code }) => code !== 0);
  return { ok: outcomes.slice(1).every(({ code }) => code === 0), tail: failed.map(({ tail }) => tail).join("\n") };
}

// { ok, tail }: whether apt installed all, and the end of what it printed where it failed.
async function install({ required, optional }) {
  /** @type {{ ok: boolean, tail: string }} */
  let outcome;
  const groups = [packagesFor(required), ...optional.map((need) => packages[need])].filter(({ length }) => length > 0);
  await step("system packages", `apt-get install ${groups.flat().join(" ")}`, (tell) =>
    withLock(join(cacheFolder(), "apt.lock"), "waiting for another set-up that uses apt", async () => {
      outcome = await aptInstall(groups, tell);
      return outcome.ok ? "installed" : "not all installed";
    }),
  );
  return outcome;
}

// "cmake ≥ 3.22, ninja or make and Chromium"
function listed(needs) {
  const words = needs.map((need) => (oldest[need] ? `${need} ≥ ${oldest[need]}` : need));
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

// Refuses if a required program is missing. find() gives the missing programs as { required, optional }. As root, apt
// installs both kinds first, and find() is called again; optional programs may still be missing then.
export async function requirePrograms(find) {
  let missing = await find();
  let aptPrinted = "";
  if (missing.required.length + missing.optional.length > 0 && mayInstall()) {
    const { ok, tail } = await install(missing);
    if (!ok) aptPrinted = `\n\napt-get printed:\n\n${tail.replace(/^/gm, "    ")}`;
    missing = await find();
  }
  if (missing.required.length === 0) return;
  const remedy = remedyFor([...missing.required, ...missing.optional]);
  throw new Refusal(`This machine lacks ${listed(missing.required)}. ${remedy}${aptPrinted}`);
}
