// The time of a call in a table: the median, below it the middle half of the calls, and a word where other work
// disturbed them.
import { make } from "../../../show/index.js";
import { phrase } from "../../kit/texts/index.js";
import { isDisturbed, type Figure } from "./measure.js";
import { duration, durations } from "./names.js";

export function timeCell(figure: Figure): HTMLTableCellElement {
  const cell = make("td", {}, duration(figure.ms));
  // Of a published figure only the median is known.
  if (figure.quartiles) cell.append(make("small", { class: "half" }, durations(...figure.quartiles)));
  if (isDisturbed(figure)) cell.append(make("small", { class: "disturbed" }, phrase("disturbed")));
  return cell;
}
