// The training of a story model, in a worker of its own.
import { load } from "heed";
import { openStories } from "../../../rooms/stories/worker/index.js";
import type { LearnRequest } from "./requests.js";

let training: ReturnType<typeof openStories> | undefined;

export const STORY_METHODS = {
  async learn({ module, table, seed }: LearnRequest) {
    training = openStories(await load({ wasm: module }), { table, seed });
    return training.about;
  },
  learnOn: (count: number) => Array.from({ length: count }, () => training!.step()),
  learned: () => training!.view(),
};
