// Debian's archive, from which packages are unpacked into the cache folder: whether it can be used here, and its
// mirrors.

import { existsSync } from "node:fs";
import { haveApt, osRelease } from "./host.mjs";
import { capture } from "./run.mjs";

export const keyring = "/usr/share/keyrings/debian-archive-keyring.gpg";

// A sentence that says why Debian's packages cannot be used here, or null.
export function whyNotDebian() {
  if (process.platform !== "linux" || process.arch !== "x64") {
    return `Debian's packages are used on Linux amd64 only, and this is ${process.platform} ${process.arch}.`;
  }
  if (!haveApt()) return "apt-get and dpkg-deb, which fetch and unpack Debian's packages, are not on PATH.";
  if (!existsSync(keyring)) {
    const remedy = "Type: sudo apt-get install -y debian-archive-keyring";
    return `Debian's keyring, which proves that packages come from Debian, is missing. ${remedy}`;
  }
  return null;
}

// Addresses that may be Debian mirrors, in the order of the machine's own sources. Addresses of other archives do no
// harm, since packages must be signed by Debian's key.
export async function mirrors() {
  if (process.env.HEED_DEBIAN_MIRROR) return [process.env.HEED_DEBIAN_MIRROR];
  const { stdout } = await capture("apt-get", ["--print-uris", "update"]);
  return mirrorsIn(stdout, osRelease().VERSION_CODENAME ?? "");
}

export function mirrorsIn(printedUris, codename) {
  const all = [...printedUris.matchAll(/^'([^']*)\/dists\/([^/']+)\//gm)];
  return [...new Set(all.filter(([, , suite]) => suite === codename).map(([, mirror]) => mirror))];
}
