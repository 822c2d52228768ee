import type { BackwardOptions } from "../api/index.js";
import { fault } from "./fault.js";
import { readFlag } from "./layer.js";
import { checkNames, checkObject } from "./sentences.js";
import { writeInputs, type InputReaders } from "./write-inputs.js";

/**
 * What sessions, caches and layers are made of: it holds something until dispose(), refuses every use afterwards, and
 * runs backward only after run(). What has no run() leaves `forward` and `gradients` as they are.
 */
export abstract class Holder<Held> {
  /** Undefined after dispose(). */
  protected holding: Held | undefined;
  /** Whether run() left what backward() needs. */
  private hasRun = false;
  /** The names of the views that run() writes to where it is given numbers for them. */
  protected inputs: readonly string[] = [];
  protected readers: InputReaders = {};

  /** `where` begins the error sentences. */
  constructor(
    protected readonly where: string,
    private readonly hasGradients = false,
  ) {}

  get disposed(): boolean {
    return this.holding === undefined;
  }

  run(inputs?: unknown): void {
    const held = this.held("run()");
    if (inputs !== undefined) writeInputs(`${this.where}: run()`, this, this.inputs, inputs, this.readers);
    this.hasRun = false;
    this.forward(held);
    this.hasRun = true;
  }

  backward(options?: BackwardOptions): void {
    const held = this.held("backward()");
    if (!this.hasGradients) {
      throw fault(
        "state",
        `${this.where}: backward() was called on a session without gradients. Make it with backward: true.`,
      );
    }
    if (!this.hasRun) {
      throw fault(
        "state",
        `${this.where}: backward() was called before run(), which leaves what it needs. Call run() first.`,
      );
    }
    this.gradients(held, options === undefined ? false : this.readAdd(options));
  }

  private readAdd(options: BackwardOptions): boolean {
    const where = `${this.where}: backward()`;
    checkObject(where, "options", options);
    checkNames(where, "option", options, ["add"]);
    return readFlag(where, "add", options.add);
  }

  dispose(): void {
    const held = this.holding;
    this.holding = undefined;
    if (held !== undefined) this.release(held);
  }

  /** What it holds. `use` names what its user asked for. */
  held(use: string): Held {
    if (this.holding !== undefined) return this.holding;
    throw fault(
      "disposed",
      `${this.where}: ${use} was used after dispose(); its memory is given back. Make a new one.`,
    );
  }

  protected forward(_held: Held): void {}

  protected gradients(_held: Held, _add: boolean): void {}

  protected release(_held: Held): void {}
}
