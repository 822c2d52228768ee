// Reads and writes properties that are kept as attributes.

/** A whole number from 0 on; null if the attribute is missing or holds anything else. */
export function numberOf(element: Element, name: string): number | null {
  const text = element.getAttribute(name);
  return text === null || !/^\d+$/.test(text.trim()) ? null : Number(text);
}

/** Writes a property to its attribute. null and "" remove the attribute. */
export function reflect(element: Element, name: string, value: string | number | null): void {
  if (value === null || value === "") element.removeAttribute(name);
  else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, String(value));
}

/** Sets again what was set before the element was defined: such properties lie on the object and hide the accessors. */
export function takeEarlyProperties(element: HTMLElement): void {
  for (const [name, value] of Object.entries(element)) {
    if (!(name in Object.getPrototypeOf(element))) continue;
    delete (element as unknown as Record<string, unknown>)[name];
    Object.assign(element, { [name]: value });
  }
}
