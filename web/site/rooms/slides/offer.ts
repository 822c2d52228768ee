// Below a figure: a button that copies it as a picture with its link, and the address at which it is alone.
import "./slides.css";
import { make } from "../../../show/index.js";
import { byId, copyText, offerFile, wholeLink } from "../../kit/index.js";
import { fill, filled } from "../../kit/texts/index.js";
import { pictureOf } from "./picture.js";
import "./texts/en.json";

export interface Slide {
  /** What the picture shows. */
  readonly figure: Element;
  /** The id of what is alone at the figure's own address: the figure with its controls. */
  readonly alone?: string;
  /** The picture's name as a file. */
  readonly name: string;
}

/** Adds both to the end of an element. Call it once for a figure. */
export function offerSlide(host: Element, { figure, alone, name }: Slide): void {
  const said = make("span", { role: "status" });
  const copy = filled("button", "slides.copy", { type: "button" });
  copy.addEventListener("click", async () => fill(said, `slides.${await copyPicture(figure, name)}`));
  const row = make("p", { class: "slide-offer" }, copy);
  if (alone !== undefined) {
    row.append(" ", filled("a", "frame.picture-alone", { href: `?figure=${alone}` }));
    if (new URLSearchParams(location.search).get("figure") === alone) showAlone(byId(alone));
  }
  row.append(" ", said);
  host.append(row);
}

/** Where the clipboard takes no pictures, it has the link, and the picture is a file. @returns the text that says so */
async function copyPicture(figure: Element, name: string): Promise<"copied" | "saved" | "not-drawn"> {
  const link = wholeLink(location.hash);
  const address = pictureOf(figure);
  const picture = address.then((url) => blobOf(atob(url.split(",")[1]!), "image/png"));
  const linked = address.then((url) =>
    blobOf(`<a href="${link.replaceAll("&", "&amp;").replaceAll('"', "&quot;")}"><img src="${url}"></a>`, "text/html"),
  );
  try {
    // The click counts for a limited time: the clipboard waits for the picture, not the click for it.
    const item = { "image/png": picture, "text/html": linked, "text/plain": blobOf(link, "text/plain") };
    await navigator.clipboard.write([new ClipboardItem(item)]);
    return "copied";
  } catch {
    const file = await picture.catch(() => undefined);
    await copyText(link);
    if (file === undefined) return "not-drawn";
    offerFile(file, `heed-${name}.png`);
    return "saved";
  }
}

/** @param signs text, or of a picture one sign for each byte */
function blobOf(signs: string, type: string): Blob {
  const isText = type.startsWith("text/");
  return new Blob([isText ? signs : Uint8Array.from(signs, (sign) => sign.charCodeAt(0))], { type });
}

/** Hides all but one part of the page. What it is in stays. */
function showAlone(part: HTMLElement): void {
  document.body.toggleAttribute("data-slide", true);
  for (let inner: Element = part; inner !== document.body; inner = inner.parentElement!)
    for (const other of inner.parentElement!.children) if (other !== inner) other.classList.add("not-on-slide");
}
