// What every lesson has: its page, the fields of its link, its texts, controls, tables and matrices.
export * from "./answers.js";
export * from "./controls.js";
export * from "./done.js";
export * from "./fields.js";
export * from "./frames.js";
export * from "./matrix.js";
export * from "./numbers.js";
export * from "./page.js";
export * from "./plane.js";
export * from "./progress-bar.js";
export * from "./questions.js";
export * from "./random-numbers.js";
export * from "./rows.js";
export * from "./steps-figure.js";
export * from "./tables.js";
export { formula, type Parameters } from "../../texts/index.js";
