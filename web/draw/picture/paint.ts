// Light and dark colours of a picture. They stand in attributes, so a policy that forbids styles leaves the picture as
// it is, and nothing of it reaches the rest of a page. Only a picture with "auto" carries a style. It turns each light
// colour into its dark one, by a class that is named for both: in every picture of a page it means the same.
import { tag, type Attributes } from "./xml.js";

/** "auto" is light, and dark for a reader whose system is. */
export type Colours = "auto" | "light" | "dark";

/** A colour in light and in dark pictures, "#rrggbb". */
export type Shade = readonly [light: string, dark: string];

type Painted = "fill" | "stroke" | "stop-color";

export const GROUND: Shade = ["#ffffff", "#1b2022"];
export const INK: Shade = ["#1c2326", "#ebe8de"];
export const FAINT: Shade = ["#566063", "#a9b0ad"];
export const RULE: Shade = ["#d8d2c1", "#394145"];
export const ACCENT: Shade = ["#0d6470", "#7accc1"];

export class Paint {
  readonly #rules = new Map<string, string>();

  constructor(readonly colours: Colours) {}

  /** The attributes that paint one part of an element. */
  as(part: Painted, [light, dark]: Shade): Attributes {
    if (this.colours !== "auto" || light === dark) return { [part]: this.colours === "dark" ? dark : light };
    const name = ["heed", ...(part === "fill" ? [] : [part]), light.slice(1), dark.slice(1)].join("-");
    this.#rules.set(name, `${part}:${dark}`);
    return { [part]: light, class: name };
  }

  /** What is drawn otherwise in the dark: for light, for dark, or for both, of which a reader sees one. */
  each(draw: (theme: "light" | "dark", shown: Attributes) => string): string {
    if (this.colours !== "auto") return draw(this.colours, {});
    this.#rules.set("heed-light", "display:none").set("heed-dark", "display:inline");
    return draw("light", { class: "heed-light" }) + draw("dark", { class: "heed-dark", display: "none" });
  }

  /** The style of all that was painted; empty if there is none. */
  style(): string {
    if (this.#rules.size === 0) return "";
    const rules = Array.from(this.#rules, ([name, rule]) => `.${name}{${rule}}`).join("");
    return tag("style", {}, `@media screen and (prefers-color-scheme:dark){${rules}}`);
  }

  /** The pattern of hatched cells, and the attributes of a cell that has it. */
  hatching(): { readonly pattern: string; readonly cell: Attributes } {
    const id = `heed-hatch-${this.colours}`;
    const line = tag("path", { d: "M0 0v6", ...this.as("stroke", FAINT), "stroke-width": 1 });
    const size = { width: 6, height: 6, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" };
    return {
      pattern: tag("pattern", { id, ...size }, line),
      cell: { fill: `url(#${id})`, ...this.as("stroke", RULE) },
    };
  }
}
