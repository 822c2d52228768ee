// The inspector of a cell. Its style is inspector.css, beside styles.css.
export { Inspector, type InspectorEvents } from "./inspector.js";
export { operandsOf, type Light, type Lights } from "./operands.js";
export type { Cell, CellMatrix, MatrixName, Run, RunOptions, RunWeights } from "./run.js";
export { LANGUAGES, snippetOf, type Language } from "./snippets.js";
export { trace, type Trace } from "./trace.js";
