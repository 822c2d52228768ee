// What set-up reads from the output of other programs, and what it asks of apt.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import test from "node:test";
import { mirrorsIn } from "../../scripts/setup/debian.mjs";
import { aptInstall, onPath } from "../../scripts/setup/host.mjs";
import { compareVersions, versionIn } from "../../scripts/setup/needs.mjs";
import { relaxedSimdFlags } from "../../scripts/setup/relaxed.mjs";

test("versions are compared number by number, and a missing number is zero", () => {
  const ascending = ["3.1.6", "3.1.69", "3.9", "3.22", "3.22.1", "4.0.0", "10.0"];
  for (let i = 1; i < ascending.length; ++i) {
    assert.ok(compareVersions(ascending[i - 1], ascending[i]) < 0, `${ascending[i - 1]} < ${ascending[i]}`);
    assert.ok(compareVersions(ascending[i], ascending[i - 1]) > 0);
  }
  assert.equal(compareVersions("4", "4.0.0"), 0);
});

test("the version is found in the output of a program", () => {
  assert.equal(versionIn("cmake version 3.25.1\n\nCMake suite maintained by Kitware"), "3.25.1");
  assert.equal(versionIn("Python 3.11.2"), "3.11.2");
  assert.equal(versionIn("emcc (Emscripten gcc/clang-like replacement + linker emulating GNU ld) 6.0.5 ()"), "6.0.5");
  assert.equal(versionIn("command not found"), null);
});

test("a folder on the PATH with the name of a program is not that program", () => {
  const folder = mkdtempSync(join(tmpdir(), "heed-path-"));
  const before = process.env.PATH;
  mkdirSync(join(folder, "node"));
  process.env.PATH = folder + delimiter + before;
  const found = onPath("node");
  process.env.PATH = before;
  rmSync(folder, { recursive: true });
  assert.equal(found, onPath("node"));
});

test("the mirrors are those of the machine's own Debian release, each once, in order", () => {
  const printed = `'http://mirror.example/debian/dists/bookworm/InRelease' x 0
'http://mirror.example/debian/dists/bookworm-updates/InRelease' x 0
'http://mirror.example/debian-security/dists/bookworm-security/InRelease' x 0
'https://other.example/tool/dists/stable/InRelease' x 0
'https://other.example/linux/debian/dists/bookworm/InRelease' x 0
'http://mirror.example/debian/dists/bookworm/main/binary-amd64/Packages.xz' x 0
`;
  assert.deepEqual(mirrorsIn(printed, "bookworm"), [
    "http://mirror.example/debian",
    "https://other.example/linux/debian",
  ]);
  assert.deepEqual(mirrorsIn("", "bookworm"), []);
});

test("Node 20 and newer run relaxed SIMD with the flags that set-up finds", () => {
  const flags = relaxedSimdFlags();
  assert.ok(flags === null || Array.isArray(flags));
  const major = Number(process.versions.node.split(".")[0]);
  if (major >= 20) assert.notEqual(flags, null);
});

test("a package that apt cannot have does not stop the others, and what apt said of it is kept", async () => {
  const folder = mkdtempSync(join(tmpdir(), "heed-apt-"));
  const { PATH } = process.env;
  const apt = `#!/bin/sh
    for word; do last=$word; done
    echo $last >> ${folder}/log
    [ $last != absent ] || { echo "E: Unable to locate package absent"; exit 100; }\n`;
  writeFileSync(join(folder, "apt-get"), apt, { mode: 0o755 });
  process.env.PATH = folder + delimiter + PATH;
  try {
    const { ok, tail } = await aptInstall([["chromium"], ["absent"], ["xvfb", "firefox-esr"]], () => {});
    assert.deepEqual([ok, tail], [false, "E: Unable to locate package absent"]);
    assert.equal(readFileSync(join(folder, "log"), "utf8"), "update\nchromium\nabsent\nfirefox-esr\n");
  } finally {
    process.env.PATH = PATH;
    rmSync(folder, { recursive: true, force: true });
  }
});
