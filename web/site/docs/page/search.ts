// The search: the index stands in the page, so nothing is fetched. "/" goes to the field, the arrows choose, Enter
// opens, Escape closes.
import { make } from "../../../show/index.js";

/** A page of the documentation, and its parts: [place, name, text]. The first part is the page itself. */
interface IndexedPage {
  readonly file: string;
  readonly title: string;
  readonly parts: readonly (readonly [place: string, name: string, text: string])[];
}

export interface Found {
  readonly href: string;
  readonly title: string;
  readonly page: string;
  /** Words round the first word that was sought. */
  readonly text: string;
}

const MOST = 12;

/** What readers call a thing, and the word, or its beginning, that the documentation has for it. */
const SYNONYMS: ReadonlyMap<string, string> = new Map([
  ["csp", "policies"],
  ["gqa", "kvheads"],
  ["hydration", "hydrat"],
  ["lr", "learningrate"],
  ["mha", "multiheadattention"],
  ["mqa", "kvheads"],
  ["nextjs", "next"],
  ["rope", "rotary"],
  ["sdpa", "scaled_dot_product_attention"],
  ["ssr", "server"],
]);

/** The parts in which every word stands, the best first. */
export function find(index: readonly IndexedPage[], query: string): Found[] {
  const words = query
    .toLowerCase()
    .split(/[^\p{L}\p{N}_-]+/u)
    .filter(Boolean)
    .map((word) => SYNONYMS.get(word) ?? word);
  if (words.length === 0) return [];
  const scored = index.flatMap(({ file, title, parts }) =>
    parts.map(([place, name, text]) => ({
      score: scoreOf(words, { name: name || title, title, text }),
      found: {
        href: place === "" ? file : `${file}#${place}`,
        title: name || title,
        page: title,
        text: excerpt(text, words),
      },
    })),
  );
  return scored
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, MOST)
    .map(({ found }) => found);
}

/** 0 where a word is missing. A name counts more than a text, a whole name most. Only beginnings of words count. */
function scoreOf(words: readonly string[], part: { name: string; title: string; text: string }): number {
  const [name, title, text] = [part.name, part.title, part.text].map((one) => one.toLowerCase()) as [
    string,
    string,
    string,
  ];
  // Of learningRate also "rate".
  const humps = part.name.replace(/(\p{Ll})(?=\p{Lu})/gu, "$1 ").toLowerCase();
  const wanted = words.join(" ");
  let score = name === wanted || name.endsWith(`.${wanted}`) ? 50 : name.startsWith(wanted) ? 20 : 0;
  for (const word of words) {
    const inName = startsAWord(name, word) ? 10 : startsAWord(humps, word) ? 4 : 0;
    const inText = startsAWord(text, word) ? 2 : 0;
    const inTitle = startsAWord(title, word) ? 1 : 0;
    if (inName + inText + inTitle === 0) return 0;
    score += inName + inText + inTitle;
  }
  return score;
}

function startsAWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1))
    if (at === 0 || /[^\p{L}\p{N}]/u.test(text[at - 1]!)) return true;
  return false;
}

function excerpt(text: string, words: readonly string[]): string {
  const places = words.map((word) => text.toLowerCase().indexOf(word)).filter((at) => at >= 0);
  const start = Math.max(0, Math.min(...places, text.length) - 40);
  const from = start === 0 ? 0 : text.indexOf(" ", start) + 1;
  return `${from > 0 ? "… " : ""}${text.slice(from, from + 120)}`;
}

export function startSearch(): void {
  const field = document.querySelector<HTMLInputElement>("#search")!;
  const box = document.querySelector<HTMLElement>("#found-box")!;
  const list = document.querySelector<HTMLElement>("#found")!;
  const none = document.querySelector<HTMLElement>("#found-none")!;
  let index: readonly IndexedPage[] | undefined;
  let chosen = -1;

  const close = (): void => {
    box.hidden = true;
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
    index ??= JSON.parse(document.querySelector("#search-index")!.textContent) as IndexedPage[];
    const sought = field.value.trim();
    const found = find(index, sought);
    list.replaceChildren(...found.map(optionOf));
    none.textContent = found.length === 0 ? `Nothing found for “${sought}”.` : "";
    box.hidden = sought === "";
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
    open(list.children[chosen]);
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

function optionOf({ href, title, page, text }: Found, at: number): HTMLElement {
  const name = make("b", {}, title);
  const where = make("small", {}, title === page ? "" : page);
  const option = make("li", { role: "option", id: `found-${at}`, "aria-selected": "false" });
  option.dataset.href = href;
  option.append(name, " ", where, make("span", {}, text));
  return option;
}
