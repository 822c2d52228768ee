// The built-in model, as the files that a reader would drop: what train.html makes of Moby-Dick with its own settings.
// scripts/train-example.mjs writes them.
import config from "./letters/config.json";
import tokenizer from "./letters/tokenizer.json";
import weights from "./letters/model.safetensors";

/** Its name in links. No folder of a reader is called so. */
export const EXAMPLE_MODEL = "moby-dick.letters";

export function exampleModel(): File[] {
  return [
    new File([JSON.stringify(config)], "config.json"),
    new File([JSON.stringify(tokenizer)], "tokenizer.json"),
    new File([weights], "model.safetensors"),
  ];
}
