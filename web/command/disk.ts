// A file on the disk, which is read by positions: Node reads no file beyond 2 GiB into one buffer.
import { open, type FileHandle } from "node:fs/promises";
import type { AnyFile } from "../tensors/index.js";

export interface DiskFile {
  readonly bytes: AnyFile;
  close(): Promise<void>;
}

export async function openDisk(path: string): Promise<DiskFile> {
  const handle = await open(path);
  try {
    const found = await handle.stat();
    // A pipe has no positions. A folder fails here.
    const bytes = found.isFile() ? partsOf(handle, found.size) : await handle.readFile();
    return { bytes, close: () => handle.close() };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

function partsOf(handle: FileHandle, size: number): AnyFile {
  const slice = async (from: number, to: number): Promise<Uint8Array> => {
    const bytes = new Uint8Array(Math.max(0, Math.min(to, size) - from));
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, from);
    return bytes.subarray(0, bytesRead);
  };
  return { byteLength: size, slice };
}
