// The open head before and after the changes, next to each other, and what the chosen piece gives to the piece that it
// looked at most.
import type { AttentionMatrix } from "heed/element";
import { percent } from "../../../../show/index.js";
import { byId, largestAt } from "../../../kit/index.js";
import { fill, phrase } from "../../../kit/texts/index.js";
import { placeName, type HeadPlace } from "../../../rooms/heads/index.js";
import { rowOf, weightsOf, type ReadSentence } from "../sentence/reader.js";

export interface BothSentences {
  readonly before: ReadSentence;
  /** Undefined where nothing is changed. */
  readonly after: ReadSentence | undefined;
  readonly head: HeadPlace;
  readonly chosen: number;
}

const MATRICES = ["before", "after"] as const;

export class BeforeAfter {
  constructor() {
    byId("what-if").append(byId("before-after"));
  }

  show({ before, after, head, chosen }: BothSentences): void {
    byId("before-after").hidden = after === undefined;
    if (after === undefined) return;
    const { labels } = before;
    const name = placeName(head);
    fill(byId("before-after-text"), "before-after-text", { head: name });
    const shown = { before, after };
    for (const when of MATRICES) {
      const matrix = byId<AttentionMatrix>(`weights-${when}`);
      matrix.label = phrase(`weights-${when}`, { head: name });
      [matrix.rowLabels, matrix.columnLabels] = [labels, labels];
      matrix.domain = [0, 1];
      matrix.matrix = { data: weightsOf(shown[when], head), shape: [labels.length, labels.length] };
      matrix.row = chosen;
    }
    const rows = MATRICES.map((when) => rowOf(shown[when], head, chosen));
    const top = largestAt(rows[0]!);
    const [share, other] = rows.map((row) => percent(row[top]!));
    fill(byId("before-after-said"), "before-after-said", () => ({
      piece: labels[chosen]!,
      top: labels[top]!,
      before: share!,
      after: other!,
    }));
  }
}
