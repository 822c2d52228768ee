// Runs of the core for the inspector's tests: real calls, in the words of web/site/rooms/inspector/computation.ts.
import path from "node:path";
import { build } from "esbuild";
import { load } from "../../dist/heed.js";
import { PACKAGES } from "../../scripts/build-element.mjs";
import { pageStrings } from "../../scripts/build-site.mjs";
import { readStrings } from "../../scripts/site-texts.mjs";
import { root } from "./serve.mjs";

export const KEPT = ["q", "k", "v", "raw", "scores", "logits", "weights", "joined"];
export const heed = await load();

/** Modules are tested without what the build makes for a page: its worker, pictures, the scripts beside it. */
const withoutPage = {
  name: "without-page",
  setup({ onResolve, onLoad }) {
    const made = /^(page:(worker|picture)|site:thumbnails|trained:.*)$/;
    onResolve({ filter: made }, ({ path: name }) => ({ path: name, namespace: "without-page" }));
    onLoad({ filter: /./, namespace: "without-page" }, ({ path: name }) => ({
      contents: `export default ${name === "trained:weights" ? "[]" : '""'}; export const borrowed = {};`,
    }));
  },
};

const inEnglish = () => ({ en: readStrings().en });

/** A module of the site, bundled for node, as a text. `define` gives names in it another meaning. */
export const siteText = (file, { strings = inEnglish(), define = {} } = {}) =>
  bundled({ entryPoints: [path.join(root, "web/site", file)], define, plugins: [pageStrings(strings), withoutPage] });

/** A program that imports files of the site, as a module. */
export const siteProgram = async (contents) =>
  moduleOf(
    await bundled({
      stdin: { contents, resolveDir: path.join(root, "web/site") },
      plugins: [pageStrings(inEnglish()), withoutPage],
    }),
  );

async function bundled(options) {
  const { outputFiles } = await build({
    bundle: true,
    write: false,
    format: "esm",
    platform: "neutral",
    logLevel: "error",
    alias: PACKAGES,
    external: ["node:*"],
    ...options,
  });
  return outputFiles[0].text;
}

/** The same as a module, with texts in English or those that are given. */
export const siteModule = async (file, strings) => moduleOf(await siteText(file, { strings }));

const moduleOf = (text) => import(`data:text/javascript;base64,${Buffer.from(text).toString("base64")}`);

/** Numbers that are the same in every run. */
export function numbersOf(seed) {
  let state = seed >>> 0;
  const uniform = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  return (...shape) => ({
    data: Float32Array.from({ length: shape.reduce((count, extent) => count * extent, 1) }, () => 2 * uniform() - 1),
    shape,
  });
}

/**
 * A layer's run: `weights` as selfAttention takes them, or undefined for q = k = v = x.
 * @param {Record<string, any>} given
 */
export function layerRun({ tokens, x, context, keyTokens, weights, options = {}, convention }) {
  const kept = heed.selfAttention(x, {
    ...weights,
    ...options,
    ...(context === undefined ? {} : { context }),
    keep: KEPT,
  });
  return { tokens, keyTokens, x, context, weights, options, convention, kept };
}

const WORDS = ["The", "animal", "didn't", "cross", "the", "street", "because", "it", "was", "too", "tired"];

