// What set-up reads off other programs: versions, mirrors, ports.
import assert from "node:assert/strict";
import test from "node:test";
import { mirrorsIn } from "../../scripts/setup/debian.mjs";
import { compareVersions, versionIn } from "../../scripts/setup/needs.mjs";
import { relaxedSimdFlags } from "../../scripts/setup/relaxed.mjs";

test("versions compare by number, part by part, a missing part being zero", () => {
  const ascending = ["3.1.6", "3.1.69", "3.9", "3.22", "3.22.1", "4.0.0", "10.0"];
  for (let i = 1; i < ascending.length; ++i) {
    assert.ok(compareVersions(ascending[i - 1], ascending[i]) < 0, `${ascending[i - 1]} < ${ascending[i]}`);
    assert.ok(compareVersions(ascending[i], ascending[i - 1]) > 0);
  }
  assert.equal(compareVersions("4", "4.0.0"), 0);
});

test("a version is found in what the programs print", () => {
  assert.equal(versionIn("cmake version 3.25.1\n\nCMake suite maintained by Kitware"), "3.25.1");
  assert.equal(versionIn("Python 3.11.2"), "3.11.2");
  assert.equal(versionIn("emcc (Emscripten gcc/clang-like replacement + linker emulating GNU ld) 6.0.5 ()"), "6.0.5");
  assert.equal(versionIn("command not found"), null);
});

test("Debian's mirrors are those of the machine's own release, each once, in order", () => {
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

test("this node runs relaxed SIMD with the flags that are named for it", () => {
  const flags = relaxedSimdFlags();
  assert.ok(flags === null || Array.isArray(flags));
  const major = Number(process.versions.node.split(".")[0]);
  if (major >= 20) assert.notEqual(flags, null);
});
