// docs.js, what every page of the documentation does: its programs run, the search finds, and on a narrow screen the
// list of pages is closed at first.
import { startPrograms } from "./programs.js";
import { startSearch } from "./search.js";

const contents = document.querySelector<HTMLDetailsElement>(".docs-contents")!;
const narrow = matchMedia("(max-width: 61.99rem)");
const fit = (): void => void (contents.open = !narrow.matches);
fit();
narrow.addEventListener("change", fit);
// The contents scroll, and the page stays at its beginning.
const current = contents.querySelector<HTMLElement>("[aria-current]");
if (current) {
  const { bottom } = current.getBoundingClientRect();
  contents.scrollTop += Math.max(0, bottom - contents.getBoundingClientRect().bottom);
}

startPrograms();
startSearch();
