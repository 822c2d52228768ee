// Values as text, as Node's console.log writes them: what a program prints in the page is what it prints there.

/** A line of console.log: texts as they are, everything else as it would be typed. */
export function printed(values: readonly unknown[]): string {
  return values.map((value) => (typeof value === "string" ? value : shown(value))).join(" ");
}

function shown(value: unknown): string {
  if (typeof value === "string") return quoted(value);
  if (typeof value === "bigint") return `${value}n`;
  if (Object.is(value, -0)) return "-0";
  if (value instanceof Error) return `${value.name}: ${value.message}`;
  if (Array.isArray(value)) return list(value);
  if (ArrayBuffer.isView(value)) {
    const numbers = Array.from(value as unknown as ArrayLike<number>);
    return `${value.constructor.name}(${numbers.length}) ${list(numbers)}`;
  }
  if (typeof value === "object" && value !== null) return object(value);
  if (typeof value === "function") return `[Function: ${value.name}]`;
  return String(value);
}

function quoted(text: string): string {
  return text.includes("'") && !text.includes('"') ? `"${text}"` : `'${text}'`;
}

function list(values: readonly unknown[]): string {
  return values.length === 0 ? "[]" : `[ ${values.map(shown).join(", ")} ]`;
}

function object(value: object): string {
  const parts = Object.entries(value).map(
    ([name, part]) => `${/^[\w$]+$/.test(name) ? name : quoted(name)}: ${shown(part)}`,
  );
  return parts.length === 0 ? "{}" : `{ ${parts.join(", ")} }`;
}
