// Every program of the README and of the documentation, run as it is pasted, where the package is installed. One
// process runs them all, one after another, and tells what each printed.
import assert from "node:assert/strict";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";
import { programsIn, readPrograms } from "../../scripts/docs/programs.mjs";
import { copyOf, install, nextToTarball, node, ran, root, tarball, toolOf } from "./tarball.mjs";

const docs = "web/site/docs";
const written = readdirSync(path.join(root, docs)).filter((name) => name.endsWith(".md"));
const files = ["README.md", ...written.map((name) => path.join(docs, name))];
const programs = [
  ...files.flatMap((file) =>
    programsIn(readFileSync(path.join(root, file), "utf8")).map((text, at) => ({
      title: `${file}, piece ${at + 1}`,
      file,
      text,
    })),
  ),
  ...Array.from(readPrograms().values(), ({ file, text }) => ({ title: file, file, text })),
].map((program, at) => ({ ...program, name: `program-${at + 1}.mjs` }));

/** What needs a page is run in one (tests/site/docs.spec.mjs, tests/site/element-readme.spec.mjs). */
const needsAPage = (text) => /\bdocument\./.test(text);
/** A test prints its own report. It has a process of its own. */
const isATest = (text) => text.includes('from "node:test"');

const here = programs.filter(({ text }) => !needsAPage(text));
const installed = await install("reader");
const folder = copyOf(installed, "programs", Object.fromEntries(here.map(({ name, text }) => [name, text])));
writeFileSync(
  path.join(folder, "all.mjs"),
  `import { format } from "node:util";
const { log } = console;
const told = {};
for (const name of ${JSON.stringify(here.filter(({ text }) => !isATest(text)).map(({ name }) => name))}) {
  const lines = [];
  console.log = (...values) => lines.push(...format(...values).split("\\n"));
  const error = await import("./" + name).then(() => undefined, String);
  told[name] = { lines, error };
}
log(JSON.stringify(told));`,
);
const told = JSON.parse(await node(["all.mjs"], folder));

for (const { title, file, text, name } of here) {
  if (isATest(text)) {
    test(`${title} is a test that passes`, () => node(["--test", name], folder));
    continue;
  }
  test(`${title} prints what its comments say`, () => {
    const { lines, error } = told[name];
    assert.equal(error, undefined);
    if (text.includes("% right")) learns(text, lines, file.endsWith("layers.md") ? 32 : 26);
    else for (const line of lines.filter(Boolean)) assert.ok(text.includes(`// ${line}`), `it printed ${line}`);
  });
}

/** A training is short, and ends with what its reader hopes for. */
function learns(text, printed, lines) {
  assert.ok(text.trim().split("\n").filter(Boolean).length <= lines, `at most ${lines} lines`);
  const [, accuracy] = /, (\d+) % right$/.exec(printed.at(-1));
  assert.ok(Number(accuracy) >= 95, printed.join("\n"));
}

test("pieces of TypeScript, and all of the guide to sessions, compile against the types of the package", async () => {
  const language = (file) => (file.endsWith("sessions.md") ? "[jt]s" : "ts");
  const blocks = (file) => new RegExp(`^\`\`\`${language(file)}\\n([^]*?)^\`\`\``, "gm");
  const pieces = files.flatMap((file) =>
    Array.from(readFileSync(path.join(root, file), "utf8").matchAll(blocks(file)), ([, text], at) => [
      `${path.basename(file, ".md")}-${at + 1}.ts`,
      text,
    ]),
  );
  assert.ok(pieces.length >= 6);
  const compilerOptions = { strict: true, noEmit: true, types: [], target: "ES2022", lib: ["ES2022", "DOM"] };
  const project = copyOf(installed, "typescript", {
    ...Object.fromEntries(pieces),
    "vitest.d.ts":
      'declare module "vitest" { export const expect: any, test: (name: string, run: () => unknown) => void }',
    "tsconfig.json": JSON.stringify({
      compilerOptions: { ...compilerOptions, module: "ESNext", moduleResolution: "Bundler" },
    }),
  });
  assert.equal(await node([toolOf("typescript", "tsc"), "-p", "."], project), "");
});

test("the README's commands install what npm pack makes, and its program prints its comments", async () => {
  const readme = readFileSync(path.join(root, "README.md"), "utf8");
  const [, start] = /^## Start\n([^]*?)^## /m.exec(readme);
  const [making, installing] = Array.from(start.matchAll(/^```sh\n([^]*?)^```/gm), ([, text]) => text);
  const [program] = programsIn(start);
  const [, name] = /`node ([\w-]+\.mjs)`/.exec(start);
  const { scripts } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
  assert.equal(scripts.prepack, "npm run build", "npm pack builds");
  assert.deepEqual(making.match(/^npm \w+/gm), ["npm start", "npm test", "npm pack"]);
  assert.ok(making.includes(` ${path.basename(tarball)}\n`), "npm pack makes the file that it names");
  const project = nextToTarball({ [name]: program });
  await ran("sh", ["-ec", installing], project, { npm_config_offline: "true", npm_config_audit: "false" });
  const said = Array.from(program.matchAll(/^console\.log\(.*\n\/\/ (.*)$/gm), ([, line]) => line);
  assert.equal(said.length, program.match(/console\.log/g).length);
  assert.equal(await node([name], project), `${said.join("\n")}\n`);
});

test("there are programs for the first use, for weights of one's own, and for training", () => {
  assert.ok(programs.filter(({ text, file }) => file.endsWith(".md") && text.includes("import ")).length >= 3);
});
