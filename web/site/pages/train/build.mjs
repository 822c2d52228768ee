// What the page carries from outside: the texts that the model learns from, and under which licence.
export { textsData as data, textsLicence as licence } from "../../../../scripts/train-texts.mjs";
