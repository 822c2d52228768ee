// A page hands files to one that it has opened. The other asks for them when it is ready, and again after it was loaded
// again. Pages from disk have no origin that tells them apart, so each looks at the window that a message comes from.

/** What a page asks its opener. */
const ASKED = "heed: hand me the files";

/** Files by their names. */
export type HandedFiles = Readonly<Record<string, string | Uint8Array<ArrayBuffer>>>;

const everyWindow = (): string => (location.protocol === "file:" ? "*" : location.origin);
const isOurs = ({ origin }: MessageEvent): boolean => location.protocol === "file:" || origin === location.origin;

/** Opens a page that may ask for files; false where the browser opens none. */
export function openWithFiles(address: string, files: () => Promise<HandedFiles>): boolean {
  const page = window.open(address);
  if (page === null) return false;
  addEventListener("message", async (event) => {
    if (event.source === page && isOurs(event) && event.data === ASKED) page.postMessage(await files(), everyWindow());
  });
  return true;
}

/** Asks the page that has opened this one; false where none has. */
export function askForFiles(came: (files: File[]) => void): boolean {
  const opener = window.opener as Window | null;
  if (opener === null) return false;
  const hear = (event: MessageEvent): void => {
    if (event.source !== opener || !isOurs(event) || typeof event.data !== "object" || event.data === null) return;
    removeEventListener("message", hear);
    came(Object.entries(event.data as HandedFiles).map(([name, content]) => new File([content], name)));
  };
  addEventListener("message", hear);
  opener.postMessage(ASKED, everyWindow());
  return true;
}
