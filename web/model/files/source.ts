// The files of a model: what has their bytes, and what sentences call them.
import { cutText, fault, isPlain, kindOf } from "../../lib/read/index.js";
import { kindOfFile, sourceOf, type AnyFile, type Source } from "../../tensors/index.js";

/** A file of a model, as a page or a program has it. Nothing is fetched. */
export type ModelFile = AnyFile;

export interface NamedSource extends Source {
  /** What sentences call it. */
  readonly name: string;
}

export const READ_IT = " heed opens no paths and no addresses: read the file, and give its content.";

/** @param name What sentences call a file that has no name of its own. */
export function namedSource(where: string, file: unknown, name: string): NamedSource {
  const source = sourceOf(file);
  if (source === undefined)
    throw fault(
      "type",
      `${where}: ${name} must be a Blob, a File, an ArrayBuffer, a typed array or { byteLength, slice }; ` +
        `got ${kindOf(file)}.${typeof file === "string" ? READ_IT : ""}`,
    );
  const { name: own } = file as Partial<File>;
  return { ...source, name: own ? `"${cutText(String(own))}"` : name };
}

/** Says how a GGUF file is opened, where one came by itself: it needs no config.json. */
export async function refuseGguf(where: string, given: unknown): Promise<void> {
  const source = sourceOf(given);
  if (source === undefined || kindOfFile(await source.read(0, Math.min(source.size, 24))) !== "gguf") return;
  throw fault(
    "file",
    `${where}: this is a GGUF file. Write openModel(heed, await readGguf(file)), with readGguf of heed/gguf.`,
  );
}

/** Reads JSON, or gives an object as it is. */
export async function readJson(where: string, value: unknown, name: string): Promise<Record<string, unknown>> {
  let given = value;
  const source = sourceOf(value);
  if (source !== undefined) given = new TextDecoder().decode(await source.read(0, source.size));
  if (typeof given === "string") {
    try {
      given = JSON.parse(given.replace(/^\ufeff/, ""));
    } catch (error) {
      // Without the error as a cause: Node prints that too, and it quotes the text as it is.
      const advice = /^\s*[{[]/.test(given as string) ? "" : READ_IT;
      const why = cutText((error as Error).message);
      throw fault("file", `${where}: ${name} must be JSON; it is not: ${why}.${advice}`);
    }
  }
  if (isPlain(given)) return given;
  throw fault("type", `${where}: ${name} must be an object, or its JSON as a string; got ${kindOf(given)}.`);
}
