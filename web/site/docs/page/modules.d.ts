/** The programs of a page, put in by the build. */
declare module "docs:programs" {
  const programs: Readonly<Record<string, import("./programs.js").Program>>;
  export default programs;
}

/** What programs may import, by the names of the packages. */
declare module "docs:packages" {
  const packages: Readonly<Record<string, object>>;
  export default packages;
}

/** What the scripts of a page leave for one another: packages.js, the page's own script, search-index.js. */
interface Window {
  heedPackages: Readonly<Record<string, object>>;
  heedPrograms: typeof import("docs:programs").default;
  heedIndex: readonly import("./find.js").IndexedPage[];
}
