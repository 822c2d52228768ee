// How a language writes numbers. The digits are 0 to 9 in every language, as in formulas and programs.

const formats = new Map<string, Intl.NumberFormat>();

function formatOf(language: string): Intl.NumberFormat {
  const known = formats.get(language) ?? new Intl.NumberFormat(language, { numberingSystem: "latn" });
  formats.set(language, known);
  return known;
}

/** The decimal sign of a language: "." or ",". */
export function pointOf(language: string): string {
  return formatOf(language)
    .formatToParts(0.5)
    .find(({ type }) => type === "decimal")!.value;
}

/** A whole number with its digits in groups: 1,000,000, or as the language does it. */
export function groupedIn(language: string, value: number): string {
  return formatOf(language).format(value);
}
