/** The programs of this page, put in by the build. */
declare module "docs:programs" {
  const programs: Readonly<Record<string, import("./programs.js").Program>>;
  export default programs;
}
