// Numbers and matrices as the source text of a language.
import { shortest } from "../../kit/index.js";

export const LANGUAGES = ["NumPy", "PyTorch", "heed"] as const;
export type Language = (typeof LANGUAGES)[number];
export type Python = Exclude<Language, "heed">;

const SPECIAL: Record<Language, Record<string, string>> = {
  NumPy: { NaN: "np.nan", Infinity: "np.inf", "-Infinity": "-np.inf" },
  PyTorch: { NaN: "torch.nan", Infinity: "torch.inf", "-Infinity": "-torch.inf" },
  heed: {},
};

export function numberText(value: number, language: Language): string {
  const text = shortest(value);
  return SPECIAL[language][text] ?? text;
}

export function vectorText(values: ArrayLike<number>, language: Language): string {
  return `[${Array.from(values, (value) => numberText(value, language)).join(", ")}]`;
}

/** A row on a line of its own. */
export function matrixText(rows: readonly ArrayLike<number>[], language: Language): string {
  if (rows.length === 1) return `[${vectorText(rows[0]!, language)}]`;
  return `[\n${rows.map((row) => `  ${vectorText(row, language)},\n`).join("")}]`;
}

/** [heads, rows, columns], a row on a line of its own. */
export function headsText(heads: readonly (readonly ArrayLike<number>[])[], language: Language): string {
  const rowLines = (rows: readonly ArrayLike<number>[]): string =>
    rows.map((row) => `    ${vectorText(row, language)},\n`).join("");
  return `[\n${heads.map((rows) => `  [\n${rowLines(rows)}  ],\n`).join("")}]`;
}

export function booleansText(values: readonly boolean[], language: Language): string {
  return `[${values.map((value) => (language === "heed" ? String(value) : value ? "True" : "False")).join(", ")}]`;
}

/** The line that gives a name to numbers: an array, a tensor, or nested arrays. */
export function given(name: string, literal: string, language: Language, type: "float" | "bool" = "float"): string {
  switch (language) {
    case "NumPy":
      return `${name} = np.array(${literal}, dtype=${type === "float" ? "np.float32" : "bool"})`;
    case "PyTorch":
      return `${name} = torch.tensor(${literal}, dtype=${type === "float" ? "torch.float32" : "torch.bool"})`;
    case "heed":
      return `const ${name} = ${literal};`;
  }
}

/** The first lines of a program. */
export const OPENING: Record<Language, readonly string[]> = {
  NumPy: ["import numpy as np", ""],
  PyTorch: ["import torch", ""],
  heed: ['import { load } from "heed";', "", "const heed = await load();"],
};

export function printed(expression: string, language: Language): string {
  if (language === "heed") return `console.log(${expression});`;
  return language === "PyTorch" ? `print((${expression}).item())` : `print(${expression})`;
}
