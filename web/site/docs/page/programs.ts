// The programs of a page. Each runs in the page when the reader comes to it, and again when asked; what it prints and
// what it adds to the document is below it.
import { copyText } from "../../kit/index.js";
import { printed } from "./print.js";

/** What a program may use of the page: a console to print to, a document to add to. */
export type Program = (console: Printer, document: Stage) => Promise<void>;

type Printer = Pick<Console, "log" | "error">;
interface Stage {
  createElement(name: string): HTMLElement;
  readonly body: Element;
}

export function startPrograms(): void {
  const seen = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      seen.unobserve(target);
      void runNext(target);
    }
  });
  for (const box of document.querySelectorAll(".program")) {
    box.querySelector(".copy")!.addEventListener("click", () => void copy(box));
    box.querySelector(".run")?.addEventListener("click", () => void runAsked(box));
    if (box.matches("[data-program]:not([data-waits])")) seen.observe(box);
  }
}

async function copy(box: Element): Promise<void> {
  const copied = await copyText(box.querySelector("code")!.textContent);
  box.querySelector(".said")!.textContent = copied
    ? "Copied."
    : "It could not be copied. Select the code and copy it by hand.";
}

/** One after another, so that the page stays quick while the reader scrolls. */
let last = Promise.resolve();

function runNext(box: Element): Promise<void> {
  last = last.then(() => run(box));
  return last;
}

async function runAsked(box: Element): Promise<void> {
  const button = box.querySelector<HTMLButtonElement>(".run")!;
  // Only what the reader asked for is read aloud.
  box.querySelector(".printed")!.setAttribute("aria-live", "polite");
  button.disabled = true;
  await runNext(box);
  button.disabled = false;
  button.focus();
}

async function run(box: Element): Promise<void> {
  const paper = box.querySelector<HTMLElement>(".printed")!;
  const stage = box.querySelector(".drawn")!;
  const program = window.heedPrograms[(box as HTMLElement).dataset.program!]!;
  const lines: string[] = [];
  const show = (): void => {
    paper.textContent = lines.join("\n");
    paper.hidden = lines.length === 0;
  };
  const log = (...values: readonly unknown[]): void => {
    lines.push(printed(values));
    show();
  };
  paper.classList.remove("failed");
  stage.replaceChildren();
  try {
    await program({ log, error: log }, { createElement: (name) => document.createElement(name), body: stage });
  } catch (error) {
    paper.classList.add("failed");
    log(error);
  }
  box.setAttribute("data-done", "");
}
