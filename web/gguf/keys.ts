// The keys of one architecture, each read as what it must be.
import { cutName, cutText, fault } from "../lib/read/index.js";
import type { Value } from "./cursor.js";
import type { ReadFile } from "./file.js";

export class Keys {
  constructor(
    readonly where: string,
    private readonly file: ReadFile,
    readonly architecture: string,
  ) {}

  /** Refuses the file by one of its keys. */
  refuse(name: string, what: string): never {
    const key = cutName(this.named(name));
    throw fault("file", `${this.where}: ${this.file.source.name} has the key ${key}, which ${what}.`);
  }

  /** The key of this name: what begins with a dot belongs to the architecture. */
  named(name: string): string {
    return name.startsWith(".") ? this.architecture + name : name;
  }

  has(name: string): boolean {
    return this.file.keys.has(this.named(name));
  }

  private value(name: string): Value | undefined {
    return this.file.keys.get(this.named(name));
  }

  private missing(name: string): never {
    throw fault("file", `${this.where}: ${this.file.source.name} has no key ${cutName(this.named(name))}.`);
  }

  /** A whole number, or a list of equal ones, a number for each layer. */
  whole(name: string): number {
    return this.optionalWhole(name) ?? this.missing(name);
  }

  optionalWhole(name: string): number | undefined {
    const value = this.value(name);
    if (value === undefined) return undefined;
    const [number, ...others] = typeof value === "object" ? value : [value];
    if (others.some((one) => one !== number))
      return this.refuse(name, "must be one number for all layers; it is an array of several");
    if (Number.isInteger(number) && (number as number) >= 0) return number as number;
    return this.refuse(name, `must be an integer, 0 or greater; it is ${told(value)}`);
  }

  number(name: string): number {
    return this.optionalNumber(name) ?? this.missing(name);
  }

  optionalNumber(name: string): number | undefined {
    const value = this.value(name);
    if (value === undefined || (typeof value === "number" && Number.isFinite(value))) return value;
    return this.refuse(name, `must be a number; it is ${told(value)}`);
  }

  word(name: string): string | undefined {
    const value = this.value(name);
    if (value === undefined || typeof value === "string") return value;
    return this.refuse(name, `must be a string; it is ${told(value)}`);
  }

  flag(name: string): boolean | undefined {
    const value = this.value(name);
    if (value === undefined || typeof value === "boolean") return value;
    return this.refuse(name, `must be true or false; it is ${told(value)}`);
  }

  /** Texts or numbers; undefined where there is no such list. */
  list<Item extends number | string>(name: string, of: "string" | "number"): readonly Item[] | undefined {
    const value = this.value(name);
    if (value === undefined) return undefined;
    if (typeof value === "object" && value.every((one) => typeof one === of)) return value as readonly Item[];
    return this.refuse(name, `must be an array of ${of === "string" ? "strings" : "numbers"}; it is ${told(value)}`);
  }

  /** Refuses a value that would change what the model computes. */
  neutral(name: string, neutral: readonly unknown[], what: string): void {
    const value = this.value(name);
    if (value !== undefined && !neutral.includes(value)) this.refuse(name, `is ${told(value)}; ${what}`);
  }
}

function told(value: Value): string {
  return typeof value === "object" ? "an array" : typeof value === "string" ? `"${cutText(value)}"` : String(value);
}
