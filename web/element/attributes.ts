// Reads and writes properties that are kept as attributes.

/**
 * The names under which an attribute is looked for. Frameworks that render on a server write a property under its own
 * name, and HTML reads that in lower case: perRow arrives as perrow.
 */
export function namesOf(attribute: string): readonly string[] {
  return attribute.includes("-") ? [attribute, attribute.replaceAll("-", "")] : [attribute];
}

/** What an attribute holds; null if it is missing. */
export function textOf(element: Element, attribute: string): string | null {
  const name = namesOf(attribute).find((one) => element.hasAttribute(one));
  return name === undefined ? null : element.getAttribute(name);
}

/** A whole number from 0 on; null if the attribute is missing or holds anything else. */
export function numberOf(element: Element, attribute: string): number | null {
  const text = textOf(element, attribute);
  return text === null || !/^\d+$/.test(text.trim()) ? null : Number(text);
}

/** Whether the attribute is there. React 18 writes the property false as the text "false", which counts as missing. */
export function flagOf(element: Element, attribute: string): boolean {
  const text = textOf(element, attribute);
  return text !== null && text !== "false";
}

/** Writes a property to its attribute. Nothing, and "", remove the attribute. */
export function reflect(element: Element, attribute: string, value: string | number | null | undefined): void {
  for (const other of namesOf(attribute).slice(1)) element.removeAttribute(other);
  if (value == null || value === "") element.removeAttribute(attribute);
  else if (element.getAttribute(attribute) !== String(value)) element.setAttribute(attribute, String(value));
}

/** Writes a property that is true or false to its attribute. */
export function reflectFlag(element: Element, attribute: string, value: boolean): void {
  for (const other of namesOf(attribute).slice(1)) element.removeAttribute(other);
  if (!value) element.removeAttribute(attribute);
  else if (!flagOf(element, attribute)) element.setAttribute(attribute, "");
}

/** Sets again what was set before the element was defined: such properties lie on the object and hide the accessors. */
export function takeEarlyProperties(element: HTMLElement): void {
  for (const [name, value] of Object.entries(element)) {
    if (!(name in Object.getPrototypeOf(element))) continue;
    delete (element as unknown as Record<string, unknown>)[name];
    Object.assign(element, { [name]: value });
  }
}
