import type { BackwardOptions } from "../api/index.js";
import { fault } from "./fault.js";
import { readFlag } from "./layer.js";
import { checkNamed } from "./sentences.js";
import { writeInputs, type InputReaders } from "./write-inputs.js";

/** The last word of the call that made an object, as in `session.run`, `model.backward` and `weights.rows`. */
const wordOf = (made: string): string => /[A-Z]?[a-z]+(?=:|$)/.exec(made)![0].toLowerCase();

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
  /** What begins sentences about its methods. */
  private readonly word: string;

  /** `where` is the call that made it. */
  constructor(
    protected readonly where: string,
    private readonly hasGradients = false,
  ) {
    this.word = wordOf(where);
  }

  get disposed(): boolean {
    return this.holding === undefined;
  }

  run(inputs?: unknown): void {
    const held = this.held("run");
    if (inputs !== undefined) writeInputs(this.method("run"), this, this.inputs, inputs, this.readers);
    this.hasRun = false;
    this.forward(held);
    this.hasRun = true;
  }

  backward(options?: BackwardOptions): void {
    const held = this.held("backward");
    if (!this.hasGradients) {
      throw fault(
        "state",
        `${this.method("backward")}: this ${this.where} has no gradients. Make it with backward: true.`,
      );
    }
    if (!this.hasRun) {
      throw fault("state", `${this.method("backward")}: run() must be called first. backward() needs its results.`);
    }
    this.gradients(held, options === undefined ? false : this.readAdd(options));
  }

  private readAdd(options: BackwardOptions): boolean {
    const where = this.method("backward");
    checkNamed(where, "option", options, ["add"]);
    return readFlag(where, "add", options.add);
  }

  dispose(): void {
    const held = this.holding;
    this.holding = undefined;
    if (held !== undefined) this.release(held);
  }

  /** What begins sentences about a use of it. */
  protected method(use: string): string {
    return use.includes(".") ? use : `${this.word}.${use}`;
  }

  /** What it holds. `use`: the method or array that its user asked for, or the whole call, as `heed/layers.linear`. */
  held(use: string): Held {
    if (this.holding !== undefined) return this.holding;
    throw fault(
      "disposed",
      `${this.method(use)}: this ${this.where} was used after dispose(), which freed its memory. Make a new one.`,
    );
  }

  protected forward(_held: Held): void {}

  protected gradients(_held: Held, _add: boolean): void {}

  protected release(_held: Held): void {}
}
