/** The package's version, put in by the build. */
declare const __HEED_VERSION__: string;

/** A long text, as scripts/chapter.mjs makes it. */
declare module "encoder:chapter" {
  const text: string;
  export default text;
}

/** What the trained encoder's heads hold for a sentence of scripts/encoder-heads.mjs. */
declare module "trained:*/qk" {
  const heads: import("./kit/index.js").PackedQueries;
  export default heads;
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
