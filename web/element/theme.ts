// Light or dark, as the reader's system says; paper on paper.
import type { Theme } from "./ramps.js";

/** `own` is what the page asks for; print does not ask the page. */
export function themeNow(own: string | null): Theme {
  if (matchMedia("print").matches) return "paper";
  if (own === "light" || own === "dark") return own;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

/** Calls back whenever themeNow() may have changed, until the returned function is called. */
export function onThemeChange(changed: () => void): () => void {
  const queries = [matchMedia("print"), matchMedia("(prefers-color-scheme: dark)")];
  for (const query of queries) query.addEventListener("change", changed);
  return () => {
    for (const query of queries) query.removeEventListener("change", changed);
  };
}
