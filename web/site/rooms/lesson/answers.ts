// The reader's answers to the questions of all lessons, and the bets before an experiment. They stay in the reader's
// own browser. Where the browser keeps nothing for a page, they last as long as the page.

export interface Answer {
  readonly choice: string;
  readonly right: boolean;
  /** The question and the choice as they were read, for the page to hand in. Older answers are without. */
  readonly asked?: string;
  readonly said?: string;
}

/** question → answer */
export type LessonAnswers = Readonly<Record<string, Answer>>;
/** lesson → question → answer */
export type Answers = Readonly<Record<string, LessonAnswers>>;

class Kept {
  /** What the browser does not keep. */
  #unkept: Answers | undefined;

  constructor(readonly place: string) {}

  read(): Answers {
    if (this.#unkept !== undefined) return this.#unkept;
    try {
      return answersIn(JSON.parse(localStorage.getItem(this.place) ?? "{}"));
    } catch {
      // no storage, or no JSON
      return {};
    }
  }

  keep(lesson: string, question: string, answer: Answer): void {
    const all = this.read();
    this.write({ ...all, [lesson]: { ...all[lesson], [question]: answer } });
  }

  write(answers: Answers): void {
    try {
      localStorage.setItem(this.place, JSON.stringify(answers));
      this.#unkept = undefined;
    } catch {
      this.#unkept = answers;
    }
  }
}

/** What else may have been written there is left out. */
function answersIn(kept: unknown): Answers {
  const isText = (one: unknown): boolean => one === undefined || typeof one === "string";
  const ofLesson = (answers: unknown): [string, Answer][] =>
    Object.entries(Object(answers) as Record<string, Answer>).filter(
      ([, one]) =>
        typeof one?.choice === "string" && typeof one.right === "boolean" && isText(one.asked) && isText(one.said),
    );
  return Object.fromEntries(
    Object.entries(Object(kept) as object).map(([lesson, answers]) => [lesson, Object.fromEntries(ofLesson(answers))]),
  );
}

/** The list of lessons and the page to hand in read them, too. */
const answers = new Kept("heed.learn.answers");
const bets = new Kept("heed.learn.bets");

export const keptAnswers = (): Answers => answers.read();
export const keptBets = (): Answers => bets.read();

export function keepAnswer(lesson: string, question: string, answer: Answer): void {
  answers.keep(lesson, question, answer);
}

export function keepBet(lesson: string, question: string, bet: Answer): void {
  bets.keep(lesson, question, bet);
}

export function forgetAnswers(): void {
  answers.write({});
  bets.write({});
}
