// A small picture for each lesson. Every length, angle and shade is a number that heed has just computed.
export * from "./thumbnail.js";
