// What set-up accepts, what it fetches, and from where: each number stands here and nowhere else.

// The oldest versions that do the work. Emscripten 3.1.69 is the oldest tried: relaxed SIMD with the final opcodes,
// ES modules that load anywhere. Debian 12's own 3.1.6 has none of these.
export const oldest = { node: "20.0.0", python3: "3.10", cmake: "3.22", emscripten: "3.1.69" };

// Debian suites that carry such an Emscripten, best first; only their packages are used, nothing of them is installed.
export const emscriptenSuites = ["forky", "trixie"];

// Raise when emscripten.sh or probes/ change what a finished folder holds: every cache then makes a new one.
export const emscriptenRecipe = 1;

// Catch2's two-file form, as in Debian's source package and, bit for bit, in its release of that tag.
export const catch2 = {
  version: "3.7.1",
  suites: ["trixie", "bookworm-backports", "forky"],
  sha256: {
    "catch_amalgamated.hpp": "91d47e2ddfb2949df22ff582d6c292554184da743e11d3811dcdd06b5b0a159b",
    "catch_amalgamated.cpp": "450fc5f213a87668f0f48c91a2afa4f4226186fef453d36e6fa3bc184ccdb9ba",
  },
};

// Debian and Ubuntu packages for programs that may be missing.
export const packages = {
  "a C++ compiler": ["g++"],
  python3: ["python3"],
  cmake: ["cmake"],
  "ninja or make": ["ninja-build"],
  Chromium: ["chromium"],
  Firefox: ["firefox-esr"],
};

// "3.1.69" against "4.0": negative, zero or positive.
export function compareVersions(a, b) {
  const [left, right] = [a, b].map((version) => version.split(".").map(Number));
  for (let i = 0; i < Math.max(left.length, right.length); ++i) {
    const difference = (left[i] ?? 0) - (right[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

// The first version number in what a program prints, or null.
export function versionIn(text) {
  return /\b(\d+\.\d+(?:\.\d+)?)/.exec(text)?.[1] ?? null;
}
