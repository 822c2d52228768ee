// docs.js, what every page of the documentation does: its programs run, the search finds, and on a narrow screen the
// list of pages is closed at first.
import { startPrograms } from "./programs.js";
import { startSearch } from "./search.js";

const contents = document.querySelector<HTMLDetailsElement>(".docs-contents")!;
const narrow = matchMedia("(max-width: 61.99rem)");
const fit = (): void => void (contents.open = !narrow.matches);
fit();
narrow.addEventListener("change", fit);
contents.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });

startPrograms();
startSearch();
