// A model that is split into several files: the keys of the first, the tensors of all.
import { cutName, fault, listText } from "../lib/read/index.js";
import type { Place, ReadFile } from "./file.js";

export function joined(where: string, parts: readonly ReadFile[]): ReadFile {
  const countIn = ({ keys }: ReadFile): number => Number(keys.get("split.count") ?? 0);
  const numberIn = ({ keys }: ReadFile): number => Number(keys.get("split.no") ?? 0);
  const inOrder = parts.slice().sort((a, b) => numberIn(a) - numberIn(b));
  const first = inOrder[0]!;
  const fail = (what: string): never => {
    throw fault("file", `${where}: ${first.source.name} ${what}.`);
  };
  const count = Math.max(1, countIn(first));
  if (parts.length < count) {
    const there = listText(inOrder.map((part) => String(numberIn(part) + 1)));
    fail(
      `is part ${there} of ${count} (split.count). Give all parts as an array, or merge them with ` +
        `llama-gguf-split --merge of llama.cpp`,
    );
  }
  if (parts.length > count)
    fail(`is ${count > 1 ? `one of ${count} parts` : "a whole model"}; got ${parts.length} files`);
  if (count === 1) return first;
  if (inOrder.some((part, n) => numberIn(part) !== n || countIn(part) !== count))
    fail(`and the other files are not the ${count} parts of one model (split.no, split.count)`);
  const tensors = new Map<string, Place>();
  for (const part of inOrder)
    for (const [name, place] of part.tensors) {
      if (tensors.has(name)) fail(`and ${part.source.name} both have the tensor "${cutName(name)}"`);
      tensors.set(name, place);
    }
  const all = first.keys.get("split.tensors.count") ?? tensors.size;
  if (all !== tensors.size)
    fail(`says that all parts have ${String(all)} tensors (split.tensors.count); they have ${tensors.size}`);
  return { ...first, tensors };
}
