// Light or dark, as the page is; paper on paper.
import type { Theme } from "./ramps.js";

/** `own` is what the page asks for; otherwise what its color-scheme comes to at this element. */
export function themeNow(own: string | null, within: Element = document.documentElement): Theme {
  if (matchMedia("print").matches) return "paper";
  if (own === "light" || own === "dark") return own;
  const schemes = getComputedStyle(within).colorScheme;
  if (!schemes.includes("dark")) return "light";
  return !schemes.includes("light") || matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

/** Calls back whenever themeNow() may have changed, until the returned function is called. */
export function onThemeChange(changed: () => void): () => void {
  const queries = [matchMedia("print"), matchMedia("(prefers-color-scheme: dark)")];
  for (const query of queries) query.addEventListener("change", changed);
  return () => {
    for (const query of queries) query.removeEventListener("change", changed);
  };
}
