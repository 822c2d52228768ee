// Text to the clipboard, also where the modern way is closed: in frames, on old browsers, from disk.

/** Whether the text is on the clipboard now. To be called from a click or a key press. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelected(text);
  }
}

/** By way of a selection that nobody sees; focus stays where it was. */
function copySelected(text: string): boolean {
  const focused = document.activeElement;
  const field = Object.assign(document.createElement("textarea"), { value: text, readOnly: true, className: "unseen" });
  // An open modal dialog makes all else inert, and what is inert cannot be selected.
  (focused?.closest("dialog") ?? document.body).append(field);
  field.select();
  const copied = document.execCommand("copy");
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return copied;
}
