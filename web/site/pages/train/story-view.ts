// The story of this run's heads, in sentences, with what it costs to switch off the heads that are named.
import { byId, Latest } from "../../kit/index.js";
import { filled } from "../../kit/texts/index.js";
import { digits, percent } from "../../../show/index.js";
import { nameOf } from "./heads-view.js";
import type { Moment, Seen, Settings, Told } from "./messages.js";
import { storyOf, type Named } from "./story.js";

export class StoryView {
  readonly #latest = new Latest();

  /** @param see computes a kept step with heads switched off */
  constructor(
    private readonly see: (moment: Moment, signal: AbortSignal) => Promise<Pick<Seen, "heldOut"> | undefined>,
  ) {}

  hide(): void {
    this.#latest.end();
    byId("story-part").hidden = true;
  }

  /** @param told the kept steps up to the one that is shown @param pairs what counting pairs reaches */
  async show(told: readonly Told[], settings: Settings, pairs: number): Promise<void> {
    const signal = this.#latest.begin();
    const { even, named } = storyOf(told);
    const end = told.at(-1)!;
    const said: HTMLElement[] = [];
    if (even !== undefined)
      said.push(
        filled("p", "story-even", {}, () => ({
          step: even.step,
          first: digits(even.first, 3),
          there: digits(even.there, 3),
        })),
      );
    if (named.length === 0) said.push(filled("p", "story-none"));
    for (const one of named) {
      const without = await this.see({ step: end.step, off: [one.head] }, signal);
      if (without === undefined) return;
      said.push(...sentencesOf(one, { settings, end, without: without.heldOut, pairs }));
    }
    byId("story").replaceChildren(...said);
    byId("story-part").hidden = false;
  }
}

interface Rest {
  readonly settings: Settings;
  readonly end: Told;
  /** The loss without the head. */
  readonly without: number;
  readonly pairs: number;
}

/** When a head became what it is, and the loss without it. */
function sentencesOf({ sort, head, step, share, loss }: Named, { settings, end, without, pairs }: Rest): HTMLElement[] {
  const name = nameOf(head, settings);
  const became = filled("p", `story-${sort}`, {}, () => ({
    head: name,
    step,
    share: percent(share),
    loss: digits(loss, 3),
    last: end.step,
    now: percent(end.heads[head]![sort]),
    end: digits(end.heldOut, 3),
  }));
  const off = filled("p", "story-off", {}, () => ({
    head: name,
    last: end.step,
    end: digits(end.heldOut, 3),
    off: digits(without, 3),
    pairs: digits(pairs, 3),
  }));
  return [became, off];
}
