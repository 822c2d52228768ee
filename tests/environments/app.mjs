// An app of an environment: a fresh folder with its packages and the tarball, and what is asked of it.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { chromium } from "@playwright/test";
import { serve } from "../../scripts/serve.mjs";
import { pythonWith } from "../../scripts/setup/python.mjs";
import { findEngine } from "../../scripts/testing/engines.mjs";
import { ran, tarball } from "../pack/tarball.mjs";
import { ELEMENT, PLATFORM, USE, USING, WORKERS } from "../pack/typed.mjs";
import { launchOptions } from "../site/chromium.mjs";

const PICTURES = fileURLToPath(new URL("../../web/site/docs/pictures", import.meta.url));
export const apps = fileURLToPath(new URL("apps", import.meta.url));
/** What every program computes: three tokens that attend to one another. */
const WEIGHTS = "0.402 0.329 0.269 0.295 0.360 0.346 0.255 0.365 0.380";
/** The same as the element writes it where nothing is laid out. */
const TABLE = "0.4018 0.3289 0.2693 0.2946 0.3598 0.3457 0.2548 0.3652 0.3801";
/** The same as a file of attention, which the command line makes a page, a drawing and a picture of. */
const ATTENTION = {
  attention: [[WEIGHTS.split(" ").map(Number)].map((row) => [row.slice(0, 3), row.slice(3, 6), row.slice(6)])],
  tokens: ["the", "animal", "it"],
};
/** The size of a picture of a recipe, and how well it keeps what it shows. */
const PICTURE = { width: 800, height: 500, quality: 60 };
const FLAGS = ["--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline", "--loglevel=error"];

const STRICT = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noEmit: true,
  skipLibCheck: true,
  types: [],
  target: "ES2022",
  module: "ESNext",
  moduleResolution: "Bundler",
  lib: ["ES2022", "DOM", "DOM.Iterable"],
};

/** Programs of the machine. */
const SYSTEM = ["jupyter", "mkdocs", "sphinx-build", "pandoc", "rsvg-convert", "pdflatex", "pdftotext", "pdftoppm"];

export class App {
  constructor(name) {
    this.folder = mkdtempSync(path.join(tmpdir(), `heed-${name}-`));
    cpSync(path.join(apps, name), this.folder, { recursive: true });
  }

  install() {
    return ran("npm", ["install", ...FLAGS, tarball], this.folder);
  }

  remove() {
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }

  file(name) {
    return path.join(this.folder, name);
  }

  version(name) {
    return JSON.parse(readFileSync(this.file(`node_modules/${name}/package.json`), "utf8")).version;
  }

