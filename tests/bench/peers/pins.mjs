// The libraries that heed is compared with, each at one version. A changed version makes a new folder in the cache, so
// a run never sees a folder change.
export const PINS = {
  "onnxruntime-web": "1.30.0",
  "onnxruntime-node": "1.30.0",
  "@tensorflow/tfjs-core": "4.22.0",
  "@tensorflow/tfjs-backend-wasm": "4.22.0",
  "@jax-js/jax": "0.1.25",
  "@litertjs/core": "2.5.3",
  flatbuffers: "25.9.23",
};

/** The file of each package that Node imports. */
export const NODE_ENTRIES = {
  "onnxruntime-web": "dist/ort.node.min.mjs",
  "onnxruntime-node": "dist/index.js",
  "@tensorflow/tfjs-core": "dist/tf-core.node.js",
  "@tensorflow/tfjs-backend-wasm": "dist/tf-backend-wasm.node.js",
  "@jax-js/jax": "dist/index.js",
};

/** The file of each package that a page imports. Some packages are bundled into one file first. */
export const PAGE_ENTRIES = {
  "onnxruntime-web": "onnxruntime-web/dist/ort.wasm.bundle.min.mjs",
  "@tensorflow/tfjs-core": "tfjs.mjs",
  "@tensorflow/tfjs-backend-wasm": "tfjs.mjs",
  "@jax-js/jax": "@jax-js/jax/dist/index.js",
  "@litertjs/core": "litert.mjs",
};
