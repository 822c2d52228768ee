// What the page carries from outside: the trained weights, and under which licence.
export { weightsLicence as licence, weightsText as data } from "../../../../scripts/encoder-weights.mjs";
