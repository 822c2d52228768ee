// Saves what is shown, as files.
export { csvOf, field } from "./csv.js";
export { figureOf, sizeOf } from "./figure.js";
export { fileName } from "./file-name.js";
export { jsonOf } from "./json.js";
export { labelOf, type About, type LabelledMatrix } from "./labelled.js";
export { ExportMenu, type ExportSource } from "./menu.js";
export { npyOf } from "./npy.js";
export { npzOf, numberArray, textArray, type NpzArray } from "./npz.js";
export { savedPageOf } from "./saved-page.js";
