// Tests an Emscripten: small programs are compiled, linked as the package and its tests are, and run. The first time
// this also compiles Emscripten's system libraries, which takes two to five minutes.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { capture, must } from "./run.mjs";
import { Refusal } from "./report.mjs";
import { relaxedSimdFlags } from "./relaxed.mjs";

const kSources = join(dirname(fileURLToPath(import.meta.url)), "probes");
const kAnswer = "17.000000"; // what probes/tests.cpp prints

// The flags of CMakeLists.txt and cmake/module.cmake that decide which libraries are linked.
const kModule = [
  "-O1",
  "-fno-exceptions",
  "-lembind",
  "-sMODULARIZE",
  "-sEXPORT_ES6",
  "-sENVIRONMENT=web,worker",
  "-sALLOW_MEMORY_GROWTH",
  "-sMALLOC=dlmalloc",
  "-sFILESYSTEM=0",
];
const kTests = [
  "-O1",
  "-fwasm-exceptions",
  "-sEXIT_RUNTIME=1",
  "-sNODERAWFS=1",
  "-sALLOW_MEMORY_GROWTH",
  "-sMALLOC=dlmalloc",
];

async function compile(source, output, flags, { env, lock, tell }) {
  await must(
    `Compiling ${source} with Emscripten`,
    join(env.EMSCRIPTEN_ROOT, "em++"),
    [join(kSources, source), "-o", output, "-std=c++20", "-msimd128", ...flags],
    {
      env,
      lock,
      onLine: (line) => {
        const library = /generating system (?:library|asset): .*?([^/\s]+)\.\.\./.exec(line)?.[1];
        if (library) tell(`compiling ${library}`);
      },
    },
  );
}

async function run(program, flags) {
  const { code, stdout, stderr } = await capture(process.execPath, [...flags, program]);
  if (code === 0 && stdout.trim() === kAnswer) return;
  throw new Refusal(
    `A small program compiled with this Emscripten should print ${kAnswer} in Node. ` +
      `It ended with code ${code} and printed: ${stdout}${stderr}`,
  );
}

// Refuses if a program cannot be compiled or prints a wrong answer. options: { env, lock, tell }.
export async function probe(options) {
  const folder = mkdtempSync(join(tmpdir(), "heed-probe-"));
  try {
    await compile("module.cpp", join(folder, "module.mjs"), kModule, options);
    await compile("tests.cpp", join(folder, "simd.cjs"), kTests, options);
    await run(join(folder, "simd.cjs"), []);
    const flags = relaxedSimdFlags();
    if (flags === null) return;
    await compile("tests.cpp", join(folder, "relaxed.cjs"), [...kTests, "-mrelaxed-simd"], options);
    await run(join(folder, "relaxed.cjs"), flags);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
