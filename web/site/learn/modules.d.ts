// What the build hands to a lesson.

/** The texts of this page and of the frame, in every language. */
declare module "learn:strings" {
  const strings: {
    readonly en: import("./frame/text.js").Strings;
    readonly [language: string]: import("./frame/text.js").Strings;
  };
  export default strings;
}

/** The whole script of worker.ts, as scripts/build-site.mjs bundles it. */
declare module "learn:worker" {
  const source: string;
  export default source;
}
