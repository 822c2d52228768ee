// Why a file cannot be shown.
import { localised } from "../../../show/index.js";
import { phrase, type Parameters } from "../../kit/texts/index.js";

/** The message is a sentence: what came and what was needed. What to type in Python stands on the lines after it. */
export class FileProblem extends Error {
  override readonly name = "FileProblem";

  /** @param key of the section "files" of the texts */
  constructor(key: string, parameters: Parameters = {}, python?: string) {
    const sentence = told(key, parameters);
    super(python === undefined ? sentence : `${sentence}\n${python}`);
  }
}

/** A text of the section "files". */
export function told(key: string, parameters: Parameters = {}): string {
  return phrase(`files.${key}`, parameters);
}

/** What to type in Python for each kind of file; the page shows the same lines for copying. */
export const PYTHON = {
  npz:
    "out = model(ids, output_attentions=True)\n" +
    "tokens = [tok.convert_ids_to_tokens(text) for text in ids]\n" +
    'np.savez("a.npz", attention=torch.stack(out.attentions).float().cpu().numpy(), tokens=tokens)',
  npy:
    "out = model(ids, output_attentions=True)\n" +
    "a = torch.stack(out.attentions).float().cpu().numpy()\n" +
    'np.save("a.npy", a)',
  safetensors:
    "out = model(ids, output_attentions=True)\n" +
    "tokens = json.dumps([tok.convert_ids_to_tokens(text) for text in ids])\n" +
    'save_file({"attention": torch.stack(out.attentions).contiguous()}, "a.safetensors", metadata={"tokens": tokens})',
  json:
    "out = model(ids, output_attentions=True)\n" +
    'a = {"tokens": [tok.convert_ids_to_tokens(text) for text in ids]}\n' +
    'json.dump(a | {"attention": torch.stack(out.attentions).tolist()}, open("a.json", "w"))',
  vectors: 'np.savez("a.npz", q=q, k=k, tokens=tokens)  # q and k of shape [layers, heads, n, dim]',
} as const;

const UNITS = [
  [1e12, "TB"],
  [1e9, "GB"],
  [1e6, "MB"],
  [1e3, "KB"],
] as const;

/** 1 byte, 12 KB, 50.3 MB. */
export function byteCount(bytes: number): string {
  if (bytes < 1000) return wholeBytes(bytes);
  // No file has so much. It comes from a header that is wrong.
  if (bytes >= 1e15) return told("over-all");
  const [unit, name] = UNITS.find(([size]) => bytes >= size)!;
  return `${localised(String(Number((bytes / unit).toPrecision(3))))} ${name}`;
}

/** What the browser says of a folder, or of a file that has gone. */
export function isUnreadable({ name }: Error): boolean {
  return name === "NotReadableError" || name === "NotFoundError";
}

function wholeBytes(count: number): string {
  return told("bytes", { count });
}

/** How much is needed and how much is there, with all digits where both would look alike. */
export function neededAndThere(needed: number, there: number): { needed: string; there: string } {
  const write = byteCount(needed) === byteCount(there) && needed < 1e15 ? wholeBytes : byteCount;
  return { needed: write(needed), there: write(there) };
}

/** A text out of a file without signs that end a line, turn its direction or steer a terminal. */
export function plain(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ");
}

/** A name out of a file, as a sentence quotes it: cut, and plain. */
export function quoted(name: string): string {
  const shown = plain(name);
  if (shown.trim() === "") return told("no-name");
  return told("quoted", { name: shown.length > 60 ? `${shown.slice(0, 59)}…` : shown });
}

export function shapeText(shape: readonly number[]): string {
  return `[${shape.join(", ")}]`;
}

/** A note on bytes that belong to nothing. */
export function leftOver(title: string, bytes: number): string {
  return told("left-over", { name: title, size: byteCount(bytes) });
}
