// How a file comes in: chosen, dropped anywhere on the page, or pasted as a file or as JSON text.
import { byId } from "../../../kit/index.js";

type Files = readonly [File, ...File[]];

/** Tells of the files that came: people drop several at a time. */
export function onFiles(came: (files: Files) => void): void {
  const input = byId<HTMLInputElement>("file");
  const tell = (files: ArrayLike<File> | null): void => {
    const [first, ...others] = Array.from(files ?? []);
    if (first !== undefined) came([first, ...others]);
  };
  for (const id of ["choose", "choose-again"]) byId(id).addEventListener("click", () => input.click());
  input.addEventListener("change", () => {
    tell(input.files);
    // The same file may be chosen again.
    input.value = "";
  });
  onDrop(tell);
  document.addEventListener("paste", (event) => {
    if (event.target instanceof HTMLInputElement) return;
    const json = jsonIn(event.clipboardData?.getData("text") ?? "");
    const files = event.clipboardData?.files ?? [];
    if (files.length === 0 && json === undefined) return;
    event.preventDefault();
    tell(files.length === 0 ? [json!] : files);
  });
}

function jsonIn(text: string): File | undefined {
  return /^\s*[[{]/.test(text) ? new File([text], "pasted.json") : undefined;
}

function onDrop(tell: (files: ArrayLike<File>) => void): void {
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
    tell(event.dataTransfer!.files);
  });
}
