// What scripts/build-page.mjs puts in place of these names.

/** A saved page with %names% where its own parts go. */
declare module "heed:saved-page" {
  const template: string;
  export default template;
}

/** The package's version, put in by the build. */
declare const __HEED_VERSION__: string;
