// The documentation as it was built: whole, linked, small, and found by its search.
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";
import { format } from "node:util";
import { gzipSync } from "node:zlib";
import { ERRORS, withSentences } from "../../scripts/docs/errors.mjs";
import { unescaped } from "../../scripts/docs/highlight.mjs";
import { PROMISE, readFlags, withoutDefault, withTables } from "../../scripts/docs/promise.mjs";
import { programNameOf, readPrograms } from "../../scripts/docs/programs.mjs";
import { callsOf, EXPORTS, isFile, pageOf, readReference } from "../../scripts/docs/reference.mjs";
import { root } from "../../scripts/setup/checkout.mjs";
import { siteModule } from "./runs.mjs";

const SITE = path.join(root, "dist-site/docs");
const read = (file) => readFileSync(path.join(SITE, file), "utf8");
const pages = new Map(
  readdirSync(SITE)
    .filter((file) => file.endsWith(".html"))
    .map((file) => [file, read(file)]),
);
const idsOf = (html) => new Set(Array.from(html.matchAll(/ id="([^"]+)"/g), ([, id]) => id));
const ids = new Map(Array.from(pages, ([file, html]) => [file, idsOf(html)]));
const reference = readReference();
const programs = readPrograms();
const members = ({ name, members: all }) =>
  all.map((member) => ({ ...member, full: `${name}.${member.name.replace(/[[\]]/g, "")}` }));

/** What others give: types of the platform, whose members are documented there. */
const FOREIGN = ["WasmResponse", "HalfNumbers"];

test("each exported name and each member has a place in the reference, and a comment that says what it is", () => {
  for (const { entry, names, shared } of reference) {
    const places = ids.get(pageOf(entry));
    for (const name of shared) assert.ok(places.has(name), `${entry} ${name}`);
    for (const name of names) {
      assert.ok(places.has(name.name), `${entry} ${name.name}`);
      assert.ok(name.comment.text, `${entry} ${name.name} has no comment`);
      for (const { full, comment } of members(name)) {
        assert.ok(places.has(full), `${entry} ${full}`);
        assert.ok(comment.text || FOREIGN.includes(name.name), `${entry} ${full} has no comment`);
      }
    }
  }
  assert.ok(reference.flatMap(({ names }) => names).length > 100);
});

test("the reference shows calls without the parameters of their types, and the plainest form first", () => {
  const all = reference.flatMap(({ names }) => names.flatMap((name) => [name, ...name.members]));
  const forms = all.filter(({ calls }) => calls.length > 0).flatMap((call) => call.forms);
  assert.deepEqual(
    forms.filter((form) => /^(function )?\w+</.test(form)),
    [],
  );
  const heed = reference[0].names.find(({ name }) => name === "Heed");
  assert.deepEqual(heed.members.find(({ name }) => name === "session").forms, [
    "session(options: SessionOptions): Session",
    "session(options: BackwardSessionOptions): BackwardSession",
  ]);
});

test("a comment holds no element but as code, which would be one on its page", () => {
  const all = reference.flatMap(({ names }) => names.flatMap((name) => [name, ...members(name)]));
  for (const { name, comment } of all)
    for (const { text } of [comment, ...comment.tags])
      assert.doesNotMatch(text.replace(/`[^`]*`/g, ""), /<[a-z/]/i, name);
});

/** What a reader hands in: heed calls it, and no reader does. */
const HANDED_IN = ["AnyBytes", "PositionedFile"];

test("each call has a program that makes it, which stands in its page", () => {
  const missing = reference.flatMap((entry) =>
    entry.names
      .filter(({ name }) => !HANDED_IN.includes(name))
      .flatMap(callsOf)
      .flatMap((call) => {
        const name = programNameOf(call, entry, programs);
        if (name === undefined) return [`${entry.entry} ${call}`];
        const [line] = programs.get(`${entry.entry} ${name}`).text.match(/^(?!import|\/\/|\s*$).+$/m);
        const shown = pages.get(pageOf(entry.entry)).replace(/<[^>]*>/g, "");
        return shown.includes(line.replaceAll('"', "&quot;").replaceAll(">", "&gt;")) ? [] : [`${call}: ${line}`];
      }),
  );
  assert.deepEqual(missing, []);
});

test("no program stands in the folder that shows no name", () => {
  const names = reference.flatMap(({ entry, names: all }) =>
    all.flatMap((name) => [name.name, ...callsOf(name)].map((one) => `${entry} ${one}`)),
  );
  assert.deepEqual(
    [...programs.keys()].filter((key) => !names.includes(key)),
    [],
  );
});

test("every link of the pages leads to a page and a place that are there", () => {
  for (const [file, html] of pages) {
    const text = html.replace(/<script[^]*?<\/script>/g, "");
    for (const [, href] of text.matchAll(/ href="([^"]+)"/g)) {
      if (href.startsWith("data:")) continue;
      const [target, place] = href.replace(/\?.*/, "").split("#");
      assert.ok(target === "" || existsSync(path.join(SITE, target)), `${file} links to ${href}`);
      const places = ids.get(target === "" ? file : target);
      if (place && places) assert.ok(places.has(place), `${file} links to ${href}`);
    }
  }
});

test("the list of errors is that of the sources, and its page shows each sentence as it is", () => {
  const text = readFileSync(ERRORS, "utf8");
  assert.equal(withSentences(text), text, "node scripts/docs/errors.mjs writes it");
  const written = Array.from(text.matchAll(/^- (.*)$/gm), ([, item]) => item.replace(/\\(.)/g, "$1"));
  const items = pages.get("errors.html").matchAll(/<li id="says-[^"]*" data-find="[^"]*">(.*?)<\/li>/g);
  assert.deepEqual(
    Array.from(items, ([, item]) => unescaped(item)),
    written,
  );
  assert.ok(written.length > 300);
});

const promise = readFileSync(PROMISE, "utf8");
/** The part of the promise that is about an entry. */
const promised = (entry) => promise.split(`\n## ${entry}\n`)[1]?.split("\n## ")[0] ?? "";

test("the tables of the promise are those of the types, of the element and of the command", () => {
  assert.equal(withTables(promise, reference), promise, "node scripts/docs/promise.mjs writes them");
});

test("each name that package.json lets a program import has a row in the promise, and each file", async () => {
  for (const name of EXPORTS.filter(isFile)) assert.match(promise, new RegExp(`^\\|.*\`${name}\``, "m"));
  for (const entry of EXPORTS.filter((name) => !isFile(name))) {
    const text = promised(entry);
    const rows = new Set(Array.from(text.matchAll(/^\| `(\w+)/gm), ([, name]) => name));
    const [, all] = /^All else that `(.+)` exports is/m.exec(text) ?? [];
    const others = /^(.*) (?:is|are) exported here, too\.$/m.exec(text)?.[1] ?? "";
    const isThere = (name) => rows.has(name) || others.includes(`\`${name}\``) || promised(all).includes(`| \`${name}`);
    const { names, shared } = reference.find((one) => one.entry === entry);
    const file = entry === "heed" ? "heed" : entry.replace("heed/", "");
    const values = Object.keys(await import(new URL(`../../dist/${file}.js`, import.meta.url)));
    const known = [...names.map(({ name }) => name), ...shared, ...values];
    assert.deepEqual(
      known.filter((name) => !isThere(name)),
      [],
      entry,
    );
  }
});

test("each call that the table of files names is exported", () => {
  const [, files] = promise.split("\n## Files\n");
  const named = Array.from(files.matchAll(/`(\w+)`/g), ([, name]) => name);
  const all = reference.flatMap(({ names }) => names.map(({ name }) => name));
  assert.ok(named.length > 5);
  assert.deepEqual(
    named.filter((name) => !all.includes(name)),
    [],
  );
});

test("each option and each argument that may be left out has a default", () => {
  assert.deepEqual(withoutDefault(reference), []);
  const options = reference.flatMap((entry) => entry.options);
  assert.ok(options.length > 150);
  for (const { name, words = [], default: value = "" } of options) {
    const [, word] = /^"([^"]*)"$/.exec(value) ?? [];
    if (word !== undefined && words.length > 0) assert.ok(words.includes(word), `${name} = ${value}`);
  }
});

test("what has dispose() says what that frees, so that a call that makes it does", () => {
  for (const { names } of reference)
    for (const { name, members: all } of names.filter(({ name: one }) => one !== "Layer"))
      for (const member of all.filter((one) => one.isCall && one.name === "dispose"))
        assert.ok(
          member.comment.tags.some(({ tag, text }) => tag === "frees" && text),
          `${name}.dispose has no @frees`,
        );
});

/** Types that no call names, and why readers need them. */
const NAMED_BY_READERS = {
  ScoreOptions: "what the options of several calls have in common, described once",
  AttentionMatrixProps: "what a framework takes",
  AttentionMatrixEvents: "what a framework listens to",
  MatrixEvent: "what a listener takes",
  HeedError: "what a catch takes",
};

test("each type that is exported is what a call or a property takes or gives", () => {
  const all = reference.flatMap(({ names }) => names);
  const texts = all.flatMap(({ name, kind, signatures, members: stated, definition = "" }) => [
    { of: name, text: kind === "function" ? signatures.join("\n") : definition },
    ...stated.map((member) => ({ of: name, text: member.signatures.join("\n") })),
  ]);
  const isNamed = (name) => texts.some(({ of, text }) => of !== name && new RegExp(`\\b${name}\\b`).test(text));
  const unnamed = all.filter(({ name, kind }) => !["function", "constant", "class"].includes(kind) && !isNamed(name));
  assert.deepEqual(unnamed.map(({ name }) => name).sort(), Object.keys(NAMED_BY_READERS).sort());
});

test("each flag of the command says what it does, and one with a value what holds without it", () => {
  const flags = readFlags();
  assert.ok(flags.length > 10);
  for (const flag of flags) {
    assert.ok(flag.words, flag.name);
    assert.ok(flag.type === "boolean" || flag.default, flag.name);
  }
});

test("every relative link of the Markdown leads to a file of the repository", () => {
  const folder = path.join(root, "web/site/docs");
  for (const file of readdirSync(folder).filter((name) => name.endsWith(".md")))
    for (const [, href] of readFileSync(path.join(folder, file), "utf8").matchAll(/\]\((?!https?:|#)([^)#\s]+)/g))
      assert.ok(existsSync(path.join(folder, href)), `${file} links to ${href}`);
});

test("every piece of code says what it is: js is run by a test, the others are no programs of heed", () => {
  // html is opened by tests/site/element-readme.spec.mjs or is a line of a page; ts is compiled by
  // tests/pack/readme.test.mjs, cpp and cmake by tests/setup/cpp.test.mjs; npm run environments runs those of
  // frameworks.md, jsx, mjs and cjs among them; sh, json, py, toml and yaml belong to other tools.
  const scripts = ["js", "mjs", "cjs", "ts", "tsx", "jsx", "vue", "svelte", "astro"];
  const known = [...scripts, "html", "cpp", "cmake", "sh", "json", "py", "toml", "yaml"];
  const folder = path.join(root, "web/site/docs");
  for (const file of readdirSync(folder).filter((name) => name.endsWith(".md")))
    for (const [, language] of readFileSync(path.join(folder, file), "utf8").matchAll(/^```(.*)\n[^]*?^```/gm))
      assert.ok(known.includes(language), `${file} has a piece of "${language}"`);
});

test("every import map of the Markdown names the files that package.json exports", () => {
  const { exports } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
  const folder = path.join(root, "web/site/docs");
  const maps = readdirSync(folder)
    .filter((name) => name.endsWith(".md"))
    .flatMap((file) =>
      Array.from(
        readFileSync(path.join(folder, file), "utf8").matchAll(/<script type="importmap">([^]*?)<\/script>/g),
        ([, text]) => JSON.parse(text).imports,
      ),
    );
  assert.ok(maps.length >= 2);
  for (const [name, address] of maps.flatMap(Object.entries)) {
    const exported = exports[name.replace(/^heed/, ".")].default.slice(1);
    assert.ok(address.endsWith(exported), `${name}: ${address}`);
  }
});

test("a page is at most 70 KB gzipped, and what all pages share 432 KB", () => {
  const sizeOf = (text) => gzipSync(text, { level: 9 }).length;
  for (const [file, html] of pages) assert.ok(sizeOf(html) <= 70_000, file);
  const shared = ["docs.css", "docs.js", "packages.js", "search-index.js"].map(read);
  assert.ok(shared.reduce((sum, text) => sum + sizeOf(text), 0) <= 432 * 1024);
});

test("the table of options names each option of the types, and no other", () => {
  const table = readFileSync(path.join(root, "web/site/docs/api.md"), "utf8")
    .split("## All options")[1]
    .split("\n##")[0];
  const rows = Array.from(table.matchAll(/^\| `(\w+)`/gm), ([, name]) => name).sort();
  const options = ["ScoreOptions", "AttentionOptions", "AttentionBackwardOptions", "HeldLayerOptions"].concat(
    "AxesOption",
  );
  const stated = reference[0].names
    .filter(({ name }) => options.includes(name))
    .flatMap(({ members: all }) => all.map(({ name }) => name));
  assert.deepEqual(rows, [...new Set(stated)].sort());
});

/** The rows of the first table after a heading, or of the page: the first cell of each, and the others. */
function rowsOf(file, heading = "") {
  const text = readFileSync(path.join(root, "web/site/docs", file), "utf8")
    .split(heading)
    .at(-1);
  const [table] = text.match(/(?:^\|.*\n)+/m);
  const cells = (line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim());
  const [, , ...rows] = table.trim().split("\n").map(cells);
  return new Map(rows.map(([name, ...others]) => [name, others]));
}

test("the comparison names what others have and heed does not, and heed has no yes there", () => {
  const rows = rowsOf("compare.md", "## Where others lead");
  for (const name of [
    "score function of your own",
    "masks that skip blocks",
    "int8 or paged caches",
    "QK-norm in the call",
    "GPU",
    "automatic differentiation",
    "bfloat16",
  ]) {
    const [heed, ...others] = rows.get(name) ?? [];
    assert.match(heed, /^–/, name);
    assert.ok(
      others.some((cell) => cell.startsWith("**yes**")),
      name,
    );
  }
});

test("a page prints values as Node's console.log does", async () => {
  const { printed } = await siteModule("docs/page/print.ts");
  for (const values of [
    ["text", 1, true, undefined, null],
    [[1, 2, 3], []],
    [{ a: 1, b: [0.5, "two"] }, {}],
    [Float32Array.of(1, 0.5), new Int32Array(2)],
    [-0, NaN, -Infinity, 10n],
    [["it's"], { "two words": 1 }],
    [function named() {}],
  ])
    assert.equal(printed(values), format(...values));
  assert.equal(printed([new RangeError("heed.attention: a sentence")]), "RangeError: heed.attention: a sentence");
});

const { find } = await siteModule("docs/page/find.ts");
const index = JSON.parse(/^window\.heedIndex=(.*);$/m.exec(read("search-index.js"))[1]);
const foundBy = (query) => find(index, query).map(({ href }) => href);

test("the search finds what a reader asks for first among its first results", () => {
  for (const [sought, page] of [
    ["attention", "heed.html#Heed.attention"],
    ["mask true", "masks.html"],
    ["keep", "heed.html#AttentionOptions.keep"],
    ["in_proj_weight", "from-pytorch.html#nnmultiheadattention"],
    ["out-in", "from-pytorch.html#nnmultiheadattention"],
    ["dispose", "heed.html#Heed.dispose"],
    ["memory grows", "sessions.html#read-a-property-again"],
    ["wasm-unsafe-eval", "policies.html"],
    ["vitest", "testing.html#vitest"],
    ["truncate", "heed.html#KeyValueCache.truncate"],
    ["trunc", "heed.html#KeyValueCache.truncate"],
    ["adam", "heed-train.html#adam"],
    ["csp", "policies.html"],
    ["lr", "heed-train.html#AdamOptions.learningRate"],
    ["rate", "heed-train.html#AdamOptions.learningRate"],
    ["nextjs", "frameworks.html#next-and-other-servers-that-render-react"],
    ["hydration", "frameworks.html#next-and-other-servers-that-render-react"],
    ["bfloat16", "from-pytorch.html#what-you-may-stumble-over"],
    ["rope", "heed.html#ScoreOptions.rotary"],
  ])
    assert.ok(foundBy(sought).slice(0, 8).includes(page), `${sought}: ${foundBy(sought).join(", ")}`);
  assert.deepEqual(foundBy("no such word anywhere"), []);
  assert.deepEqual(foundBy("opert"), [], "the middle of a word, as in property");
  assert.deepEqual(foundBy("  "), []);
});

test("a word that every object of JavaScript has a member for is sought as any other", () => {
  for (const word of ["constructor", "toString", "valueOf", "hasOwnProperty", "isPrototypeOf"])
    assert.doesNotThrow(() => foundBy(word), word);
  assert.ok(foundBy("constructor").length > 0);
});

test("a long text that is pasted is sought by its first words that differ", async () => {
  const { termsOf } = await siteModule("docs/page/words.ts");
  const sought = (text) => termsOf(text, () => true);
  assert.deepEqual(sought("masks, a row, the mask"), [
    { stems: ["mask"], weight: 2 },
    { stems: ["row"], weight: 1 },
  ]);
  const words = Array.from({ length: 3000 }, (_, at) => `word${at}`);
  assert.equal(
    sought(words.join(" "))
      .map(({ stems: [stem] }) => stem)
      .join(" "),
    words.slice(0, 50).join(" "),
  );
  assert.deepEqual(foundBy("mask ".repeat(3000)), foundBy("mask"));
});

/** A question as readers ask it, in several wordings, and the place that answers it. */
const QUESTIONS = {
  "heads.html#several-heads-multi-head-attention": ["multi-head", "multi head attention", "how many heads"],
  "from-pytorch.html": ["convert pytorch", "PyTorch conversion", "How do I convert the weights of my PyTorch model?"],
  "from-cpp.html": ["c++", "Can I use it from C++?", "cmake find_package"],
  "running.html#engines": ["browser support", "Which browsers are supported?", "does it run in Safari"],
  "running.html#a-gpu-webgpu": ["webgpu", "Can it use the GPU?", "GPU support"],
  "running.html#what-it-weighs": ["bundle size", "bundle-sizes", "How big is the bundle?", "kilobytes"],
  "training.html#stop-a-training-and-go-on-later": ["resume training", "continue a training", "optimizer state_dict"],
  "training.html#save-the-weights-and-load-them-again": ["save weights", "saving the weights", "store a trained model"],
  "from-pytorch.html#gpt-2s-c_attn": ["c_attn", "fused qkv"],
  "own-model.html": ["GPT-2 weights", "run my own model", "safetensors", "Hugging Face"],
  "own-model.html#a-gguf-file": ["where Ollama keeps its models", "LM Studio folder", "gguf"],
  "own-model.html#local-and-global-layers-as-in-gemma-3": ["local and global layers", "sliding window of Gemma"],
  "own-model.html#run-a-model-in-your-page": ["nucleus", "run a model in a page"],
  "own-model.html#switch-a-head-off": ["switch off a head", "ablation"],
  "own-model.html#a-hugging-face-folder": ["Hugging Face folder", "open a model folder"],
  "heads.html#cross-attention": ["cross-attention", "encoder decoder"],
  "how-heed-works.html": ["internals", "under the hood"],
  "next-token.html#rows-after-each-layer": ["logit lens", "tuned lens"],
  "next-token.html#the-parts-of-a-logit": ["direct logit attribution", "which head wrote the answer"],
  "next-token.html#names-from-transformerlens": ["TransformerLens", "hook_resid_post", "hook_z"],
  "take-it-with-you.html#from-a-notebook-heedpy": ["bertviz in a notebook"],
  "frameworks.html#a-numpy-array-in-a-jupyter-notebook": ["NumPy array in a notebook", "jupyter", "notebooks"],
  "take-it-with-you.html": ["save as html", "put a figure into slides"],
  "masks.html#masks-causal-padding-your-own": ["causal mask", "mask padding", "How do I ignore padded tokens?"],
  "performance.html": ["how fast", "How fast is it?", "benchmarks", "speed"],
  "cache.html": ["kv cache", "key-value cache", "generate text token by token"],
  "frameworks.html#react": ["react", "use it in a React app", "react component"],
  "api.html#half-precision": ["float16", "half precision", "fp16 support"],
  "gradients.html": ["gradients", "compute gradients", "backpropagation"],
  "policies.html": ["offline", "Does it work offline?", "without a network"],
  "workers.html": ["multithreading", "the page freezes", "web worker"],
  "drawing.html": ["draw an svg", "picture in Node", "arc diagram"],
  "element.html": ["heat map", "visualise attention weights", "visualization"],
  "index.html": ["installation", "getting started", "npm install"],
};

test("each question is answered by the first hit, in several wordings", () => {
  assert.ok(Object.keys(QUESTIONS).length >= 15);
  for (const [place, wordings] of Object.entries(QUESTIONS))
    for (const wording of wordings) assert.equal(foundBy(wording)[0], place, wording);
});

test("a sentence of an error that is pasted is found first, with what it says", async () => {
  const { fromTorch, load } = await import(new URL("../../dist/heed.js", import.meta.url));
  const heed = await load();
  const x = [
    [1, 2],
    [3, 4],
  ];
  const session = heed.session({ queries: 2, keys: 2, dim: 2 });
  session.dispose();
  for (const [wrong, words] of [
    [() => heed.attention(x, x, x, { mask: [[1, 0]] }), "mask takes booleans"],
    [() => heed.attention(x, x, x, { mask: [[true, true, true]] }), "must be broadcastable to the scores"],
    [() => heed.attention(x, [[1]], x), "q and k must have the same number of columns"],
    [() => heed.attention(x, [...x, [5, 6]], [...x, [5, 6]], { causal: true }), "needs as many queries as keys"],
    [() => heed.attention(x, x, x, { softcap: -1 }), "must be a finite number above 0 within float32's range"],
    [() => session.run(), "was used after dispose()"],
    [() => fromTorch({ "qkv.weight": x }, { heads: 1 }), "there is neither in_proj_weight nor"],
  ]) {
    const error = thrownBy(wrong);
    for (const pasted of [String(error), error.message, `Uncaught (in promise) ${error}`]) {
      const [first] = find(index, pasted);
      assert.match(first.href, /^errors\.html#says-/, pasted);
      assert.ok(first.text.includes(words), `${pasted} → ${first.text}`);
    }
  }
});

function thrownBy(call) {
  try {
    return call();
  } catch (error) {
    return error;
  }
}

test("a heading of a guide is found by its own words", () => {
  const guides = index.filter(({ kind }) => kind === "guide");
  assert.ok(guides.length > 12);
  for (const { file, parts } of guides)
    for (const [place, name] of parts)
      if (name !== "") assert.ok(foundBy(name).slice(0, 3).includes(`${file}#${place}`), `${file}: ${name}`);
});
