// The programs of the documentation: pieces of Markdown that begin with ```js, and the files of web/site/docs/programs.
// Each is a module as its reader would paste it. The pages show it and run it. A test runs it from the packed tarball
// and compares what it prints with its comments.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");
const folder = path.join(root, "web/site/docs/programs");

/** What a page can import. heed/external fetches its wasm, which no page does; heed/forward would be 50 KB more. */
const IN_A_PAGE = [
  ...["heed", "heed/layers", "heed/train", "heed/rotary", "heed/model", "heed/workers", "heed/element", "heed/draw"],
  "heed/page",
  "heed/gguf",
];

/** The programs of the reference: a Map from "heed/train adam" to { file, text }. */
export function readPrograms() {
  const files = readdirSync(folder, { encoding: "utf8", recursive: true }).filter((file) => file.endsWith(".mjs"));
  return new Map(
    files.map((file) => {
      const [entry, name] = file.replace(/\.mjs$/, "").split(path.sep);
      const key = `${entry.replace("-", "/")} ${name}`;
      return [
        key,
        { file: `web/site/docs/programs/${entry}/${name}.mjs`, text: readFileSync(path.join(folder, file), "utf8") },
      ];
    }),
  );
}

/**
 * The program that shows a call: its own, or that of its object, or that of a function which returns the object.
 *
 * @param call "load" or "Random.uniform"
 * @param entry of readReference()
 * @returns its name, or undefined
 */
export function programNameOf(call, { entry, names }, programs) {
  const [object, method] = call.split(".");
  const makers = names
    .filter(({ signatures }) => signatures.some((text) => returns(text, object)))
    .map(({ name }) => name);
  const calls = method === undefined ? `${object}(` : `.${method}(`;
  return [call, object, ...makers].find((name) => programs.get(`${entry} ${name}`)?.text.includes(calls));
}

const returns = (signature, object) => new RegExp(`: (Promise<)?${object}\\b[^:]*$`).test(signature);

/** The pieces of JavaScript in a text of Markdown. */
export function programsIn(markdown) {
  return Array.from(markdown.matchAll(/^```js\n([\s\S]*?)^```/gm), ([, text]) => text);
}

const importsOf = (text) =>
  ts
    .createSourceFile("program", text, ts.ScriptTarget.Latest, false, ts.ScriptKind.JS)
    .statements.filter(ts.isImportDeclaration);

const namesOf = (text) =>
  importsOf(text).flatMap(({ moduleSpecifier: from }) => (ts.isStringLiteral(from) ? [from.text] : []));

/** Whether the program can run within a page. */
export function runsInPage(text) {
  const names = namesOf(text);
  return names.length > 0 && names.every((name) => IN_A_PAGE.includes(name)) && !/\bprocess\./.test(text);
}

/** What takes longer than a glance waits until the reader asks for it. */
export function takesLong(text) {
  return namesOf(text).includes("heed/workers") || /\bstep <=? (\d{2,}|steps)\b/.test(text);
}

/** Whether the program makes workers, which a page must allow. */
export const makesWorkers = (text) => namesOf(text).includes("heed/workers");

/** For esbuild: "docs:packages" has what programs can import, by the names of the packages. */
export const packageModules = {
  name: "docs-packages",
  setup(build) {
    build.onResolve({ filter: /^docs:packages$/ }, ({ path: name }) => ({ path: name, namespace: "docs-packages" }));
    build.onLoad({ filter: /.*/, namespace: "docs-packages" }, () => ({
      contents: [
        ...IN_A_PAGE.map((name, at) => `import * as package${at} from "${name}";`),
        `export default { ${IN_A_PAGE.map((name, at) => `"${name}": package${at}`).join(", ")} };`,
      ].join("\n"),
      resolveDir: root,
    }));
  },
};

/**
 * For esbuild: "docs:programs" has the programs of a page by their names. Each becomes a function of the console that
 * it prints to and of the document that it adds to. It imports from packages.js.
 */
export function programModules(programs) {
  const moduleOf = (text) => {
    const all = importsOf(text);
    const imports = all.map(({ pos, end }) => text.slice(pos, end).trim()).join("\n");
    const body = all.reduceRight((rest, { pos, end }) => rest.slice(0, pos) + rest.slice(end), text);
    return `${imports}\nexport default async function (console, document) {\n${body}\n}`;
  };
  const table = [
    ...programs.map((_, at) => `import program${at} from "docs:program/${at}";`),
    `export default { ${programs.map(({ name }, at) => `${JSON.stringify(name)}: program${at}`).join(", ")} };`,
  ].join("\n");
  return {
    name: "docs-programs",
    setup(build) {
      build.onResolve({ filter: /^docs:program/ }, ({ path: name }) => ({ path: name, namespace: "docs-programs" }));
      build.onResolve({ filter: /^heed(\/|$)/, namespace: "docs-programs" }, ({ path: name }) => ({
        path: name,
        namespace: "docs-package",
      }));
      build.onLoad({ filter: /.*/, namespace: "docs-package" }, ({ path: name }) => ({
        contents: `module.exports = window.heedPackages?.["${name}"] ?? {};`,
      }));
      build.onLoad({ filter: /.*/, namespace: "docs-programs" }, ({ path: name }) => ({
        contents: name === "docs:programs" ? table : moduleOf(programs[Number(name.split("/")[1])].text),
        loader: "js",
        resolveDir: root,
      }));
    },
  };
}
