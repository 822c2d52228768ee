// Properties that are kept as attributes.

/** A count from 0; null where there is none, or something else. */
export function numberOf(element: Element, name: string): number | null {
  const text = element.getAttribute(name);
  return text === null || !/^\d+$/.test(text.trim()) ? null : Number(text);
}

/** Writes a property to its attribute; null and "" take it away. */
export function reflect(element: Element, name: string, value: string | number | null): void {
  if (value === null || value === "") element.removeAttribute(name);
  else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, String(value));
}

/** Properties set before the element was defined lie on the object itself and would hide the accessors. */
export function takeEarlyProperties(element: HTMLElement): void {
  for (const [name, value] of Object.entries(element)) {
    if (!(name in Object.getPrototypeOf(element))) continue;
    delete (element as unknown as Record<string, unknown>)[name];
    Object.assign(element, { [name]: value });
  }
}
