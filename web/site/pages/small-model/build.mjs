// What the lesson carries from outside: the text that its model learns from, and under which licence.
export { pieceData as data, textsLicence as licence } from "../../../../scripts/train-texts.mjs";
