// The room of the machine with its inner parts, as one bundle: its texts have one language at a time.
export * from "../../web/site/rooms/machine/index.ts";
export { rowFigure } from "../../web/site/rooms/machine/opens.ts";
export { cellsIn, stripOf } from "../../web/site/rooms/machine/row-cells.ts";
export { lineText, statesAt, stepsOf, stepText } from "../../web/site/rooms/machine/steps.ts";
export { speak } from "../../web/site/kit/texts/index.ts";
export { digits, percent } from "../../web/show/index.ts";
