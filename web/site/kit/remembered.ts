/** A function that makes the thing of each key once, and keeps it in `made`. */
export function remembered<Key, Thing>(
  made: { get(key: Key): Thing | undefined; set(key: Key, thing: Thing): unknown },
  make: (key: Key) => Thing,
): (key: Key) => Thing {
  return (key) => {
    let thing = made.get(key);
    if (thing === undefined) made.set(key, (thing = make(key)));
    return thing;
  };
}