  async #program(name) {
    if (name === "node") return process.execPath;
    if (SYSTEM.includes(name)) return name;
    if (name === "python") return (await pythonWith("numpy, traitlets")) ?? "python3";
    if (name === "Bun" || name === "Deno") return (await findEngine(name)).program;
    return this.file(`node_modules/.bin/${name}`);
  }

  async run(name, ...args) {
    return ran(await this.#program(name), args, this.folder, {
      OBSERVABLE_TELEMETRY_DISABLE: "true",
      DENO_NO_UPDATE_CHECK: "1",
      NEXT_TELEMETRY_DISABLED: "1",
      ASTRO_TELEMETRY_DISABLED: "1",
    });
  }

  async prints(name, ...args) {
    const printed = (await this.run(name, ...args)).trim();
    if (printed !== WEIGHTS) throw new Error(`It printed ${printed} instead of ${WEIGHTS}.`);
  }

  /** Runs a program that prints the cells of the element. */
  async printsTable(file) {
    const printed = (await this.run("node", file)).trim();
    if (printed !== TABLE) throw new Error(`The table holds ${printed} instead of ${TABLE}.`);
  }

  /** The types under the oldest TypeScript that is promised, and under the newest. The oldest has no disposal. */
  async types() {
    const programs = {
      "use.ts": USE.replace(/.*Symbol\.dispose.*\n/, ""),
      "platform.ts": PLATFORM,
      "element.ts": ELEMENT,
    };
    const younger = { "disposed.ts": USE, "using.ts": USING, "workers.ts": WORKERS };
    for (const [file, text] of Object.entries({ ...programs, ...younger })) writeFileSync(this.file(file), text);
    await this.#checkTypes("oldest", {}, Object.keys(programs));
    await this.#checkTypes("newest", {}, [...Object.keys(programs), ...Object.keys(younger)]);
    const react18 = { react: ["./node_modules/types-react-18"], "react/*": ["./node_modules/types-react-18/*"] };
    for (const version of ["oldest", "newest"]) {
      await this.#checkTypes(version, { jsx: "react-jsx" }, ["react.tsx"]);
      await this.#checkTypes(version, { jsx: "react-jsx", paths: react18 }, ["react.tsx"]);
      await this.#checkTypes(version, { jsx: "react-jsx", jsxImportSource: "preact" }, ["preact.tsx"]);
      await this.#checkTypes(version, { jsx: "preserve", jsxImportSource: "solid-js" }, ["solid.tsx"]);
      await this.#checkTypes(version, {}, ["svelte.ts", "vue.ts"]);
    }
  }

  #checkTypes(version, options, files) {
    writeFileSync(this.file("tsconfig.json"), JSON.stringify({ compilerOptions: { ...STRICT, ...options }, files }));
    return this.run("node", `node_modules/typescript-${version}/bin/tsc`, "-p", ".");
  }

  copyWasm(to) {
    for (const name of ["simd.wasm", "relaxed-simd.wasm"])
      copyFileSync(this.file(`node_modules/heed/dist/${name}`), this.file(path.join(to, name)));
  }

  /** Opens a page of the folder, whose element must show the weights. */
  async shows(file) {
    const server = await serve(path.dirname(this.file(file)));
    try {
      await opened(`${server.url}/${path.basename(file)}`, "Weights");
    } finally {
      await server.close();
    }
  }

  /** Puts head.html, head.svg or head.png into a folder of the app: what `npx heed show` makes of a file. */
  async saveHead(extension, folder = ".") {
    mkdirSync(this.file(folder), { recursive: true });
    writeFileSync(this.file("attention.json"), JSON.stringify(ATTENTION));
    await this.run("heed", "show", "attention.json", "--head", "0.0", "--out", path.join(folder, `head.${extension}`));
  }

  /**
   * Opens a page of the folder without a network. The saved page in its frame must show the weights.
   * @param {string} file @param {string} picture where a picture of it goes
   */
  async showsFrame(file, picture) {
    const server = await serve(path.dirname(this.file(file)));
    const page = await (await openBrowser()).newPage({ viewport: PICTURE });
    try {
      await page.goto(`${server.url}/${path.basename(file)}`);
      const frame = page.frameLocator("iframe");
      await frame.locator("attention-matrix td[data-row]").nth(8).waitFor({ timeout: 20_000 });
      const shown = await frame
        .locator("attention-matrix")
        .evaluate((element) => Array.from(/** @type {any} */ (element).matrix.data, (value) => value.toFixed(3)));
      if (shown.join(" ") !== WEIGHTS) throw new Error(`The frame shows ${shown.join(" ")} instead of ${WEIGHTS}.`);
      await takePicture(page, picture);
    } finally {
      await page.close();
      await server.close();
    }
  }

  /** The drawing as PDF, in a page that LaTeX sets. The page must hold the weights as text. */
  async setsPaper(picture) {
    await this.run("rsvg-convert", "-f", "pdf", "-o", "head.pdf", "head.svg");
    await this.run("pdflatex", "-interaction=nonstopmode", "-halt-on-error", "paper.tex");
    const words = (await this.run("pdftotext", "paper.pdf", "-")).split(/\s+/);
    for (const weight of WEIGHTS.split(" "))
      if (!words.includes(`${weight}0`)) throw new Error(`The page does not hold ${weight}: ${words.join(" ")}`);
    await this.run(
      "pdftoppm",
      "-r",
      "97",
      "-y",
      "90",
      "-W",
      "800",
      "-H",
      "500",
      "-png",
      "-singlefile",
      "paper.pdf",
      "page",
    );
    const page = await (await openBrowser()).newPage({ viewport: PICTURE });
    const drawn = readFileSync(this.file("page.png")).toString("base64");
    await page.setContent(`<body style="margin: 0"><img src="data:image/png;base64,${drawn}">`);
    await takePicture(page, picture);
    await page.close();
  }

  /** Builds the app once, starts its server, and opens a page. */
  async next(address, label) {
    if (!existsSync(this.file(".next/BUILD_ID"))) await this.run("next", "build");
    const server = await this.#serve(["next", "start", "-p", "0"], /http:\/\/localhost:(\d+)/);
    try {
      await opened(`http://localhost:${server.ports[0]}${address}`, label);
    } finally {
      server.stop();
    }
  }

  /**
   * Runs files as cells of a notebook in Jupyter: Python as it is, HTML by %%html. The elements with these labels must
   * show the weights, each in the output of its own cell.
   */
  async notebook(files, labels) {
    const texts = files.map(
      (file) => (file.endsWith(".html") ? "%%html\n" : "") + readFileSync(this.file(file), "utf8"),
    );
    // Jupyter's own scripts complain of what Debian leaves out.
    await this.#inJupyter(texts, (address) => opened(address, labels, { act: runCells, from: "/files/" }));
  }

  /**
   * The program, and two cells below it, each show a head by heed.py. Each shows its own: at once, after the notebook
   * was saved and opened again, and in what nbconvert makes of it.
   */
  async threeHeads(file) {
    const rest = [1, 2].map((head) => `heed.show(heads[${head}], tokens, title="Head ${head}")`);
    await this.#inJupyter([readFileSync(this.file(file), "utf8"), ...rest], async (address) => {
      const page = await (await openBrowser()).newPage();
      try {
        await page.goto(address);
        await runCells(page);
        await showsThreeHeads(page);
        await page.evaluate(() => globalThis.Jupyter.notebook.save_notebook());
        await page.reload();
        await showsThreeHeads(page);
        await this.run("jupyter", "nbconvert", "--to", "html", "cells.ipynb");
        await page.goto(pathToFileURL(this.file("cells.html")).href);
        await showsThreeHeads(page);
      } finally {
        await page.close();
      }
    });
  }

  /** A widget of heed.py in anywidget's own front end. It must send the cell that is clicked. */
  async sendsClick() {
    writeFileSync(this.file("state.json"), await this.run("python", "widget.py"));
    await this.run("esbuild", "main.js", "--bundle", "--format=esm", "--outdir=dist", "--log-level=error");
    const server = await serve(this.folder);
    const page = await (await openBrowser()).newPage();
    try {
      await page.goto(`${server.url}/index.html`);
      const cell = "attention-matrix td[data-row='2'][data-column='0']";
      await page.frameLocator("iframe").locator(cell).click({ timeout: 20_000 });
      const sent = await page.waitForFunction(() => /** @type {any} */ (globalThis).sent.at(-1)?.state);
      const said = JSON.stringify(await sent.jsonValue());
      const wanted = '{"clicked":{"head":1,"row":2,"column":0}}';
      if (said !== wanted) throw new Error(`The kernel is sent ${said} instead of ${wanted}.`);
    } finally {
      await page.close();
      await server.close();
    }
  }

  /** Starts Jupyter with a notebook of these cells, and gives its address. */
  async #inJupyter(sources, act) {
    const cell = { cell_type: "code", execution_count: null, metadata: {}, outputs: [] };
    const kernelspec = { name: "python3", display_name: "Python 3", language: "python" };
    const cells = sources.map((source) => ({ ...cell, source }));
    const notebook = { cells, metadata: { kernelspec }, nbformat: 4, nbformat_minor: 2 };
    writeFileSync(this.file("cells.ipynb"), JSON.stringify(notebook));
    const port = await freePort();
    const server = await this.#serve(
      ["jupyter", "notebook", "--no-browser", "--allow-root", `--port=${port}`, "--NotebookApp.token="],
      /running at:[^]*?http:\/\/localhost:(\d+)/,
    );
    try {
      await act(`http://localhost:${port}/notebooks/cells.ipynb`);
    } finally {
      server.stop();
    }
  }

  /** With the compiled module it computes. Without, the error says what to do. */
  async workerd() {
    const command = ["workerd", "serve", "--control-fd=1", "config.capnp"];
    const server = await this.#serve(command, /"socket":"(?:worker|plain)","port":(\d+)/g, 2);
    try {
      const [printed, said] = await Promise.all(
        server.ports.map(async (port) => (await fetch(`http://127.0.0.1:${port}`)).text()),
      );
      if (printed !== WEIGHTS) throw new Error(`The worker answered ${printed} instead of ${WEIGHTS}.`);
      if (!said.includes("Pass a compiled module")) throw new Error(`Without the module it says: ${said}`);
    } finally {
      server.stop();
    }
  }

  /** Starts a server and waits until it has printed its ports. */
  async #serve(command, pattern, count = 1) {
    const [name, ...args] = command;
    const env = { ...process.env, NEXT_TELEMETRY_DISABLED: "1" };
    const child = spawn(await this.#program(name), args, { cwd: this.folder, env, detached: true });
    const stop = () => process.kill(-Number(child.pid));
    let said = "";
    const ports = await new Promise((resolve, reject) => {
      const hear = (text) => {
        said += text;
        const found = [...said.matchAll(new RegExp(pattern, "g"))].map(([, port]) => Number(port));
        if (found.length >= count) resolve(found);
      };
      child.stdout.on("data", hear);
      child.stderr.on("data", hear);
      child.on("error", ({ message }) => reject(new Error(`${name} cannot be started (${message}).`)));
      child.on("exit", () => reject(new Error(`${name} ended:\n${said}`)));
    });
    return { ports, stop };
  }
}

