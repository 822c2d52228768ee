// The tools that compile the core: a C++ compiler for this machine, CMake, ninja or make, python3 for Emscripten, and
// ccache where it is found.

import { join } from "node:path";
import { cacheFolder } from "./cache.mjs";
import { root } from "./checkout.mjs";
import { onPath, osRelease, recent } from "./host.mjs";

const compiler = () => process.env.CXX || onPath("g++", "clang++", "c++");

export async function missingBuildTools() {
  const needs = [];
  if (!compiler()) needs.push("a C++ compiler");
  if (!(await recent("python3"))) needs.push("python3");
  if (!(await recent("cmake"))) needs.push("cmake");
  if (!onPath("ninja", "make")) needs.push("ninja or make");
  return needs;
}

// ccache is optional: with it, a file that some checkout has compiled is not compiled again.
export const missingCompilerCache = () =>
  osRelease().ID === "debian" && !onPath("ccache") ? ["a cache for compilers"] : [];

// { cmake, generator, env }: the version of CMake, the generator that it uses, and what tells it that compilers have a
// cache, which gives the same objects to every checkout. A header that is compiled once counts by its text.
export async function buildTools() {
  const { version } = await recent("cmake");
  const launcher = process.env.CMAKE_CXX_COMPILER_LAUNCHER ?? onPath("ccache");
  return {
    cmake: version,
    generator: onPath("ninja") ? "Ninja" : "Unix Makefiles",
    env: launcher && {
      CMAKE_CXX_COMPILER_LAUNCHER: launcher,
      CCACHE_DIR: process.env.CCACHE_DIR ?? join(cacheFolder(), "compiled"),
      CCACHE_BASEDIR: root,
      CCACHE_NOHASHDIR: "1",
      CCACHE_SLOPPINESS: "pch_defines,time_macros",
      CCACHE_MAXSIZE: "500M",
    },
  };
}
