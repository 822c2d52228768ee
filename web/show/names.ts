// Names of tokens in a sentence. Where a text has a token more than once, the sentence says which one it means.

/** A name that several tokens have, and the place of the one that is meant, counted from 1. */
export class PlacedName {
  constructor(
    readonly name: string,
    readonly place: number,
  ) {}

  toString(): string {
    return `${this.name} (${this.place})`;
  }
}

export type Name = string | PlacedName;

/** The name of a row or a column; its number from 1 where it has none. */
export function nameOf(labels: readonly string[], at: number, shown = (label: string): string => label): Name {
  const label = labels[at];
  if (label === undefined) return String(at + 1);
  const isOnly = labels.indexOf(label) === labels.lastIndexOf(label);
  return isOnly ? shown(label) : new PlacedName(shown(label), at + 1);
}

/** Puts values in the places of a text's {parameters}. The place of a name comes after its closing quotation mark. */
export function inserted(text: string, parameters: Readonly<Record<string, Name | number>>): string {
  return text.replace(/\{(\w+)\}([”“»’"]?)/g, (whole, key: string, quote: string) => {
    const value = parameters[key];
    if (value === undefined) return whole;
    return value instanceof PlacedName ? `${value.name}${quote} (${value.place})` : `${value}${quote}`;
  });
}
