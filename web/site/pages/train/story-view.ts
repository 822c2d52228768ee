// What happened in the heads, in sentences: each figure is of this run.
import { byId } from "../../kit/index.js";
import { fill } from "../../kit/texts/index.js";
import { digits, make, percent } from "../../../show/index.js";
import { nameOf } from "./heads-view.js";
import type { Look, Seen, Settings } from "./plan.js";
import { storyOf, type Named } from "./story.js";

export class StoryView {
  readonly #list = byId("story");

  /** @param see computes a kept step with heads switched off */
  constructor(private readonly see: (look: Look) => Promise<Seen>) {}

  begin(): void {
    this.#list.replaceChildren();
    byId("story-part").hidden = true;
  }

  /** @param seen the kept steps up to the one that is shown @param pairs what counting pairs reaches */
  async tell(seen: readonly Seen[], settings: Settings, pairs: number): Promise<void> {
    const [first, end] = [seen[0]!, seen.at(-1)!];
    const { even, named } = storyOf(seen);
    if (even !== undefined && even !== first)
      this.#say("story-even", () => ({ step: even.step, from: digits(first.heldOut, 3), to: digits(even.heldOut, 3) }));
    if (named === undefined) this.#say("story-none", () => ({}));
    else {
      this.#sayNamed(named, settings, end);
      const off = await this.see({ step: end.step, off: [named.head] });
      this.#say("story-off", () => ({
        off: digits(off.heldOut, 3),
        end: digits(end.heldOut, 3),
        pairs: digits(pairs, 3),
      }));
    }
    this.#sayContext(end.byPlace);
    byId("story-part").hidden = false;
  }

  #sayNamed({ kind, head, share, since }: Named, settings: Settings, end: Seen): void {
    this.#say(`story-${kind}`, () => ({
      head: nameOf(head, settings),
      step: since.step,
      share: percent(share),
      then: digits(since.heldOut, 3),
      end: digits(end.heldOut, 3),
    }));
  }

  /** The mean loss of places that have seen 1 letter, 2, 3 to 4, 5 to 8 and so on: a single place is on few lines. */
  #sayContext(byPlace: readonly number[]): void {
    const parts: { readonly name: string; readonly loss: number }[] = [];
    for (let from = 0, to = 1; from < byPlace.length; [from, to] = [to, 2 * to]) {
      const losses = byPlace.slice(from, to);
      const last = from + losses.length;
      const name = last === from + 1 ? String(last) : `${from + 1}–${last}`;
      parts.push({ name, loss: losses.reduce((sum, loss) => sum + loss, 0) / losses.length });
    }
    const list = (): string => parts.map(({ name, loss }) => `${name}: ${digits(loss, 3)}`).join("; ");
    this.#say("story-context", () => ({ list: list() }));
  }

  #say(key: string, figures: () => Record<string, string | number>): void {
    const line = make("li");
    fill(line, key, figures);
    this.#list.append(line);
  }
}
