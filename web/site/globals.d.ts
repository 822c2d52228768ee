/** A long text. */
declare module "*.txt" {
  const text: string;
  export default text;
}

/** The numbers of a model, as they are stored. */
declare module "*.safetensors" {
  const bytes: Uint8Array<ArrayBuffer>;
  export default bytes;
}

/** The whole script of the page's worker.ts, bundled by scripts/build-site.mjs; "" where it has none. */
declare module "page:worker" {
  const source: string;
  export default source;
}

/** The picture of each lesson, by its name: what its thumbnail.ts draws. */
declare module "site:thumbnails" {
  const pictures: Readonly<Record<string, import("./rooms/thumbnails/index.js").Draw>>;
  export default pictures;
}

/** The picture of this page: what its thumbnail.ts draws; undefined for a page without one. */
declare module "page:picture" {
  export const borrowed: Readonly<Record<string, import("./rooms/thumbnails/index.js").Draw>>;
  const draw: import("./rooms/thumbnails/index.js").Draw | undefined;
  export default draw;
}

/** What the trained encoder's heads hold for a sentence of scripts/encoder-heads.mjs. */
declare module "trained:*/qk" {
  const heads: import("./kit/index.js").PackedQueries;
  export default heads;
}
/** What each piece of such a sentence gives to each, in every head of a layer, in so many parts of 1. */
declare module "trained:*/shares" {
  const shares: {
    readonly text: string;
    readonly tokens: readonly string[];
    readonly parts: number;
    readonly layers: readonly (readonly number[])[];
  };
  export default shares;
}
/** The scripts beside the page that hold the weights of the trained encoder, in their order. */
declare module "trained:weights" {
  const scripts: readonly { readonly file: string; readonly bytes: number }[];
  export default scripts;
}
declare module "trained:rows" {
  const rows: import("./kit/index.js").PackedRows;
  export default rows;
}
declare module "trained:*" {
  const heads: import("./kit/index.js").PackedHeads;
  export default heads;
}

/** The texts of this page and those that all pages have, in every language. */
declare module "page:strings" {
  const strings: {
    readonly en: import("./kit/texts/index.js").Strings;
    readonly [language: string]: import("./kit/texts/index.js").Strings;
  };
  export default strings;
}
