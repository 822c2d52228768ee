// A field that is as high as its text, up to the largest height that its style gives it.

/** A field as high as its text. Browsers with the style field-sizing need no script for it. */
export function growWithText(text: HTMLTextAreaElement): void {
  if (CSS.supports("field-sizing", "content")) return;
  text.style.blockSize = "auto";
  text.style.blockSize = `${text.scrollHeight + 2}px`;
}
