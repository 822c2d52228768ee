import "heed/element";
import type { GlobalComponents } from "vue";
type Props = InstanceType<GlobalComponents["attention-matrix"]>["$props"];
export const good: Props = { matrix: { data: [1], shape: [1, 1] }, perRow: true };
// @ts-expect-error: a kind that does not exist
export const bad: Props = { kind: "values" };
