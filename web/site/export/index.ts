// Saving what is seen. The menu's style is export.css, beside styles.css.
export { csvOf } from "./csv.js";
export { fileName } from "./file-name.js";
export { jsonOf } from "./json.js";
export type { About, LabelledMatrix } from "./labelled.js";
export { ExportMenu, type ExportSource } from "./menu.js";
export { npyOf } from "./npy.js";
export { figureOf, type Figure } from "./svg.js";
