// What a fold asks of its page.
import type { Figure } from "../inspector/index.js";
import type { OpenNumber } from "../machine/index.js";
import type { WhyState } from "./state.js";

export interface FoldHost {
  /** What the reader has chosen. The page then shows the folds once more. */
  readonly change: (state: Partial<WhyState>) => void;
  /** Shows in the inspector what a number is made of. Focus goes back to where it was. */
  readonly open: (figure: () => Figure) => void;
  /** Shows what a machine gives. */
  readonly openNumber: OpenNumber;
}
