// All words that the model knows, and those of a text that it does not know.
import { byId } from "../../../kit/index.js";
import { make } from "../../../../show/index.js";
import { clear, fill, filled, phrase } from "../../../kit/texts/index.js";
import { groupsOf, wordsOf, type Table } from "../../../rooms/stories/index.js";

const GROUPS = ["names", "things", "places", "animals", "sounds", "others"] as const;

export function showKnownWords(table: Table): void {
  const groups = groupsOf(table);
  const { all } = wordsOf(table);
  fill(byId("story-known"), "known", { count: all.length });
  byId("story-words").replaceChildren(
    ...GROUPS.flatMap((name) => [
      filled("dt", `known-${name}`),
      make("dd", { lang: table.language }, groups[name].join(", ")),
    ]),
  );
}

export function showUnknown(unknown: readonly string[]): void {
  const place = byId("unknown");
  const words = [...new Set(unknown)];
  if (words.length === 0) return clear(place);
  fill(place, "unknown", {
    count: words.length,
    words: words.map((word) => phrase("machine.quoted", { word })).join(", "),
  });
}
