// What users get of an object of ours: its public members and nothing else.
import { fault } from "./fault.js";

export interface PublicMembers {
  /** What consoles and error sentences call it. */
  readonly kind: string;
  /** The names of its arrays. They are written into, never assigned. */
  readonly views?: readonly string[];
  /** The names of other values. */
  readonly values?: readonly string[];
  /** The options that it was made with: names that people try to assign. */
  readonly options?: readonly string[];
  readonly methods: readonly string[];
  /** Properties of its own kind. */
  readonly others?: PropertyDescriptorMap;
}

/** A frozen object with these members of `inner`, which no one outside can reach. `where` begins its sentences. */
export function publicObject<Public>(where: string, inner: object, face: PublicMembers): Public {
  const members = inner as Record<string, unknown>;
  const { kind, views = [], values = [], options = [], methods, others } = face;
  const properties: PropertyDescriptorMap = { [Symbol.toStringTag]: { value: kind }, ...others };
  const assigned = (name: string, advice: string) => (): never => {
    throw fault("type", `${where}: ${name} cannot be assigned. ${advice}`);
  };
  const fixed = "It is fixed when the object is made, so make a new one.";
  for (const name of options) properties[name] = { get: () => undefined, set: assigned(name, fixed) };
  for (const name of values)
    properties[name] = { enumerable: true, get: () => members[name], set: assigned(name, fixed) };
  for (const name of views) {
    const set = assigned(name, `Write into it: ${name}.set(numbers).`);
    // Consoles list the arrays that the object has, of those that its kind could have.
    properties[name] = { enumerable: isThere(members, name), get: () => members[name], set };
  }
  for (const name of methods) properties[name] = { value: (members[name] as () => unknown).bind(inner) };
  // Engines without Symbol.dispose get it from programs that bring their own.
  if (properties.dispose) properties[Symbol.dispose ?? Symbol.for("Symbol.dispose")] = properties.dispose;
  return Object.freeze(Object.defineProperties({}, properties)) as Public;
}

/** Whether it has the array. A chain throws for one that its layers do not have. */
function isThere(members: Record<string, unknown>, name: string): boolean {
  try {
    return members[name] !== undefined;
  } catch {
    return false;
  }
}
