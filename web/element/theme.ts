// Light or dark, as the page is; paper on paper.
import type { Theme } from "./ramps.js";

/** `own` is what the page asks for; otherwise the ground that the page has: `probe` is an element with the colour of Canvas. */
export function themeNow(own: string, probe: HTMLElement): Theme {
  if (matchMedia("print").matches) return "paper";
  if (own === "light" || own === "dark") return own;
  const [red = 255, green = 255, blue = 255] = (getComputedStyle(probe).color.match(/[\d.]+/g) ?? []).map(Number);
  return red + green + blue < 3 * 128 ? "dark" : "light";
}

/** Calls back whenever themeNow() may have changed, until the returned function is called. */
export function onThemeChange(changed: () => void): () => void {
  const queries = [matchMedia("print"), matchMedia("(prefers-color-scheme: dark)")];
  for (const query of queries) query.addEventListener("change", changed);
  return () => {
    for (const query of queries) query.removeEventListener("change", changed);
  };
}
