// Pythons with a module that some tests run. NumPy reads the files that the pages export, and writes files that they
// open.

import { osRelease } from "./host.mjs";
import { capture } from "./run.mjs";

// Debian's packages are for Debian's Python, which another one may hide on PATH.
const kPythons = ["python3", "/usr/bin/python3"];

// The first Python that imports the module, or null.
export async function pythonWith(module) {
  for (const python of kPythons) {
    const { code } = await capture(python, ["-c", `import ${module}`]);
    if (code === 0) return python;
  }
  return null;
}

// ["NumPy"] where it is missing. It is installed on Debian alone, and optional.
export async function missingNumpy() {
  return osRelease().ID === "debian" && !(await pythonWith("numpy")) ? ["NumPy"] : [];
}
