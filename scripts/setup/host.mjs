// Programs of the machine: what is here, and what apt can bring when we are root. Nothing else is ever installed.

import { accessSync, constants, existsSync, readFileSync } from "node:fs";
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
    return true;
  } catch {
    return false;
  }
}

// A program on PATH that is at least as new as we need, or null.
export async function recent(name) {
  const file = onPath(name);
  if (!file) return null;
  const { stdout, stderr } = await capture(file, ["--version"]);
  const version = versionIn(stdout + stderr);
  return version && compareVersions(version, oldest[name]) >= 0 ? { file, version } : null;
}

export const haveApt = () => onPath("apt-get") !== null && onPath("dpkg-deb") !== null;
export const mayInstall = () => process.getuid?.() === 0 && haveApt();

// ID, VERSION_CODENAME, … of /etc/os-release; empty elsewhere.
export function osRelease() {
  if (!existsSync("/etc/os-release")) return {};
  const lines = readFileSync("/etc/os-release", "utf8").split("\n");
  return Object.fromEntries(
    lines
      .filter((l) => l.includes("="))
      .map((l) => {
        const at = l.indexOf("=");
        return [l.slice(0, at), l.slice(at + 1).replace(/^"|"$/g, "")];
      }),
  );
}

const packagesFor = (needs) => needs.flatMap((need) => packages[need]);

// The one command that brings the missing programs.
function remedyFor(needs) {
  if (haveApt()) return `Type: sudo apt-get install -y ${packagesFor(needs).join(" ")}`;
  return "Install them with this system's package manager and see that they are on PATH.";
}

const kAptOptions = ["-o", "DPkg::Lock::Timeout=600", "-o", "Acquire::Retries=3", "-o", "Dpkg::Use-Pty=0"];

// No lock is handed down: a service that a package starts would keep it, and apt has its own.
async function aptInstall(names, tell) {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const tellSometimes = seldom(tell);
  const interesting = (line) => {
    if (/^[EW]:/.test(line)) tell(line);
    else if (/^(Get:|Setting up)/.test(line)) tellSometimes(line);
  };
  const apt = (...args) => follow("apt-get", ["-q", ...kAptOptions, ...args], { env, onLine: interesting });
  // The lists of a new machine are empty, those of an old one name versions that are gone.
  const updated = await apt("update");
  const installed = await apt("install", "-y", "--no-install-recommends", ...names);
  return { ok: installed.code === 0, tail: (updated.code === 0 ? "" : updated.tail + "\n") + installed.tail };
}

// { ok, tail }: whether apt brought the programs, and what it said.
async function install(needs) {
  const names = packagesFor(needs);
  let outcome;
  await step("system packages", `apt-get install ${names.join(" ")}`, (tell) =>
    withLock(join(cacheFolder(), "apt.lock"), "waiting for another set-up that uses apt", async () => {
      outcome = await aptInstall(names, tell);
      return outcome.ok ? "installed" : "failed";
    }),
  );
  return outcome;
}

// "cmake ≥ 3.22, ninja or make and Chromium"
function listed(needs) {
  const words = needs.map((need) => (oldest[need] ? `${need} ≥ ${oldest[need]}` : need));
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

// Refuses unless every required program is here. `find` gives what is missing as { required, wished }, and is asked
// again after an installation: as root apt brings both kinds, and what is only wished may stay missing.
export async function requirePrograms(find) {
  let missing = await find();
  let aptSaid = "";
  if (missing.required.length + missing.wished.length > 0 && mayInstall()) {
    const { ok, tail } = await install([...missing.required, ...missing.wished]);
    if (!ok) aptSaid = `\n\napt-get said:\n\n${tail.replace(/^/gm, "    ")}`;
    missing = await find();
  }
  if (missing.required.length === 0) return;
  throw new Refusal(
    `This machine lacks ${listed(missing.required)}. ${remedyFor([...missing.required, ...missing.wished])}${aptSaid}`,
  );
}
