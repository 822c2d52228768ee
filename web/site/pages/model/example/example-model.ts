// The built-in model, as the files that a reader would drop: the one that tells stories.
import { load } from "heed";
import { filesOf, storedModel, wordsOf, type Language, type Table } from "../../../rooms/stories/index.js";

/** Its name in links. No folder of a reader is called so. */
export const EXAMPLE_MODEL = "stories.heed";
/** Links of before name another model, which is on the page no longer. */
export const isExampleModel = (name: string): boolean => [EXAMPLE_MODEL, "moby-dick.letters"].includes(name);

export async function exampleModel(language: Language): Promise<[File, ...File[]]> {
  const model = storedModel(language);
  const { config, weights } = filesOf(await load(), model);
  return [
    new File([JSON.stringify(config)], "config.json"),
    new File([JSON.stringify(tokenizerJson(model.table))], "tokenizer.json"),
    new File([weights], "model.safetensors"),
  ];
}

/** A token for each word. A word that is not known is read as the end of a sentence. */
export function tokenizerJson(table: Table): object {
  const { all } = wordsOf(table);
  return {
    version: "1.0",
    added_tokens: [],
    normalizer: { type: "Lowercase" },
    pre_tokenizer: { type: "Whitespace" },
    post_processor: null,
    decoder: { type: "WordPiece", prefix: "##", cleanup: true },
    model: {
      type: "WordLevel",
      vocab: Object.fromEntries(all.map((word, id) => [word.toLowerCase(), id])),
      unk_token: ".",
    },
  };
}
