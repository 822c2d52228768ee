// The room of the machine with its inner parts, as one bundle: its texts have one language at a time.
export * from "../../web/site/rooms/machine/index.js";
export { draw } from "../../web/site/rooms/machine/drawing.js";
export { layoutOf } from "../../web/site/rooms/machine/layout.js";
export { elementOf, textOf } from "../../web/site/rooms/machine/shapes.js";
export { mapOf, runOf } from "../../web/site/rooms/machine/map.js";
export { rowFigure } from "../../web/site/rooms/machine/opens.js";
export { cellsIn, stripOf } from "../../web/site/rooms/machine/row-cells.js";
export { lineText, statesAt, stepsOf, stepText } from "../../web/site/rooms/machine/steps.js";
export { speak } from "../../web/site/kit/texts/index.js";
export { digits, percent } from "../../web/show/index.js";
export { runOf as runOfBoth } from "../../web/site/pages/whole/both.js";
export { runOf as runOfLetters } from "../../web/site/pages/small-model/reader.js";
export { runOf as runOfTranslator } from "../../web/site/pages/alignment/run.js";