/** One of each kind of run that the pages can come to. */
export function everyRun() {
  const draw = numbersOf(7);
  const tokens = WORDS.slice(0, 6);
  const layer = (heads, kvHeads, dim, valueDim, rest = {}) => ({
    tokens,
    x: draw(6, 5),
    weights: {
      queryWeight: draw(5, heads * dim),
      keyWeight: draw(5, kvHeads * dim),
      valueWeight: draw(5, kvHeads * valueDim),
      heads,
      kvHeads,
      ...rest.weights,
    },
    options: rest.options,
    convention: rest.convention,
  });
  const mask = {
    data: Uint8Array.from({ length: 36 }, (_, at) => (at % 6 !== 2 && Math.floor(at / 6) !== 4 ? 1 : 0)),
    shape: [6, 6],
  };
  const bias = draw(6, 6);
  bias.data[3] = -Infinity;
  const outIn = {
    queryWeight: draw(4, 5),
    keyWeight: draw(4, 5),
    valueWeight: draw(4, 5),
    queryBias: draw(4),
    keyBias: draw(4),
    valueBias: draw(4),
    layout: "out-in",
  };
  return Object.fromEntries(
    Object.entries({
      "one head": layer(1, 1, 4, 3),
      "no weights": { tokens, x: draw(6, 3) },
      "own scale, softcap": layer(1, 1, 4, 3, { options: { scale: 3, softcap: 1.5 } }),
      "scale by the model's size": layer(2, 2, 3, 2, { options: { scale: "sqrt-dmodel" } }),
      "causal, two heads, output projection": layer(2, 2, 3, 2, {
        options: { causal: true },
        weights: { outputWeight: draw(4, 5), outputBias: draw(5) },
      }),
      "mask with an empty row": layer(1, 1, 4, 3, { options: { mask } }),
      "bias and lengths": layer(1, 1, 4, 3, { options: { bias, keyLengths: 5 } }),
      "softmax off": layer(1, 1, 4, 3, { options: { normalize: "none", scale: "none", causal: true } }),
      "grouped heads": layer(4, 2, 3, 2),
      "scores in the hundreds": layer(1, 1, 4, 3, { options: { scale: 200 } }),
      columns: { ...layer(1, 1, 4, 4), weights: outIn, convention: "columns" },
      "cross-attention": { ...layer(1, 1, 4, 3), context: draw(3, 5), keyTokens: ["der", "Hund", "der"] },
      "long sums": {
        tokens: WORDS,
        x: draw(11, 64),
        weights: { queryWeight: draw(64, 64), keyWeight: draw(64, 64), valueWeight: draw(64, 64) },
      },
    }).map(([name, given]) => [name, layerRun(given)]),
  );
}

/** A value of ∞ that a causal mask hides from all but the last query. */
export function hiddenInfinity() {
  const draw = numbersOf(5);
  const [q, k, v] = [draw(3, 2), draw(3, 2), draw(3, 2)];
  v.data[4] = Infinity;
  const options = { causal: true };
  return {
    tokens: ["a", "b", "c"],
    options,
    kept: { q, k, v, ...heed.attention(q, k, v, { ...options, keep: ["raw", "scores", "logits", "weights"] }) },
  };
}

/** Every cell of a run that can be opened. */
export function* cellsOf(run) {
  for (const matrix of [
    "q",
    "k",
    "v",
    "raw",
    "scores",
    "logits",
    "weights",
    "joined",
    "output",
    "dy",
    "dOutput",
    "dWeights",
    "dScores",
    "dq",
    "dk",
    "dv",
    "dQuery",
    "dKey",
    "dValue",
    "dOutputWeight",
    "dx",
  ]) {
    const tensor = run.kept[matrix];
    if (tensor === undefined) continue;
    const { shape } = tensor;
    const [heads, rows, columns] = shape.length === 3 ? shape : [1, ...shape];
    for (let head = 0; head < heads; head++)
      for (let row = 0; row < rows; row++)
        for (let column = 0; column < columns; column++) yield { matrix, head, row, column };
  }
}

/** The same with gradients of Σ output ∘ dOutput, by attentionBackward. */
export function gradientRuns() {
  const draw = numbersOf(11);
  const bias = draw(2, 4, 5);
  bias.data[7] = -Infinity;
  /** @type {Record<string, { heads: number[], options: Record<string, any> }>} */
  const given = {
    "one head": { heads: [1, 1], options: {} },
    "causal, softcap": { heads: [1, 1], options: { causal: { offset: 0 }, softcap: 1.25, scale: 0.7 } },
    "grouped heads": { heads: [4, 2], options: { causal: { offset: -1 } } },
    "bias, softmax off": { heads: [2, 2], options: { bias, normalize: "none", scale: "none" } },
  };
  return Object.fromEntries(
    Object.entries(given).map(
      ([
        name,
        {
          heads: [heads, kvHeads],
          options,
        },
      ]) => {
        const [q, k, v, dOutput] = [draw(heads, 4, 3), draw(kvHeads, 5, 3), draw(kvHeads, 5, 2), draw(heads, 4, 2)];
        const forward = heed.attention(q, k, v, { ...options, keep: ["raw", "scores", "logits", "weights"] });
        const backward = heed.attentionBackward(q, k, v, dOutput, { ...options, keep: ["dWeights", "dScores"] });
        return [
          name,
          {
            tokens: ["a", "b", "c", "d"],
            keyTokens: ["e", "f", "g", "h", "i"],
            options,
            kept: { q, k, v, dOutput, ...forward, ...backward },
          },
        ];
      },
    ),
  );
}

