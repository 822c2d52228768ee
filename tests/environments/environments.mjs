// The environments in which the package is tried, in the order of the table. Each is a folder of apps/, into which the
// tarball is installed with its packages.

import { ran } from "../pack/tarball.mjs";

/**
 * @typedef {object} Environment
 * @property {string} name
 * @property {string} app its folder
 * @property {string[]} [packages] whose versions the table names; a page without any has the browser's
 * @property {(app: import("./app.mjs").App) => Promise<unknown>} run fails where the result is not there
 * @property {string} [step] what a user must do beyond installing and importing
 * @property {"Node" | "Bun" | "Deno" | "Jupyter Notebook"} [engine] the engine whose version the table names
 * @property {() => Promise<string>} [version] of a program of the machine
 * @property {boolean} [builtBefore] an environment above has built the app, so the time is not that of a new user
 */

const vite = (app) => app.run("vite", "build");
const built = async (app) => {
  await vite(app);
  await app.shows("dist/index.html");
};

/** @type {Environment[]} */
export const ENVIRONMENTS = [
  { name: "Node, `import`", app: "node", engine: "Node", run: (app) => app.prints("node", "main.mjs") },
  {
    name: "Node, `require`",
    app: "node",
    engine: "Node",
    run: (app) => app.prints("node", "main.cjs"),
    step: "Node 20.19, 22.12 or later",
  },
  { name: "Deno", app: "node", engine: "Deno", run: (app) => app.prints("Deno", "run", "--allow-env", "main.mjs") },
  { name: "Bun", app: "node", engine: "Bun", run: (app) => app.prints("Bun", "main.mjs") },
  {
    name: "a thread of Node",
    app: "node",
    engine: "Node",
    run: (app) => app.prints("node", "thread.mjs"),
  },
  {
    name: "plain page",
    app: "page",
    run: (app) => app.shows("index.html"),
    step: "an import map, or full addresses",
  },
  {
    name: "a worker of a plain page",
    app: "page",
    run: (app) => app.shows("worker.html"),
    step: "full addresses",
  },
  {
    name: "Jupyter Notebook",
    app: "notebook",
    engine: "Jupyter Notebook",
    run: (app) => app.notebook(["show_weights.py", "cell.html"], ["Weights", "Computed in the page"]),
    step: "full addresses, as of `/files/`",
  },
  {
    name: "Jupyter Notebook, `heed.py`",
    app: "notebook-one-line",
    engine: "Jupyter Notebook",
    run: (app) => app.threeHeads("heads.py"),
  },
  {
    name: "the front end of anywidget, `heed.py`",
    app: "anywidget",
    packages: ["anywidget", "@jupyter-widgets/base"],
    run: (app) => app.sendsClick(),
  },
  {
    name: "reveal.js",
    app: "reveal",
    packages: ["reveal.js"],
    run: (app) => app.shows("index.html"),
    step: "an import map, or full addresses",
  },
  { name: "Vite", app: "vite", packages: ["vite"], run: built },
  { name: "a worker in Vite", app: "worker", packages: ["vite"], run: built },
  {
    name: "a worker in webpack",
    app: "worker",
    packages: ["webpack"],
    run: async (app) => {
      await app.run("webpack", "--mode=production", "--no-performance", "--entry=./main.js");
      await app.shows("webpack.html");
    },
  },
  { name: "React 19", app: "react-19", packages: ["react", "vite"], run: built },
  {
    name: "React 18",
    app: "react-18",
    packages: ["react", "vite"],
    run: built,
    step: "`ref={setProperties({ … })}`",
  },
  {
    name: "Next, server component",
    app: "next",
    packages: ["next"],
    run: (app) => app.next("/", "Server"),
    step: "numbers and labels as JSON",
  },
  {
    name: "Next, client component",
    app: "next",
    packages: ["next"],
    run: (app) => app.next("/", "Client"),
    step: "`ref={setProperties({ … })}`",
    builtBefore: true,
  },
  { name: "Preact", app: "preact", packages: ["preact", "vite"], run: built },
  { name: "Vue", app: "vue", packages: ["vue", "vite"], run: built, step: "`isCustomElement` in `vite.config.js`" },
  { name: "Svelte", app: "svelte", packages: ["svelte", "vite"], run: built },
  { name: "Solid", app: "solid", packages: ["solid-js", "vite"], run: built },
  {
    name: "Astro",
    app: "astro",
    packages: ["astro"],
    run: async (app) => {
      await app.run("astro", "build");
      await app.shows("dist/index.html");
    },
    step: "numbers and labels as JSON",
  },
  {
    name: "webpack",
    app: "webpack",
    packages: ["webpack"],
    run: async (app) => {
      await app.run("webpack", "--mode=production", "--no-performance", "--entry=./main.js");
      await app.shows("index.html");
    },
  },
  {
    name: "esbuild",
    app: "esbuild",
    packages: ["esbuild"],
    run: async (app) => {
      await app.run("esbuild", "main.js", "--bundle", "--format=esm", "--outdir=dist");
      await app.shows("index.html");
    },
  },
  {
    name: "rollup",
    app: "rollup",
    packages: ["rollup"],
    run: async (app) => {
      await app.run("rollup", "main.js", "--plugin=node-resolve={browser:true}", "--dir=dist");
      await app.shows("index.html");
    },
    step: "`@rollup/plugin-node-resolve`",
  },
  {
    name: "workerd (Cloudflare)",
    app: "workerd",
    packages: ["workerd"],
    run: (app) => app.workerd(),
    step: '`import module from "heed/simd.wasm"`, `load({ wasm: module })`',
  },
  { name: "Vitest, jsdom", app: "vitest", packages: ["vitest", "jsdom"], run: (app) => app.run("vitest", "run") },
  {
    name: "Jest, jsdom",
    app: "jest",
    packages: ["jest"],
    run: (app) => app.run("node", "--experimental-vm-modules", "node_modules/jest/bin/jest.js"),
    step: "`node --experimental-vm-modules`, as for every ES module",
  },
  { name: "jsdom", app: "jsdom", packages: ["jsdom"], run: (app) => app.printsTable("main.mjs") },
  { name: "happy-dom", app: "happy-dom", packages: ["happy-dom"], run: (app) => app.printsTable("main.mjs") },
  {
    name: "types for JSX and templates (React, Preact, Solid, Svelte, Vue)",
    app: "types",
    packages: ["typescript-oldest", "typescript-newest"],
    run: (app) => app.types(),
  },
];

