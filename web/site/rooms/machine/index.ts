// The machine: one layout and one drawing for every run of a model.
// The build takes map.ts by itself.
export { Machine, type MachineOptions } from "./machine.js";
export { HeadFigure } from "./head-figure.js";
export { isCellOf, type OpenNumber, type Opened } from "./opens.js";
export { scaleIn, stripPicture } from "./row-cells.js";
export {
  sizesOf,
  type HeadPlace,
  type MachineLayer,
  type MachineRun,
  type MachineSizes,
  type MachineSource,
  type Share,
  type Span,
} from "./run.js";
export { wordName } from "./words.js";
