// A text of strings/*.json as HTML. The build does this for the first language, the page for every language.
//
//   {name}                    a parameter, escaped; numbers have the language's decimal sign
//   $QK^\top$   $$QK^\top$$   a formula in the line, or on a line of its own
//   √dₖ                       a formula, too; titles and labels show it as it is
//   <a data-term="scores">    a term: opens the glossary there
//   <a data-page="one-query"> a link to another page
//
// A text that depends on a number is an object with a text for each plural form of the language, by the categories of
// CLDR, and with the name of the parameter that is the number:
//
//   "bytes": { "by": "count", "one": "{count} byte", "other": "{count} bytes" }
import { isolated, localised } from "../../../show/index.js";
import { formula } from "./formula.js";

/** A text for each plural form that the number of the parameter `by` can take. */
export type Forms = Readonly<{ by: string; other: string } & Partial<Record<Intl.LDMLPluralRule, string>>>;

/** section → key → text */
export type Strings = Readonly<Record<string, Readonly<Record<string, string | Forms>>>>;
export type Parameters = Readonly<Record<string, string | number>>;

/** Where a text is looked up: in a language's strings, and for a key without a dot in this section. */
export interface Spoken {
  readonly language: string;
  readonly strings: Strings;
  readonly ownSection: string;
}

/** @param key a key of the page's own section, or "section.key" */
export function lookUp({ language, strings, ownSection }: Spoken, key: string, parameters: Parameters = {}): string {
  const [section, name] = key.includes(".") ? (key.split(".") as [string, string]) : [ownSection, key];
  const text = strings[section]?.[name];
  if (text === undefined) throw new Error(`strings: there is no ${section}.${name}.`);
  if (typeof text === "string") return text;
  return text[new Intl.PluralRules(language).select(Number(parameters[text.by]))] ?? text.other;
}

export function toHtml(text: string, parameters: Parameters = {}): string {
  return text
    .replace(/\$\$([^$]+)\$\$/g, (_, tex: string) => formula(tex, true))
    .replace(/([(“„]*)\$([^$]+)\$([.,;:?!)”’…]*)/g, (_, before: string, tex: string, after: string) =>
      bound(before, formula(tex), after),
    )
    .replace(/√dₖ([.,;:?!)”’…]*)/g, (_, after: string) => bound("", formula("\\sqrt{d_k}"), after))
    .replaceAll(" %", "\u00a0%")
    .replace(/<a data-page="([\w-]+)">/g, '<a data-page="$1" href="$1.html">')
    .replace(/<a data-term="([\w-]+)">([^<]*)<\/a>/g, '<button type="button" class="term" data-term="$1">$2</button>')
    .replace(/\{(\w+)\}/g, (whole, name: string) => (name in parameters ? escaped(written(parameters[name]!)) : whole));
}

/** No line ends between a formula and the signs beside it. A word joiner does not hold them: a formula is a box. */
function bound(before: string, inner: string, after: string): string {
  return before + after === "" ? inner : `<span class="bound">${before}${inner}${after}</span>`;
}

/** For speech and attributes: fills in the parameters and adds no markup. */
export function toText(text: string, parameters: Parameters = {}): string {
  return text
    .replaceAll("&nbsp;", "\u00a0")
    .replace(/\{(\w+)\}/g, (whole, name: string) => (name in parameters ? written(parameters[name]!) : whole));
}

/** Fills every element with `data-t="key"` of a template, and adds a label for every `data-t-label="key"`. */
export function fillTemplate(html: string, spoken: Spoken): string {
  return html
    .replace(
      /(<(\w[\w-]*)\b[^>]*\sdata-t="([\w.-]+)"[^>]*>)(?=<\/\2>)/g,
      (_, tag: string, __, key: string) => tag + toHtml(lookUp(spoken, key)),
    )
    .replace(
      /\sdata-t-label="([\w.-]+)"/g,
      (whole, key: string) => `${whole} aria-label="${escaped(lookUp(spoken, key))}"`,
    );
}

function written(parameter: string | number): string {
  return typeof parameter === "number" ? localised(String(parameter)) : isolated(parameter);
}

export function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[sign]!);
}
