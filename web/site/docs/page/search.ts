// The search field: "/" goes to it, the arrows choose, Enter opens, Escape closes. The index is a script of the page.
import { make } from "../../../show/index.js";
import { find, type Found } from "./find.js";

export function startSearch(): void {
  const field = document.querySelector<HTMLInputElement>("#search")!;
  const box = document.querySelector<HTMLElement>("#found-box")!;
  const list = document.querySelector<HTMLElement>("#found")!;
  const none = document.querySelector<HTMLElement>("#found-none")!;
  const status = document.querySelector<HTMLElement>("#found-said")!;
  let chosen = -1;

  /** What has been said is not said again at the next key. */
  const say = (text: string): void => {
    if (status.textContent !== text) status.textContent = text;
  };
  const close = (): void => {
    box.hidden = true;
    say("");
    field.setAttribute("aria-expanded", "false");
    field.removeAttribute("aria-activedescendant");
  };
  const choose = (at: number): void => {
    const options = Array.from(list.children);
    chosen = options.length === 0 ? -1 : (at + options.length) % options.length;
    options.forEach((option, n) => option.setAttribute("aria-selected", String(n === chosen)));
    const option = options[chosen];
    if (option === undefined) return field.removeAttribute("aria-activedescendant");
    field.setAttribute("aria-activedescendant", option.id);
    option.scrollIntoView({ block: "nearest" });
  };
  const show = (): void => {
    const sought = field.value.trim();
    const found = find(window.heedIndex, sought);
    list.replaceChildren(...found.map(optionOf));
    none.textContent = found.length === 0 ? `Nothing found for “${sought}”.` : "";
    box.hidden = sought === "";
    say(box.hidden ? "" : numberOf(found));
    field.setAttribute("aria-expanded", String(!box.hidden && found.length > 0));
    choose(0);
  };
  const open = (option: Element | undefined): void => {
    const href = (option as HTMLElement | undefined)?.dataset.href;
    if (href === undefined) return;
    close();
    location.href = href;
  };

  field.addEventListener("input", show);
  field.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !box.hidden) {
      close();
      // The next one empties the field.
      event.preventDefault();
    }
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      if (box.hidden) show();
      else choose(chosen + (event.key === "ArrowDown" ? 1 : -1));
      event.preventDefault();
    }
  });
  field.form!.addEventListener("submit", (event) => {
    event.preventDefault();
    if (box.hidden) show();
    else open(list.children[chosen]);
  });
  // A press on the list must not take focus from the field, which would close the list before the click.
  list.addEventListener("pointerdown", (event) => event.preventDefault());
  list.addEventListener("click", (event) => open((event.target as Element).closest("[role=option]") ?? undefined));
  field.addEventListener("blur", close);
  document.addEventListener("keydown", (event) => {
    const typing = (event.target as Element).closest("input, textarea, [contenteditable], attention-matrix") !== null;
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || typing) return;
    event.preventDefault();
    field.focus();
    field.select();
  });
}

const numberOf = ({ length }: readonly Found[]): string =>
  length === 0 ? "Nothing found" : `${length} ${length === 1 ? "result" : "results"}`;

function optionOf({ href, title, page, text }: Found, at: number): HTMLElement {
  const name = make("b", {}, title);
  const where = make("small", {}, title === page ? "" : page);
  const option = make("li", { role: "option", id: `found-${at}`, "aria-selected": "false" });
  option.dataset.href = href;
  option.append(name, " ", where, make("span", {}, text));
  return option;
}
