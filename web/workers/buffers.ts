// Buffers for messages. A buffer goes to a worker with inputs, comes back with results, and is used again.
import type { Inside } from "../lib/call/index.js";

/** The bytes of free buffers that are kept. */
const KEPT = 2 ** 24;

export class Buffers {
  private readonly free: ArrayBuffer[] = [];
  private bytes = 0;

  constructor(private readonly makeFloats: Inside["makeFloats"]) {}

  /** A buffer of at least `bytes`, a multiple of four, but not of far more. What it holds is not cleared. */
  take(where: string, bytes: number): ArrayBuffer {
    const at = this.free.findIndex(({ byteLength }) => byteLength >= bytes && byteLength <= 2 * bytes);
    if (at < 0) return this.makeFloats(where, bytes / 4).buffer;
    const [buffer] = this.free.splice(at, 1) as [ArrayBuffer];
    this.bytes -= buffer.byteLength;
    return buffer;
  }

  give(buffer: ArrayBuffer): void {
    if (buffer.byteLength > KEPT) return;
    this.free.push(buffer);
    this.bytes += buffer.byteLength;
    while (this.bytes > KEPT) this.bytes -= this.free.shift()!.byteLength;
  }

  clear(): void {
    this.free.length = 0;
    this.bytes = 0;
  }
}
