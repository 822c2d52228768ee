// A file on the disk, which is read by positions: Node reads no file beyond 2 GiB into one buffer.
import { open, type FileHandle } from "node:fs/promises";
import path from "node:path";
import type { AnyFile } from "../tensors/index.js";

/** The files of a command. Each is opened once: a pipe gives its bytes once. */
export class Disk {
  readonly #handles: FileHandle[] = [];
  readonly #files = new Map<string, Promise<AnyFile>>();

  open(file: string): Promise<AnyFile> {
    const opened = this.#files.get(file) ?? this.#opened(file);
    this.#files.set(file, opened);
    return opened;
  }

  async #opened(file: string): Promise<AnyFile> {
    try {
      const handle = await open(file);
      this.#handles.push(handle);
      const found = await handle.stat();
      // A pipe has no positions. A folder fails here.
      return found.isFile() ? partsOf(handle, found.size, path.basename(file)) : await handle.readFile();
    } catch (error) {
      const reason = reasonOf(error as NodeJS.ErrnoException, "there is no such file");
      throw new Error(`"${file}" cannot be read: ${reason}.`, { cause: error });
    }
  }

  async close(): Promise<void> {
    for (const handle of this.#handles) await handle.close();
  }
}

/** @param missing what it means that something is not there */
export function reasonOf({ code, message }: NodeJS.ErrnoException, missing: string): string {
  return code === "ENOENT" ? missing : code === "EISDIR" ? "it is a folder" : message;
}

/** `name` is what sentences about a model call it. */
function partsOf(handle: FileHandle, size: number, name: string): AnyFile {
  const slice = async (from: number, to: number): Promise<Uint8Array> => {
    const bytes = new Uint8Array(Math.max(0, Math.min(to, size) - from));
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, from);
    return bytes.subarray(0, bytesRead);
  };
  const parts = { name, byteLength: size, slice };
  return parts;
}
