// Makes elements with attributes and content.

export type Content = Node | string | undefined;

/**
 * Makes an element. An attribute of true is written empty; one of undefined or false is left out.
 * Content that is undefined or empty is left out.
 */
export function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string | number | boolean | undefined>> = {},
  ...content: readonly Content[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes))
    if (value !== undefined && value !== false) made.setAttribute(key, value === true ? "" : String(value));
  made.append(...content.filter((one): one is Node | string => one !== undefined && one !== ""));
  return made;
}
