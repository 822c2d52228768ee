// heed/page: a matrix as one HTML file that lives. The file holds the element, the numbers and their names, and needs
// no network. It needs no document, so it runs in Node, too.
export { pageOf, type PageOptions } from "./page-of.js";
export type { Axis } from "./saved.js";
export type { PageWords } from "./words.js";
export type { MaskInput, MaskOptions, MaskWindow, Matrix, Words } from "../show/types/index.js";
