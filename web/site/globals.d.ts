/** The package's version, put in by the build. */
declare const __HEED_VERSION__: string;

/** What the trained encoder's heads hold for a sentence of scripts/encoder-heads.mjs. */
declare module "trained:*" {
  const heads: import("./shared/index.js").PackedHeads;
  export default heads;
}
