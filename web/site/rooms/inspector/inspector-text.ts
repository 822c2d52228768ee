// The texts of the inspector, in the language that the page speaks.
import { phrase, type Parameters } from "../../kit/texts/index.js";
import "./texts/en.json";

/** The text of a key of the section "inspector". */
export function tell(key: string, parameters?: Parameters): string {
  return phrase(key, parameters, "inspector");
}
