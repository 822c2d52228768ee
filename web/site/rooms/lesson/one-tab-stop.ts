// The numbers of a table or a list that open are one stop of the Tab key. Arrow keys lead from one to the next.

/** Fills a host. A number that had focus has it again. */
export function fillAsOneStop(host: HTMLElement, fill: () => void): void {
  const before = host.querySelector<HTMLElement>(".opens:focus")?.dataset.opens;
  fill();
  const all = numbersOf(host);
  const again = all.find(({ dataset }) => dataset.opens === before);
  for (const one of all) one.tabIndex = one === (again ?? all[0]) ? 0 : -1;
  again?.focus({ preventScroll: true });
  host.addEventListener("keydown", move);
}

function numbersOf(host: HTMLElement): HTMLElement[] {
  return Array.from(host.querySelectorAll<HTMLElement>(".opens"));
}

function move(event: KeyboardEvent): void {
  const from = event.target as HTMLElement;
  const to = event.altKey || event.ctrlKey || event.metaKey ? undefined : nextOf(from, event.key);
  if (to === undefined) return;
  event.preventDefault();
  from.tabIndex = -1;
  to.tabIndex = 0;
  to.focus();
}

/** In a table a key leads along the row or the column, in a list to the one before or after. */
function nextOf(from: HTMLElement, key: string): HTMLElement | undefined {
  const all = numbersOf(from.closest<HTMLElement>("table, ol")!);
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[key];
  if (step === undefined || !all.includes(from)) return undefined;
  const isVertical = key === "ArrowDown" || key === "ArrowUp";
  const cell = from.closest("td");
  const line =
    cell === null || !isVertical ? all : all.filter((one) => one.closest("td")?.cellIndex === cell.cellIndex);
  return line[line.indexOf(from) + step];
}
