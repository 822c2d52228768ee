// The reader's answers to the questions of all lessons. They stay in the reader's own browser.
// Where the browser keeps nothing for a page, they last as long as the page.

/** The list of lessons reads it too. */
const PLACE = "heed.learn.answers";

export interface Answer {
  readonly choice: string;
  readonly right: boolean;
}

/** question → answer */
export type LessonAnswers = Readonly<Record<string, Answer>>;
/** lesson → question → answer */
export type Answers = Readonly<Record<string, LessonAnswers>>;

/** What the browser does not keep. */
let unkept: Answers | undefined;

export function keptAnswers(): Answers {
  if (unkept !== undefined) return unkept;
  try {
    return answersIn(JSON.parse(localStorage.getItem(PLACE) ?? "{}"));
  } catch {
    // no storage, or no JSON
    return {};
  }
}

/** What else may have been written there is left out. */
function answersIn(kept: unknown): Answers {
  const ofLesson = (answers: unknown): [string, Answer][] =>
    Object.entries(Object(answers) as Record<string, Answer>).filter(
      ([, answer]) => typeof answer?.choice === "string" && typeof answer.right === "boolean",
    );
  return Object.fromEntries(
    Object.entries(Object(kept) as object).map(([lesson, answers]) => [lesson, Object.fromEntries(ofLesson(answers))]),
  );
}

export function keepAnswer(lesson: string, question: string, answer: Answer): void {
  const all = keptAnswers();
  write({ ...all, [lesson]: { ...all[lesson], [question]: answer } });
}

export function forgetAnswers(): void {
  write({});
}

function write(answers: Answers): void {
  try {
    localStorage.setItem(PLACE, JSON.stringify(answers));
    unkept = undefined;
  } catch {
    unkept = answers;
  }
}
