// Shapes of a drawing, which become text or elements. So one drawing serves the page, the build and Node.
import "./machine.css";

type Value = string | number | undefined;

export interface Shape {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, Value>>;
  readonly inner: readonly (Shape | string)[];
}

/** An attribute that is undefined is left out. */
export function shape(
  tag: string,
  attributes: Readonly<Record<string, Value>>,
  ...inner: readonly (Shape | string)[]
): Shape {
  return { tag, attributes, inner };
}

/** A group that is empty is left out. */
export function group(attributes: Readonly<Record<string, Value>>, ...inner: readonly Shape[]): Shape[] {
  return inner.length === 0 ? [] : [shape("g", attributes, ...inner)];
}

export function textOf({ tag, attributes, inner }: Shape): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}="${escaped(String(value))}"`);
  const held = inner.map((one) => (typeof one === "string" ? escaped(one) : textOf(one))).join("");
  return `<${tag}${written.join("")}${held === "" ? "/>" : `>${held}</${tag}>`}`;
}

export function elementOf({ tag, attributes, inner }: Shape): SVGElement {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes))
    if (value !== undefined) made.setAttribute(name, String(value));
  made.append(...inner.map((one) => (typeof one === "string" ? one : elementOf(one))));
  return made;
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[sign]!);
}
