// The tools that compile the core: a C++ compiler for this machine, CMake, ninja or make, and python3 for Emscripten.

import { onPath, recent } from "./host.mjs";

const compiler = () => process.env.CXX || onPath("g++", "clang++", "c++");

export async function missingBuildTools() {
  const needs = [];
  if (!compiler()) needs.push("a C++ compiler");
  if (!(await recent("python3"))) needs.push("python3");
  if (!(await recent("cmake"))) needs.push("cmake");
  if (!onPath("ninja", "make")) needs.push("ninja or make");
  return needs;
}

// { cmake, generator }: the version of CMake, and the generator that it uses.
export async function buildTools() {
  const { version } = await recent("cmake");
  return { cmake: version, generator: onPath("ninja") ? "Ninja" : "Unix Makefiles" };
}
