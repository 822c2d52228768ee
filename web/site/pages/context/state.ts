// The state of the lesson, and its two trainings.
import { choice, integer, typed } from "../../kit/index.js";
import { Page } from "../../rooms/lesson/index.js";
import { ENDINGS } from "./sentences.js";

export const SEED = 1;
export const LEARNING_STEPS = 150;
/** The weights are looked at after this many steps at least. */
export const LOOK_EVERY = 3;

/**
 * `moved` is how far "bank" is from before to after, in percent. `ending` is the sentence whose two layers are shown.
 */
export const page = new Page({
  moved: integer(0, 0, 100),
  ending: choice("first", "second"),
  sentence: choice("cat", "bank", "animal", "own"),
  text: typed("Your own sentence goes here", 120),
  first: typed(ENDINGS[0], 24),
  second: typed(ENDINGS[1], 24),
});
