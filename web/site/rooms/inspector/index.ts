// The inspector of a cell.
export {
  elementOf,
  headsOf,
  isHidden,
  keyHead,
  scaleOf,
  sizeOf,
  type Computation,
  type ComputationOptions,
  type ComputationWeights,
} from "./computation.js";
export type { Cell, CellMatrix, MatrixName } from "./definition.js";
export { figureView, type Figure, type FigureNumber, type FigureRow } from "./figure-view.js";
export { Inspector, type InspectorEvents, type View } from "./inspector.js";
export { spoken, tokenName } from "./names.js";
export { operandsOf, type Light, type Lights } from "./operands.js";
