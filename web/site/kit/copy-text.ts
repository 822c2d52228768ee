// Copies text to the clipboard, also where the modern way is closed: in frames, in old browsers, from disk.
import { make } from "../../show/index.js";

/** Returns whether the text is on the clipboard now. Call it from a click or a key press. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelected(text);
  }
}

/** Copies by a hidden selection. Focus stays where it was. */
function copySelected(text: string): boolean {
  const focused = document.activeElement;
  const field = make("textarea", { readonly: true, class: "unseen" }, text);
  // An open modal dialog makes everything else inert, and inert text cannot be selected.
  (focused?.closest("dialog") ?? document.body).append(field);
  field.select();
  const copied = document.execCommand("copy");
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return copied;
}