const copied = "copy `simd.wasm` and `relaxed-simd.wasm` next to the bundle";

/** Where `heed/external` finds its files. */
/** @type {Environment[]} */
export const EXTERNAL = [
  {
    name: "Vite",
    app: "vite",
    packages: ["vite"],
    run: async (app) => {
      await app.run("vite", "build", "external", "--base=./", "--outDir=../dist");
      await app.shows("dist/index.html");
    },
  },
  {
    name: "webpack",
    app: "webpack",
    packages: ["webpack"],
    run: async (app) => {
      await app.run("webpack", "--mode=production", "--no-performance", "--entry=./external.js");
      await app.shows("index.html");
    },
  },
  { name: "Next, server", app: "next", packages: ["next"], run: (app) => app.next("/external", "Server") },
  { name: "Next, client", app: "next", packages: ["next"], run: (app) => app.next("/external", "Client") },
  {
    name: "esbuild",
    app: "esbuild",
    packages: ["esbuild"],
    run: async (app) => {
      await app.run("esbuild", "external.js", "--bundle", "--format=esm", "--outdir=dist");
      app.copyWasm("dist");
      await app.shows("external.html");
    },
    step: copied,
  },
  {
    name: "rollup",
    app: "rollup",
    packages: ["rollup"],
    run: async (app) => {
      await app.run("rollup", "external.js", "--plugin=node-resolve={browser:true}", "--dir=dist");
      app.copyWasm("dist");
      await app.shows("external.html");
    },
    step: copied,
  },
];

/** A program of the machine by its name, and the first number that it prints. */
const versionOf =
  (name, program, flag = "--version") =>
  async () =>
    `${name} ${/\d+(\.\d+)+/.exec((await ran(program, [flag], ".")).trim())?.[0]}`;

/** A saved page in a slide or an article: what "Take it with you" says is tried here. */
/** @type {Environment[]} */
export const RECIPES = [
  {
    name: "reveal.js",
    app: "reveal-frame",
    packages: ["reveal.js"],
    run: async (app) => {
      await app.saveHead("html");
      await app.showsFrame("index.html", "reveal");
    },
  },
  {
    name: "Quarto",
    app: "pandoc",
    version: versionOf("only its Markdown, by Pandoc", "pandoc"),
    run: async (app) => {
      await app.saveHead("html");
      await app.run("pandoc", "--standalone", "--metadata=title:Attention", "-o", "page.html", "page.md");
      await app.showsFrame("page.html", "quarto");
    },
  },
  {
    name: "MkDocs",
    app: "mkdocs",
    version: versionOf("MkDocs", "mkdocs"),
    run: async (app) => {
      await app.saveHead("html", "docs");
      await app.run("mkdocs", "build", "--quiet");
      await app.showsFrame("site/index.html", "mkdocs");
    },
  },
  {
    name: "Jupyter Book 1",
    app: "sphinx",
    version: versionOf("what it is made of: MyST in Sphinx", "sphinx-build"),
    run: async (app) => {
      await app.saveHead("html", "files");
      await app.run("sphinx-build", "-q", "-b", "html", ".", "site");
      await app.showsFrame("site/index.html", "jupyter-book");
    },
  },
  {
    name: "Observable Framework",
    app: "observable",
    packages: ["@observablehq/framework"],
    run: async (app) => {
      await app.saveHead("html", "src");
      await app.run("observable", "build");
      await app.showsFrame("dist/index.html", "observable");
    },
  },
  {
    name: "LaTeX",
    app: "latex",
    version: versionOf("pdfTeX", "pdflatex"),
    run: async (app) => {
      await app.saveHead("svg");
      await app.setsPaper("latex");
    },
  },
];

/** What was not tried, and why. */
export const NOT_TRIED = [
  ["JupyterLab, Colab, Quarto", "Debian has Jupyter Notebook only"],
  ["the Python half of anywidget", "Debian does not have it; a stand-in took its place"],
  ["Electron", "its program is not in its npm package, so the run cannot have it"],
  ["SvelteKit 3, Astro 7", "they need Node 22; the run has Node 20"],
];
