// The door to the model that tells stories: one line of a story with its likeliest next words. The numbers are stored,
// since the front door does not carry that model.
import { byId } from "../../kit/index.js";
import { make, percent } from "../../../show/index.js";
import { phrase } from "../../kit/texts/index.js";
import type { Language } from "../../rooms/pronouns/index.js";
import stored from "./story.json";

/** In the language of the page. */
export function showStoryDoor(language: Language): void {
  const { text, next } = stored[language];
  const line = byId("story-line");
  line.lang = language;
  line.replaceChildren(`${text} `, make("em", {}, String(next[0]![0])));
  byId("story-next").replaceChildren(
    ...next.map(([word, share]) => {
      const bar = make("i", { "aria-hidden": "true" });
      bar.style.setProperty("--share", String(share));
      const name = make("span", { lang: language }, String(word));
      return make(
        "li",
        { "aria-label": phrase("story-share", { word: word!, share: percent(Number(share)) }) },
        name,
        bar,
        make("span", {}, percent(Number(share))),
      );
    }),
  );
}
