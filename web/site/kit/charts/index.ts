// Pictures over coordinates: lines over two axes, and vectors of two numbers in a plane.
export * from "./axis.js";
export * from "./curve.js";
export * from "./line-chart.js";
export * from "./names.js";
export * from "./plane.js";