/** Layers with all their gradients, of Σ output ∘ dY, put together as the playground does. */
export function layerGradientRuns() {
  const runs = everyRun();
  const draw = numbersOf(13);
  const layer = (heads, kvHeads, options, more = {}) =>
    layerRun({
      tokens: WORDS.slice(0, 6),
      x: draw(6, 5),
      weights: {
        queryWeight: draw(5, heads * 3),
        keyWeight: draw(5, kvHeads * 3),
        valueWeight: draw(5, kvHeads * 2),
        heads,
        kvHeads,
        ...more,
      },
      options,
    });
  const given = {
    ...Object.fromEntries(
      [
        "one head",
        "no weights",
        "own scale, softcap",
        "scale by the model's size",
        "causal, two heads, output projection",
        "mask with an empty row",
        "softmax off",
        "columns",
        "cross-attention",
      ].map((name) => [name, runs[name]]),
    ),
    "grouped heads, output projection": layer(4, 2, {}, { outputWeight: draw(8, 3) }),
    "output projection out × in": layer(
      2,
      2,
      { causal: true },
      {
        queryWeight: draw(6, 5),
        keyWeight: draw(6, 5),
        valueWeight: draw(4, 5),
        outputWeight: draw(3, 4),
        layout: "out-in",
      },
    ),
  };
  return Object.fromEntries(
    Object.entries(given).map(([name, run]) => [`layer: ${name}`, withGradients(run, draw(...run.kept.output.shape))]),
  );
}

function withGradients(run, slopes) {
  const { x, context, weights, options, kept } = run;
  const { q, k, v } = kept;
  const [heads, columns] = [q.shape.length > 2 ? q.shape[0] : 1, v.shape.at(-1)];
  const dOutput =
    weights?.outputWeight === undefined ? split(slopes, heads, columns) : backThrough(weights, slopes, heads);
  const scale =
    options.scale === "sqrt-dmodel"
      ? 1 / Math.sqrt(x.shape.at(-1))
      : (options.scale ?? (weights === undefined ? "none" : "sqrt-dk"));
  const ofAttention = heed.attentionBackward(q, k, v, dOutput, { ...options, scale, keep: ["dWeights", "dScores"] });
  /** @type {Record<string, any>} */
  const ofLayer = heed.selfAttentionBackward(x, slopes, {
    ...weights,
    ...options,
    ...(context === undefined ? {} : { context }),
  });
  return {
    ...run,
    kept: {
      ...kept,
      ...ofAttention,
      ...pageNames(ofLayer),
      dOutput,
      ...(ofLayer.dOutputWeight && { dy: slopes }),
    },
  };
}

/** The pages call the gradients of W_Q, W_K and W_V dQuery, dKey and dValue. */
export const pageNames = (gradients) =>
  Object.fromEntries(
    Object.entries(gradients).map(([name, one]) => [name.replace(/^(d(?:Query|Key|Value))Weight$/, "$1"), one]),
  );

/** [tokens, heads · columns] to [heads, tokens, columns]. */
function split({ data, shape: [rows] }, heads, columns) {
  const at = (head, row, column) => data[row * heads * columns + head * columns + column];
  const one = Float32Array.from({ length: data.length }, (_, index) =>
    at(Math.floor(index / (rows * columns)), Math.floor(index / columns) % rows, index % columns),
  );
  return { data: one, shape: heads === 1 ? [rows, columns] : [heads, rows, columns] };
}

/** dY · W_oᵀ by the core's own projection. */
function backThrough({ outputWeight, layout }, slopes, heads) {
  const turned = layout === "out-in" ? "in-out" : "out-in";
  return heed.selfAttention(slopes, {
    queryWeight: outputWeight,
    keyWeight: outputWeight,
    valueWeight: outputWeight,
    heads,
    layout: turned,
    keep: ["q"],
  }).q;
}
