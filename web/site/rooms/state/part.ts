// A part of the playground's link: a value of the state, its name in a link, and how a link holds it.
import { shortened } from "../../../show/index.js";
import { phrase } from "../../kit/texts/index.js";
import type { Begun, Setting } from "./setting.js";
import "./texts/link/en.json";

export interface Part<Value> {
  readonly name: string;
  /** Undefined where the text cannot be read. @param setting what the link has given so far */
  read(text: string, setting: Setting): Value | undefined;
  write(value: Value): string;
  /** A sentence about a text that cannot be read. */
  refusal?(text: string, setting: Setting): string;
  /** Sentences about the parts of a text that were read but not taken. */
  missed?(text: string, taken: Setting): readonly string[];
  /** Puts in a value that others follow. What follows from it needs no part of its own. */
  put?<S extends Begun>(state: S, value: Value): S;
}

/** A row for each value, in the order in which a link is read and written. */
export type Table<Values> = { readonly [Key in keyof Values]-?: Part<Values[Key]> };

export function quoted(text: string): string {
  return phrase("link.quoted", { text: shortened(text) });
}
