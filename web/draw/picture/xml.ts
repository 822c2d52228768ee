// Elements of SVG as text.

/** What is undefined is left out. */
export type Attributes = Readonly<Record<string, string | number | undefined>>;

/** An element. Its content must be escaped already; its attributes are not. */
export function tag(name: string, attributes: Attributes, ...content: readonly string[]): string {
  const parts = [name];
  for (const [key, value] of Object.entries(attributes))
    if (value !== undefined) parts.push(`${key}="${typeof value === "number" ? rounded(value) : escaped(value)}"`);
  const opening = parts.join(" ");
  return content.length === 0 ? `<${opening}/>` : `<${opening}>${content.join("")}</${name}>`;
}

export function text(x: number, y: number, content: string, more: Attributes = {}): string {
  return tag("text", { x, y, ...more }, escaped(content));
}

/** Each part on a line of its own; empty ones are left out. */
export function lines(parts: readonly string[]): string {
  return `\n${parts.filter((part) => part !== "").join("\n")}\n`;
}

/** Escapes a text for XML. Characters that XML does not allow are replaced. */
export function escaped(content: string): string {
  return content
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, "\uFFFD")
    .replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** A hundredth of a pixel is not seen. */
function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
