// What the page asks its worker while a story model is trained there.
import type { Table } from "../../../rooms/stories/index.js";

export interface LearnRequest {
  readonly module: WebAssembly.Module;
  readonly table: Table;
  readonly seed: number;
}
