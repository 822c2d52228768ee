import { make } from "../../show/index.js";

/** Hands a file to the browser, which saves it. */
export function offerFile(file: Blob, name: string): void {
  const link = make("a", { href: URL.createObjectURL(file), download: name });
  link.click();
  // The browser reads the file only after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
