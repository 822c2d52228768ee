// What the build hands to a lesson.

/** The texts of this page and of the frame, in every language. */
declare module "learn:strings" {
  const strings: {
    readonly en: import("./frame/index.js").Strings;
    readonly [language: string]: import("./frame/index.js").Strings;
  };
  export default strings;
}

/** The whole script of worker.ts, bundled by scripts/build-site.mjs. */
declare module "learn:worker" {
  const source: string;
  export default source;
}
