// A field that is as high as its text.

/** Browsers without the style field-sizing need a script for fields as high as their text. */
const GROWS_BY_ITSELF = CSS.supports("field-sizing", "content");

/** A field as high as its text. */
export function growWithText(text: HTMLTextAreaElement): void {
  if (GROWS_BY_ITSELF) return;
  text.style.blockSize = "auto";
  text.style.blockSize = `${text.scrollHeight + 2}px`;
}
