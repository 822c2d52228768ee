// A page's link: "#v=1&lang=de&seed=3". Parts are name=value, joined by &, in any order.

export type LinkPart = readonly [name: string, text: string];

/** The version of all links that are written. */
export const VERSION = "1";

/** Whether a hash holds what a page shows. */
export function isLink(hash: string): boolean {
  return hash.includes("=");
}

export type Refuse = (part: string, why: "nameless" | "damaged") => void;

/** What the parts hold. A part without a name, or with damaged escapes, goes to `refuse` as it is in the link. */
export function partsOf(hash: string, refuse: Refuse): Map<string, string> {
  const parts = new Map<string, string>();
  for (const part of hash
    .replace(/^#/, "")
    .split("&")
    .filter((piece) => piece !== "")) {
    const at = part.indexOf("=");
    const text = unescaped(part.slice(at + 1));
    if (text === undefined) refuse(part, "damaged");
    else if (at > 0) parts.set(part.slice(0, at), text);
    else refuse(part, "nameless");
  }
  return parts;
}

function unescaped(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return undefined;
  }
}

/** "" where there is nothing to hold. @param language the language that was chosen */
export function linkOf(parts: readonly LinkPart[], language: string | undefined): string {
  const version: LinkPart[] = parts.length === 0 ? [] : [["v", VERSION]];
  const all = [...version, ...languagePart(language), ...parts];
  return all.length === 0 ? "" : `#${joined(all)}`;
}

export function languagePart(language: string | undefined): LinkPart[] {
  return language === undefined ? [] : [["lang", language]];
}

/** The link's own signs stay readable; what could end it or its parts is escaped. */
export function joined(parts: readonly LinkPart[]): string {
  // Half of a pair of signs, as in half an emoji, has no escape.
  const escaped = (text: string): string =>
    encodeURIComponent(text.replace(/\p{Surrogate}/gu, "\ufffd"))
      .replace(/%2C/g, ",")
      .replace(/%3B/g, ";")
      .replace(/%20/g, "+");
  return parts.map(([name, text]) => `${name}=${escaped(text)}`).join("&");
}
