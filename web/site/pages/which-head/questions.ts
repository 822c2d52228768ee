// The three questions: what a look proves, what proves a need, why many sentences. The model answers them over new
// texts.
import type { Heed } from "heed";
import { percent } from "../../../show/index.js";
import { choiceWhere, type Checked, type Question } from "../../rooms/lesson/index.js";
import { measure, newTexts, type Measured, type Model } from "../../rooms/stories/index.js";

/** New texts that a question is answered by, and the seed that draws them. */
const [TEXTS, SEED] = [60, 1000];
/** A head without which so much is lost is needed. */
const LOST = 0.2;

type HeadOf = Measured["heads"][number];

/** @param nameOf a head in the language of the page */
export function questionsOf(heed: Heed, model: () => Model, nameOf: (head: HeadOf) => string): Question[] {
  const kept = new Map<Model["table"], Measured>();
  const measured = (): Measured => {
    const one = model();
    let found = kept.get(one.table);
    if (found === undefined) kept.set(one.table, (found = measure(heed, one, newTexts(one.table, TEXTS, SEED))));
    return found;
  };
  return [
    { key: "q1", check: () => looks(measured(), nameOf) },
    { key: "q2", check: () => proof(measured(), nameOf) },
    { key: "q3", check: () => many(measured(), nameOf) },
  ];
}

const most = (heads: readonly HeadOf[], by: (head: HeadOf) => number): HeadOf =>
  heads.reduce((best, one) => (by(one) > by(best) ? one : best));

/** Whether a head is missed the more, the more it looks at the right names. */
function isLookEnough({ right, heads }: Measured): boolean {
  const byLook = [...heads].sort((a, b) => b.right - a.right);
  return byLook.every(({ off }, at) => at === 0 || right - off <= right - byLook[at - 1]!.off);
}

/** The head that looks most at the right names, and the head that is missed most. */
function compared({ right, heads }: Measured, nameOf: (head: HeadOf) => string) {
  const [looking, missed] = [most(heads, (one) => one.right), most(heads, ({ off }) => -off)];
  return {
    ...{ texts: TEXTS, all: percent(right) },
    ...{ looking: nameOf(looking), look: percent(looking.right), lookingLeft: percent(looking.off) },
    ...{ missed: nameOf(missed), missedLook: percent(missed.right), missedLeft: percent(missed.off) },
  };
}

/** Choices: it brings the name, it is worth a try, the answer needs it. */
function looks(measured: Measured, nameOf: (head: HeadOf) => string): Checked {
  const enough = isLookEnough(measured);
  return {
    right: choiceWhere({ a: enough, b: !enough, c: enough }),
    numbers: compared(measured, nameOf),
  };
}

/** Choices: it looks hard at the name, it brings a large part, it is missed over many texts. */
function proof(measured: Measured, nameOf: (head: HeadOf) => string): Checked {
  const { right, heads } = measured;
  const isMissed = heads.some(({ off }) => right - off >= LOST);
  return {
    right: choiceWhere({ a: isLookEnough(measured), b: false, c: isMissed }),
    numbers: compared(measured, nameOf),
  };
}

/** Choices: the model learns from them, some sentences would say something else, its heads tire. */
function many({ heads, right }: Measured, nameOf: (head: HeadOf) => string): Checked {
  const missed = most(heads, ({ off }) => -off);
  const stay = Math.round(TEXTS * missed.off);
  return {
    right: choiceWhere({ a: false, b: stay > 0 && stay < Math.round(TEXTS * right), c: false }),
    numbers: { texts: TEXTS, head: nameOf(missed), stay, fall: Math.round(TEXTS * right) - stay },
  };
}
