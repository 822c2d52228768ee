/** The worker's whole script, as scripts/build-site.mjs bundles it. */
declare module "model:worker" {
  const source: string;
  export default source;
}
