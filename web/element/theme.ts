// Light or dark, as the reader's system says; paper is always light.
import type { Theme } from "./ramps.js";

export function systemTheme(): Theme {
  if (matchMedia("print").matches) return "light";
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

/** Calls back whenever systemTheme() may have changed, until the returned function is called. */
export function onThemeChange(changed: () => void): () => void {
  const queries = [matchMedia("print"), matchMedia("(prefers-color-scheme: dark)")];
  for (const query of queries) query.addEventListener("change", changed);
  return () => {
    for (const query of queries) query.removeEventListener("change", changed);
  };
}
