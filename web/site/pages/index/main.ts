// The list of the lessons, and what the reader has done of them: the short road with what deepens it, or only the three
// lessons that a class has time for.
import { byId, choice } from "../../kit/index.js";
import { offerOffline } from "../../rooms/offline/index.js";
import { drawThumbnails } from "../../rooms/thumbnails/index.js";
import {
  doneLessons,
  forgetAnswers,
  forgetDone,
  keptAnswers,
  Page,
  showAll,
  showsAll,
} from "../../rooms/lesson/index.js";

/** The lessons of 45 minutes. */
const SHORT = ["look-up", "one-query", "context"];

const page = new Page({ road: choice("all", "45") });
const lessons = Array.from(document.querySelectorAll<HTMLElement>("[data-lesson]"));
const onRoad = ({ dataset }: HTMLElement): boolean =>
  page.state.road === "all" ? dataset.road !== undefined : SHORT.includes(dataset.lesson!);
const next = byId("next") as HTMLAnchorElement;

page.onChange(showRoad);
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
const all = byId<HTMLInputElement>("all");
all.checked = showsAll();
all.addEventListener("input", () => showAll(all.checked));
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
  const road = lessons.filter(onRoad);
  const others = lessons.filter((lesson) => !onRoad(lesson));
  const isDone = (lesson: HTMLElement): boolean => done.has(lesson.dataset.lesson!);
  const left = road.filter((lesson) => !isDone(lesson));
  const deep = page.state.road === "all" ? others.filter(isDone).length : 0;
  const counts = { done: road.length - left.length, lessons: road.length, deep, deeper: others.length };
  const some = deep > 0 ? "progress-deep" : left.length === 0 ? "all-done" : "progress";
  page.fill(byId("progress"), some, counts);
  byId("progress").hidden = left.length === road.length && deep === 0;
  showNext(left[0]?.dataset.lesson, left.length === road.length);
}

/** The road that the link asks for: its lessons and how long they take. */
function showRoad(): void {
  const isShort = page.state.road === "45";
  document.body.classList.toggle("is-short", isShort);
  const road = lessons.filter(onRoad);
  for (const item of document.querySelectorAll<HTMLElement>(".overview > li"))
    item.hidden = !road.some((lesson) => item.contains(lesson));
  // About: to five minutes.
  const minutes = road.map((lesson) => Number(lesson.querySelector<HTMLElement>("[data-minutes]")!.dataset.minutes));
  const facts = { lessons: road.length, minutes: 5 * Math.round(minutes.reduce((sum, one) => sum + one, 0) / 5) };
  page.fill(byId("road-title"), isShort ? "short" : "road", facts);
  page.fill(byId("road-text"), isShort ? "short-text" : "road-text");
  page.fill(byId("hand-in"), "short-end");
  byId("hand-in").hidden = !isShort;
}

/** How many questions of a lesson the reader has answered rightly. */
function showAnswers(lesson: HTMLElement): void {
  const answers = Object.values(keptAnswers()[lesson.dataset.lesson!] ?? {});
  const host = lesson.querySelector<HTMLElement>(".answers")!;
  host.hidden = answers.length === 0;
  page.fill(host, "answers", { right: answers.filter((one) => one?.right).length, answered: answers.length });
}

/** The one button of the page: the first lesson of the road that is not done. */
function showNext(name: string | undefined, isFirst: boolean): void {
  next.hidden = name === undefined;
  if (name === undefined) return;
  next.dataset.page = name;
  next.href = `${name}.html`;
  page.fill(next, isFirst ? "begin" : "go-on", { title: page.text(`${name}.title`) });
  next.hash = `lang=${page.language}`;
}
