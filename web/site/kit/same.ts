/** Whether two pieces of plain data hold the same, in whatever order. */
export function same(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  const [mine, other] = [new Map(Object.entries(a)), new Map(Object.entries(b))];
  return (
    mine.size === other.size && Array.from(mine).every(([key, value]) => other.has(key) && same(value, other.get(key)))
  );
}
