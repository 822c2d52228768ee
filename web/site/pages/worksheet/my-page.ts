// The page that a pupil hands in: what I can now say, my bets and my answers, printed or as a file.
import { byId, offerFile, type Fields } from "../../kit/index.js";
import { make } from "../../../show/index.js";
import {
  doneLessons,
  keptAnswers,
  keptBets,
  type Answer,
  type LessonAnswers,
  type Page,
} from "../../rooms/lesson/index.js";

/** Where the reader's own sentences are kept: lesson → sentence. */
const PLACE = "heed.learn.said";

export class MyPage<F extends Fields> {
  readonly #page: Page<F>;
  readonly #host = byId("my-page");
  readonly #name = byId<HTMLInputElement>("who");

  constructor(page: Page<F>) {
    this.#page = page;
    byId("print-mine").addEventListener("click", () => print());
    byId("save-mine").addEventListener("click", () => this.#save());
    this.#name.addEventListener("input", () => this.#showName());
    page.onChange(() => this.#draw());
    addEventListener("storage", ({ key }) => key !== PLACE && this.#draw());
  }

  #draw(): void {
    const [answers, bets, done] = [keptAnswers(), keptBets(), doneLessons()];
    const begun = lessons().filter(({ name }) => done.has(name) || name in answers || name in bets);
    const sections = [
      ...this.#frontDoor(bets["front"] ?? {}),
      ...begun.map((lesson) => this.#lesson(lesson, answers[lesson.name] ?? {}, bets[lesson.name] ?? {})),
    ];
    this.#host.replaceChildren(
      this.#page.element("h2", "mine-title"),
      make("p", { class: "name-line", id: "my-name" }),
      ...(sections.length > 0 ? sections : [this.#page.element("p", "nothing-yet", { class: "ghost" })]),
    );
    this.#showName();
  }

  /** It is not a lesson: it has only bets. */
  #frontDoor(bets: LessonAnswers): HTMLElement[] {
    const list = this.#list("my-bets", bets);
    if (list.length === 0) return [];
    return [make("section", { class: "of-lesson" }, this.#page.element("h3", "front-door"), ...list)];
  }

  #lesson({ name, title }: Lesson, answers: LessonAnswers, bets: LessonAnswers): HTMLElement {
    const said = make("textarea", { rows: 2, "data-lesson": name });
    said.value = sentences()[name] ?? "";
    said.addEventListener("input", () => keepSentence(name, said.value));
    return make(
      "section",
      { class: "of-lesson" },
      make("h3", {}, title),
      make("p", {}, this.#page.element("b", "goal"), " ", this.#page.element("span", `${name}.goal`)),
      make("label", { class: "can-say" }, this.#page.element("span", "can-say"), said),
      ...this.#list("my-bets", bets),
      ...this.#list("my-answers", answers),
    );
  }

  #list(key: string, answers: LessonAnswers): HTMLElement[] {
    const given = Object.entries(answers).sort(([a], [b]) => (key === "my-answers" && a > b ? 1 : 0));
    if (given.length === 0) return [];
    const items = given.map(([question, answer]) => make("li", {}, ...this.#answer(question, answer)));
    return [make("p", {}, this.#page.element("b", key)), make("ol", {}, ...items)];
  }

  #answer(question: string, { asked, said, choice, right }: Answer): HTMLElement[] {
    const verdict = this.#page.element("b", right ? "frame.right" : "frame.wrong");
    return [make("span", {}, asked ?? question), make("span", { class: "my-said" }, `→ ${said ?? choice} `), verdict];
  }

  #showName(): void {
    const line = byId("my-name");
    if (this.#name.value === "") this.#page.fill(line, "name-line");
    else line.textContent = this.#name.value;
  }

  /** The page as a file of its own, with what was typed as text. */
  #save(): void {
    const copy = this.#host.cloneNode(true) as HTMLElement;
    const typed = this.#host.querySelectorAll("textarea");
    copy.querySelectorAll("textarea").forEach((area, at) => area.replaceWith(make("p", {}, typed[at]!.value)));
    const title = this.#page.text("mine-title");
    const style = "body{max-width:42rem;margin:2rem auto;font:1rem/1.5 serif}span{display:block}";
    const html = `<!doctype html><html lang="${this.#page.language}"><meta charset="utf-8"><title>${title}</title>
<style>${style}</style>${copy.outerHTML}</html>`;
    offerFile(new Blob([html], { type: "text/html" }), "heed-my-page.html");
  }
}

interface Lesson {
  readonly name: string;
  readonly title: string;
}

/** All lessons in their order, as the frame lists them. */
function lessons(): Lesson[] {
  const items = document.querySelectorAll<HTMLElement>(".contents li:not(.unnumbered)");
  return Array.from(items, (item) => ({ name: item.querySelector("a")!.dataset.page!, title: item.textContent }));
}

function sentences(): Readonly<Record<string, string>> {
  try {
    const kept = Object(JSON.parse(localStorage.getItem(PLACE) ?? "{}")) as object;
    return Object.fromEntries(Object.entries(kept).filter(([, one]) => typeof one === "string"));
  } catch {
    // no storage, or no JSON: the text stays in its field
    return {};
  }
}

function keepSentence(name: string, sentence: string): void {
  try {
    localStorage.setItem(PLACE, JSON.stringify({ ...sentences(), [name]: sentence }));
  } catch {
    // no storage: the text stays in its field
  }
}
