// heed/draw: pictures as the text of one SVG. It needs no document, so it runs in Node and in workers, too. What is
// given alike is drawn alike, to the last character.
export { arcsOf, type ArcsOptions } from "./arcs-of.js";
export { LARGEST_DRAWN, type Colours, type DrawWords } from "./picture/index.js";
export { svgOf, type SvgOptions } from "./svg-of.js";
export type { MatrixRows } from "./given.js";
export type { MaskInput, MaskOptions, MaskWindow, Matrix } from "../show/types/index.js";
