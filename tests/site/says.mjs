// What a page says, by the key of its text: so a test whose subject is not the sentence stays true when it is edited.
import { FIRST, readStrings } from "../../scripts/site-texts.mjs";

const english = readStrings()[FIRST];

const NAMED = { "&nbsp;": "\u00a0", "&amp;": "&", "&lt;": "<", "&gt;": ">" };
/** A text as a reader sees it. */
const seen = (text) => text.replace(/<[^>]+>/g, "").replace(/&\w+;/g, (name) => NAMED[name] ?? name);
const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(/[\s\u00a0]+/g, "\\s+");

/** A pattern of the English text of "section.key", whatever its parameters are filled with. */
export function says(key) {
  const [section, ...names] = key.split(".");
  const text = names.reduce((found, name) => found?.[name], english[section]);
  if (typeof text !== "string") throw new RangeError(`There is no text ${key}.`);
  return new RegExp(
    seen(text)
      .split(/\{[\w-]+\}/)
      .map(escaped)
      .join("[\\s\\S]*?"),
  );
}