/** A port that nobody listens to. Jupyter does not tell which one it took by itself. */
async function freePort() {
  const server = createServer().listen(0);
  await once(server, "listening");
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  server.close();
  await once(server, "close");
  return port;
}

/** In the page of Jupyter Notebook: runs all cells once the kernel can. */
async function runCells(page) {
  await page.waitForFunction(() => globalThis.Jupyter?.notebook?.kernel?.is_connected());
  await page.evaluate(() => globalThis.Jupyter.notebook.execute_all_cells());
}

/** Waits until three frames each show their own head: 1 on a diagonal that is moved by one in each. */
async function showsThreeHeads(page) {
  const shown = async () => {
    const frames = page.frames().filter((frame) => frame.url() === "about:srcdoc");
    const numbers = await Promise.all(
      frames.map((frame) =>
        frame.evaluate(() => Array.from(document.querySelector("attention-matrix")?.matrix?.data ?? [])),
      ),
    );
    return JSON.stringify(numbers);
  };
  const wanted = JSON.stringify(
    [0, 1, 2].map((by) =>
      Array.from({ length: 9 }, (_, at) => Number((at - by - 4 * Math.floor(at / 3) + 6) % 3 === 0)),
    ),
  );
  for (const end = Date.now() + 30_000; (await shown().catch(() => "")) !== wanted; await page.waitForTimeout(100))
    if (Date.now() > end) throw new Error(`The frames show ${await shown()} instead of ${wanted}.`);
}

