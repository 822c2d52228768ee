/** @jest-environment jsdom */
import { expect, test } from "@jest/globals";
import { load } from "heed";
import "heed/element";

test("the element holds its table", async () => {
  const heed = await load();
  const element = document.createElement("attention-matrix");
  element.matrix = heed.selfAttention([[1, 0], [0.8, 0.6], [0.6, 0.8]], { keep: ["weights"] }).weights;
  document.body.append(element);
  await new Promise((resolve) => setTimeout(resolve));
  const cells = Array.from(element.shadowRoot.querySelectorAll("td[data-row]"), (cell) => cell.textContent);
  expect(cells.slice(0, 3)).toEqual(["0.4018", "0.3289", "0.2693"]);
});
