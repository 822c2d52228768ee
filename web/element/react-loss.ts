// What React was given for an element and did not set. React 19 sets properties, but where it takes over what a server
// rendered, it leaves objects out.

/** The properties that hold objects. An element that was given nothing has null, undefined or an empty list there. */
const OBJECTS = ["matrix", "mask", "rowLabels", "columnLabels", "domain", "bars"] as const;

type Element = HTMLElement & { readonly [Name in (typeof OBJECTS)[number]]: unknown };

/** Says which properties were lost; empty if there are none. */
export function reactLoss(element: Element): string {
  // React keeps what it was given on the element, under a name that ends at random.
  const given: unknown = Object.entries(element).find(([name]) => name.startsWith("__reactProps$"))?.[1];
  if (isNone(given)) return "";
  const lost = OBJECTS.filter((name) => !isNone((given as Partial<Element>)[name]) && isNone(element[name]));
  if (lost.length === 0) return "";
  return (
    "<attention-matrix>: React sets no objects on an element that a server rendered, so " +
    `${lost.join(", ")} was lost. Write ref={setProperties({ ${lost.join(", ")} })}, from heed/element.`
  );
}

function isNone(value: unknown): boolean {
  return typeof value !== "object" || value === null || ("length" in value && value.length === 0);
}
