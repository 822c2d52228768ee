// The list of the lessons, and what the reader has done of them.
import { byId } from "../../kit/index.js";
import { offerOffline } from "../../rooms/offline/index.js";
import { drawThumbnails } from "../../rooms/thumbnails/index.js";
import { doneLessons, forgetAnswers, forgetDone, keptAnswers, Page } from "../../rooms/lesson/index.js";

const page = new Page({});
const lessons = Array.from(document.querySelectorAll<HTMLElement>("[data-lesson]"));
const next = byId("next") as HTMLAnchorElement;

page.onChange(showDone);
addEventListener("pageshow", showDone);
// another tab has a lesson done, or forgets
addEventListener("storage", showDone);
byId("forget").addEventListener("click", () => {
  forgetDone();
  forgetAnswers();
  showDone();
  page.fill(byId("forgotten"), "forgotten");
});
offerOffline(byId("offline"));
void page.withCore((heed) => drawThumbnails(heed));

function showDone(): void {
  const done = doneLessons();
  for (const lesson of lessons) {
    const mark = lesson.querySelector<HTMLElement>(".done")!;
    mark.hidden = !done.has(lesson.dataset.lesson!);
    page.fill(mark, "done");
    showAnswers(lesson);
  }
  const left = lessons.filter((lesson) => !done.has(lesson.dataset.lesson!));
  const key = left.length === 0 ? "all-done" : left.length === lessons.length ? "kept-here" : "progress";
  page.fill(byId("progress"), key, { done: lessons.length - left.length, lessons: lessons.length });
  byId("progress").hidden = key === "kept-here";
  showNext(left[0]?.dataset.lesson);
}

/** How many questions of a lesson the reader has answered rightly. */
function showAnswers(lesson: HTMLElement): void {
  const answers = Object.values(keptAnswers()[lesson.dataset.lesson!] ?? {});
  const host = lesson.querySelector<HTMLElement>(".answers")!;
  host.hidden = answers.length === 0;
  page.fill(host, "answers", { right: answers.filter((one) => one?.right).length, answered: answers.length });
}

/** The one button of the page: the first lesson that is not done. */
function showNext(name: string | undefined): void {
  next.hidden = name === undefined;
  if (name === undefined) return;
  next.dataset.page = name;
  next.href = `${name}.html`;
  page.fill(next, doneLessons().size === 0 ? "begin" : "go-on", { title: page.text(`${name}.title`) });
  next.hash = `lang=${page.language}`;
}
