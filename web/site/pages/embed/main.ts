// How to put one widget into another page. The reader types words and numbers, and the code follows.
import type { Heed } from "heed";
import { linkTo } from "../../rooms/state/index.js";
import { byId, copyText, cutText, numbers, words } from "../../kit/index.js";
import { counted, Page, showMatrix } from "../../rooms/lesson/index.js";
import { frameSnippet, moduleSnippet, scriptSnippet } from "./snippets.js";

const MOST = 8;
const DIM = 3;
/** Letters of a word. */
const LONGEST = 16;
// It starts with three words. The numbers of the others wait for the reader's own words.
const START = [
  0.43, 0.15, 0.89, 0.55, 0.87, 0.66, 0.57, 0.85, 0.64, 0.22, 0.58, 0.33, 0.77, 0.25, 0.1, 0.05, 0.8, 0.55, 0.3, 0.6,
  0.2, 0.9, 0.1, 0.4,
];

const NUMBERS = numbers(START, -99, 99);

const page = new Page({ words: words(["Your", "journey", "starts"], MOST, LONGEST), x: NUMBERS });

const typed = byId("words") as HTMLInputElement;
typed.addEventListener("input", () => {
  const found = typed.value.split(/\s+/).filter((word) => word !== "");
  if (found.length > 0) page.set({ words: found.slice(0, MOST).map((word) => cutText(word, LONGEST)) });
});
byId("x").addEventListener("matrix-edit", (event) => {
  event.preventDefault();
  const { row, column, value } = event.detail;
  const edited = page.state.x.map((old, at) => (at === row * DIM + column ? value : old));
  // As the link holds them.
  page.set({ x: NUMBERS.read(NUMBERS.write(edited)) ?? page.state.x });
});
for (const button of document.querySelectorAll<HTMLElement>("[data-copy]")) {
  button.addEventListener("click", async () => {
    const copied = await copyText(byId(button.dataset.copy!).textContent);
    page.fill(byId("copied"), copied ? "frame.link-copied" : "copy-by-hand");
  });
}

void page.withCore((heed) => page.onChange(() => draw(heed)));

function draw(heed: Heed): void {
  const own = { words: page.state.words, x: rows(), label: page.text("label") };
  if (document.activeElement !== typed) typed.value = own.words.join(" ");
  showMatrix("x", { data: own.x.flat(), shape: [own.x.length, DIM] }, { rows: own.words, columns: counted(DIM) });
  byId("preview").setAttribute("label", own.label);
  showMatrix("preview", heed.selfAttention(own.x, { keep: ["weights"] }).weights, {
    rows: own.words,
    columns: own.words,
  });
  byId("script-code").textContent = scriptSnippet(own);
  byId("module-code").textContent = moduleSnippet(own);
  byId("frame-code").textContent = frameSnippet(
    new URL(`../play.html${linkTo("journey", { hidden: ["export", "about", "compare"] })}`, location.href).href,
    page.text("frame-name"),
  );
}

function rows(): number[][] {
  return page.state.words.map((_, word) => page.state.x.slice(word * DIM, (word + 1) * DIM));
}
