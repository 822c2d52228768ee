// What is said of the types of a GGUF file.
import { languageNow } from "../../../kit/texts/index.js";
import type { GgufHead } from "./requests.js";

/** "Q4_K and Q6_K" */
export const typesOf = ({ types }: Pick<GgufHead, "types">): string =>
  new Intl.ListFormat(languageNow(), { type: "conjunction" }).format(types);

/** Whether numbers were rounded in blocks. */
export const isQuantised = ({ types }: Pick<GgufHead, "types">): boolean => types.some((type) => type.startsWith("Q"));
