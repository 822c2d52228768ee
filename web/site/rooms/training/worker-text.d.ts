// What the build hands to a lesson.

/** The whole script of the lesson's worker.ts, bundled by scripts/build-site.mjs. */
declare module "learn:worker" {
  const source: string;
  export default source;
}
