// How files come in: chosen, alone or as a folder; dropped anywhere on the page; or pasted, as files or as JSON text.
import { byId } from "../../../kit/index.js";

export type Files = readonly [File, ...File[]];

/** Tells of the files that came: people drop several at a time. */
export function onFiles(came: (files: Files) => void): void {
  const input = byId<HTMLInputElement>("file");
  const tell = (files: ArrayLike<File> | null): void => {
    const [first, ...others] = Array.from(files ?? []);
    if (first !== undefined) came([first, ...others]);
  };
  const folder = byId<HTMLInputElement>("folder");
  for (const id of ["choose", "choose-again"]) byId(id).addEventListener("click", () => input.click());
  for (const id of ["choose-folder", "choose-folder-again"]) byId(id).addEventListener("click", () => folder.click());
  for (const one of [input, folder]) {
    one.addEventListener("change", () => {
      tell(Array.from(one.files ?? []));
      // The same file may be chosen again.
      one.value = "";
    });
  }
  onDrop(tell);
  document.addEventListener("paste", (event) => {
    if (event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement) return;
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

/** All files that were dropped, those of a folder too. */
async function droppedIn({ items, files }: DataTransfer): Promise<File[]> {
  const entries = Array.from(items, (item) => item.webkitGetAsEntry?.() ?? null);
  // Entries are read in the event's own task; without folders the list is all there is.
  if (!entries.some((entry) => entry?.isDirectory)) return Array.from(files);
  return (await Promise.all(entries.map((entry) => filesIn(entry, MOST_DEPTH)))).flat();
}

/** A folder of a model has its files at its top. LM Studio keeps it in that of its maker, in one for all. */
const MOST_DEPTH = 3;

async function filesIn(entry: FileSystemEntry | null, depth: number): Promise<File[]> {
  if (entry === null || depth < 0) return [];
  if (entry.isFile) {
    const file = await new Promise<File>((found, failed) => (entry as FileSystemFileEntry).file(found, failed));
    // The browser names the folder only where it was chosen.
    return [Object.defineProperty(file, "webkitRelativePath", { value: entry.fullPath })];
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const found: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((read, failed) => reader.readEntries(read, failed));
    if (some.length === 0) break;
    found.push(...some);
  }
  return (await Promise.all(found.map((one) => filesIn(one, depth - 1)))).flat();
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
    void droppedIn(event.dataTransfer!).then(tell);
  });
}
