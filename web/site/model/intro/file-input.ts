// How a file comes in: chosen, dropped anywhere on the page, or pasted as a file or as JSON text.
import { byId } from "../../heads/index.js";

export function onFile(came: (file: File) => void): void {
  const input = byId<HTMLInputElement>("file");
  for (const id of ["choose", "choose-again"]) byId(id).addEventListener("click", () => input.click());
  input.addEventListener("change", () => {
    const file = input.files?.[0];
    if (file !== undefined) came(file);
    // The same file may be chosen again.
    input.value = "";
  });
  onDrop(came);
  document.addEventListener("paste", (event) => {
    const file = event.clipboardData?.files[0] ?? jsonIn(event.clipboardData?.getData("text") ?? "");
    if (file === undefined || event.target instanceof HTMLInputElement) return;
    event.preventDefault();
    came(file);
  });
}

function jsonIn(text: string): File | undefined {
  return /^\s*[[{]/.test(text) ? new File([text], "pasted.json") : undefined;
}

function onDrop(came: (file: File) => void): void {
  const hasFile = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes("Files") === true;
  const show = (over: boolean): void => void document.body.toggleAttribute("data-dropping", over);
  let depth = 0;
  document.addEventListener("dragenter", (event) => hasFile(event) && show(++depth > 0));
  document.addEventListener("dragleave", (event) => hasFile(event) && show(--depth > 0));
  document.addEventListener("dragover", (event) => hasFile(event) && event.preventDefault());
  document.addEventListener("drop", (event) => {
    if (!hasFile(event)) return;
    event.preventDefault();
    show((depth = 0) > 0);
    const file = event.dataTransfer!.files[0];
    if (file !== undefined) came(file);
  });
}
