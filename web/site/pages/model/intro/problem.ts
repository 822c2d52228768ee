// What is wrong with a file: a sentence, and below it what to type in Python. Both are text, never HTML.
import { byId } from "../../../kit/index.js";
import { setText } from "../../../rooms/heads/index.js";

export function showProblem(message: string): void {
  const [sentence = "", ...python] = message.split("\n");
  setText(byId("file-problem"), sentence);
  const lines = byId("file-python");
  lines.hidden = python.length === 0;
  setText(lines, python.join("\n"));
}
