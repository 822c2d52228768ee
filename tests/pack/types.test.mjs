// The types of the installed tarball, as strict projects of each kind see them.
import assert from "node:assert/strict";
import test from "node:test";
import { copyOf, install, node, toolOf } from "./tarball.mjs";
import { ELEMENT, OTHERS, PLATFORM, USE, USING, WORKERS } from "./typed.mjs";

const installed = await install("typed");

const config = (options, files) =>
  JSON.stringify({
    compilerOptions: {
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      noEmit: true,
      skipLibCheck: false,
      types: [],
      target: "ES2022",
      ...options,
    },
    files,
  });

const KINDS = {
  node16: { module: "Node16", moduleResolution: "Node16" },
  nodenext: { module: "NodeNext", moduleResolution: "NodeNext" },
  bundler: { module: "ESNext", moduleResolution: "Bundler" },
  node10: { module: "ESNext", moduleResolution: "Node10" },
};

for (const [kind, options] of Object.entries(KINDS)) {
  for (const [where, lib] of [
    ["a page", ["ES2022", "DOM"]],
    ["a worker", ["ES2022", "WebWorker"]],
    ["no platform at all", ["ES2022"]],
  ]) {
    test(`under ${kind}, in ${where}`, async () => {
      const files = {
        "a page": ["use.ts", "others.ts", "platform.ts", "using.ts", "workers.ts", "element.ts"],
        "a worker": ["use.ts", "others.ts", "platform.ts", "using.ts"],
      }[where] ?? ["use.ts", "others.ts"];
      const folder = copyOf(installed, `${kind}-${lib.at(-1)}`, {
        "use.ts": USE,
        "others.ts": OTHERS,
        "platform.ts": PLATFORM,
        "using.ts": USING,
        "workers.ts": WORKERS,
        "element.ts": ELEMENT,
        "tsconfig.json": config({ ...options, lib }, files),
      });
      assert.equal(await node([toolOf("typescript", "tsc"), "-p", "."], folder), "");
    });
  }
}
