// Small pictures of lessons: each lesson's thumbnail.ts draws its own with these. Every length, angle and shade is a
// number that heed has just computed.
export { descent } from "./descent.js";
export * from "./numbers.js";
export * from "./rows.js";
export * from "./shapes.js";
export * from "./thumbnail.js";
