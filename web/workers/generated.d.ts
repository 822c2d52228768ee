// What scripts/build-workers.mjs puts in place of this name: the program of a worker as text.

declare module "heed:worker" {
  const program: string;
  export default program;
}
