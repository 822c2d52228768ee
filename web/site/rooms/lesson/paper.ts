// On paper nothing can be opened. So what is closed on the screen is open there.

export function openOnPaper(): void {
  const paper = matchMedia("print");
  const opened: HTMLDetailsElement[] = [];
  const open = (): void => {
    for (const details of document.querySelectorAll<HTMLDetailsElement>("main details:not([open])")) {
      details.open = true;
      opened.push(details);
    }
  };
  const close = (): void => opened.splice(0).forEach((details) => (details.open = false));
  paper.addEventListener("change", () => (paper.matches ? open() : close()));
  // Some browsers print a copy of the page, which gets no events.
  addEventListener("beforeprint", open);
  addEventListener("afterprint", close);
}
