// Whether the page is light or dark, or is printed.
import { make } from "./make.js";
import { mediaQuery } from "./page-parts.js";
import type { Theme } from "./ramps.js";

/** `own` is the theme that the page asks for. Without one, the colour Canvas at the probe decides. */
export function themeNow(own: string | null, probe?: HTMLElement): Theme {
  if (mediaQuery("print")?.matches) return "paper";
  if (own === "light" || own === "dark") return own;
  const stood = probe ?? document.documentElement.appendChild(make("span"));
  stood.style.color = "Canvas";
  const channels = (getComputedStyle(stood).color.match(/\d+/g) ?? []).map(Number);
  if (probe === undefined) stood.remove();
  return channels.length >= 3 && channels[0]! + channels[1]! + channels[2]! < 3 * 128 ? "dark" : "light";
}

/**
 * The same without asking for computed styles, which would cost a page that is still being built. `seen` is what
 * themeNow() said last; without it the reader's setting decides.
 */
export function likelyTheme(own: string | null, seen: Theme | undefined): Theme {
  if (mediaQuery("print")?.matches) return "paper";
  if (own === "light" || own === "dark") return own;
  return seen ?? (mediaQuery("(prefers-color-scheme: dark)")?.matches ? "dark" : "light");
}

/** Calls back whenever themeNow() may have changed, until the returned function is called. */
export function onThemeChange(changed: () => void): () => void {
  const queries = [mediaQuery("print"), mediaQuery("(prefers-color-scheme: dark)")];
  for (const query of queries) query?.addEventListener("change", changed);
  return () => {
    for (const query of queries) query?.removeEventListener("change", changed);
  };
}
