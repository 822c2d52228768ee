// Reads a model's config.json. A name that is absent or null has its default.
import { cutText, fault, kindOf, listText } from "../lib/read/index.js";
import type { Activation } from "../layers/index.js";

export class Config {
  constructor(
    readonly where: string,
    readonly values: Readonly<Record<string, unknown>>,
    /** What sentences call it. */
    private readonly called = "config",
    /** A sentence in the words of the file that gave these values. */
    private readonly inItsWords = (sentence: string): string => sentence,
  ) {}

  /** The first of these names that is there, and its value. */
  private find(names: string): readonly [name: string, value: unknown] {
    const all = names.split("|");
    const name = all.find((one) => this.has(one)) ?? all[0]!;
    return [name, this.has(name) ? this.values[name] : undefined];
  }

  /** A value of a sentence: the name that the config has for it, and what it says there, or `otherwise`. */
  said(names: string, otherwise: string): readonly [name: string, value: string] {
    const [name, value = otherwise] = this.find(names);
    return [name, String(value)];
  }

  has(name: string): boolean {
    return Object.hasOwn(this.values, name) && this.values[name] !== null && this.values[name] !== undefined;
  }

  refuse(what: string): never {
    throw fault("file", `${this.where}: ${this.inItsWords(`${this.called}.${what}`)}`);
  }

  /** A positive integer. `names`: one or several, with | between. */
  size(names: string, otherwise?: number): number {
    const [name, value] = this.find(names);
    const size = value ?? otherwise;
    if (Number.isInteger(size) && (size as number) > 0 && (size as number) <= 2 ** 30) return size as number;
    const by = value === undefined && otherwise !== undefined ? ", as the weights have it" : "";
    return this.refuse(`${name} must be a positive integer; got ${kindOf(size)}${by}.`);
  }

  /** A finite number above 0. */
  number(names: string, otherwise?: number): number {
    const [name, value] = this.find(names);
    const number = value ?? otherwise;
    if (typeof number === "number" && Number.isFinite(number) && number > 0) return number;
    return this.refuse(`${name} must be a number above 0; got ${kindOf(number)}.`);
  }

  flag(name: string, otherwise: boolean): boolean {
    const value = this.find(name)[1] ?? otherwise;
    if (typeof value === "boolean") return value;
    return this.refuse(`${name} must be true or false; got ${kindOf(value)}.`);
  }

  word(names: string, otherwise: string): string {
    const [name, value] = this.find(names);
    const word = value ?? otherwise;
    if (typeof word === "string") return word;
    return this.refuse(`${name} must be a word; got ${kindOf(value)}.`);
  }

  /** An object of its own. */
  part(name: string): Config | undefined {
    if (!this.has(name)) return undefined;
    const value = this.values[name];
    if (typeof value !== "object" || Array.isArray(value))
      this.refuse(`${name} must be an object; got ${kindOf(value)}.`);
    return new Config(this.where, value as Record<string, unknown>, `${this.called}.${name}`, this.inItsWords);
  }

  activation(names: string, otherwise: string): Activation {
    const word = this.word(names, otherwise);
    if (Object.hasOwn(ACTIVATIONS, word)) return ACTIVATIONS[word]!;
    const known = Object.keys(ACTIVATIONS);
    return this.refuse(`${this.find(names)[0]} is "${cutText(word)}"; heed has ${listText(known)}.`);
  }

  /** Refuses a value that would change what the model computes. */
  mustBe(name: string, allowed: unknown, why: string): void {
    if (!this.has(name)) return;
    const value = this.values[name];
    if (value !== allowed) this.refuse(`${name} is ${kindOf(value)}; ${why}.`);
  }
}

/** The names that configurations have for activations. */
const ACTIVATIONS: Readonly<Record<string, Activation>> = {
  ...{ gelu: "gelu", gelu_python: "gelu" },
  ...{ gelu_new: "gelu-tanh", gelu_pytorch_tanh: "gelu-tanh", gelu_fast: "gelu-tanh", gelu_accurate: "gelu-tanh" },
  ...{ relu: "relu", silu: "silu", swish: "silu" },
};