/** Debian's, of the packages jupyter-notebook and python3-ipykernel. Its first cell needs python3-numpy. */
export async function jupyterVersion() {
  return (await ran("jupyter", ["notebook", "--version"])).trim();
}

/** A small picture of an open page. An existing one is kept: no two are the same to the last byte. */
async function takePicture(page, name) {
  const file = path.join(PICTURES, `${name}.webp`);
  if (existsSync(file)) return;
  mkdirSync(PICTURES, { recursive: true });
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send("Page.captureScreenshot", { format: "webp", quality: PICTURE.quality });
  writeFileSync(file, Buffer.from(data, "base64"));
}

let browser;

async function openBrowser() {
  browser ??= await chromium.launch(launchOptions);
  return browser;
}

export const browserName = async () => `Chromium ${(await openBrowser()).version().split(".")[0]}`;

export const closeBrowser = () => browser?.close();

/**
 * Opens a page. The elements with these labels must show the weights, and scripts from addresses with `from` in them
 * may complain of nothing. `act` is done to the open page first.
 * @param {string} address @param {string | string[]} labels
 * @param {{ act?: (page: import("@playwright/test").Page) => Promise<unknown>, from?: string }} [more]
 */
async function opened(address, labels, { act = async () => {}, from = "" } = {}) {
  const page = await (await openBrowser()).newPage();
  const complaints = [];
  page.on("console", (message) => {
    const { url } = message.location();
    const counts = url.includes(from) && !url.endsWith("/favicon.ico");
    if (["error", "warning"].includes(message.type()) && counts) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  try {
    await page.goto(address);
    await act(page);
    for (const label of [labels].flat()) {
      const said = await whatShows(page, label);
      if (said !== undefined) complaints.push(said);
    }
    if (complaints.length) throw new Error(complaints.join("\n"));
  } finally {
    await page.close();
  }
}

/** Waits until the element shows the weights; what it shows instead. */
async function whatShows(page, label) {
  const cells = page.locator(`attention-matrix[label="${label}"] td[data-row]`);
  const wanted = WEIGHTS.split(" ").map((weight) => weight.slice(0, 4));
  const shows = ({ name, weights }) => {
    const root = document.querySelector(`attention-matrix[label="${name}"]`)?.shadowRoot;
    const texts = Array.from(root?.querySelectorAll("td[data-row]") ?? [], (cell) => cell.textContent);
    return texts.length === weights.length && weights.every((weight, at) => texts[at].startsWith(weight));
  };
  return page.waitForFunction(shows, { name: label, weights: wanted }, { timeout: 20_000 }).then(
    () => undefined,
    async () => `The element ${label} shows ${JSON.stringify(await cells.allTextContents())}.`,
  );
}
