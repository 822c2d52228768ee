// What the compiler cannot know of a page under test. Its elements and its window have whatever the page gave them, and
// its server has the modules of these addresses.
interface Element {
  [name: string]: any;
}
interface Window {
  [name: string]: any;
}
/** The benchmarks of pages keep what they measure under these names. */
declare var paints: number[];
declare var held: () => any;
/** Before the first build nothing is known of the package. */
declare module "*/dist/heed.js";
declare module "*/dist/workers.js";
declare module "/dist/*";
declare module "/web/*";
declare module "/workers/*";
declare module "/tests/*";
