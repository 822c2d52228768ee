// Which heads of queries share a head of keys, as bands one above the other, and how well each layer has learned.
import { byId, type Fields } from "../../kit/index.js";
import { make } from "../../../show/index.js";
import { percent, type Page } from "../../rooms/lesson/index.js";
import { KEY_HEADS, QUERY_HEADS, type Grouped } from "./grouped.js";

export function showGrouped<F extends Fields>(page: Page<F>, layers: readonly Grouped[] | undefined): void {
  const cards = KEY_HEADS.map((keyHeads, which) => {
    const layer = layers?.[which];
    const title = page.element("h3", "key-heads", {}, { keyHeads });
    const said =
      layer === undefined
        ? make("p", {}, page.text("not-tried"))
        : page.element("p", "grouped-said", {}, { share: percent(layer.accuracy), kept: layer.kept });
    return make("li", {}, title, bands(page, keyHeads), said);
  });
  byId("grouped").replaceChildren(...cards);
}

function bands<F extends Fields>(page: Page<F>, keyHeads: number): HTMLElement {
  const wide = QUERY_HEADS / keyHeads;
  const queries = Array.from({ length: QUERY_HEADS }, (_, head) =>
    make("span", { class: `shared head-${Math.floor(head / wide) * wide}` }, page.text("q-head", { head })),
  );
  const keys = Array.from({ length: keyHeads }, (_, head) => {
    const band = make("span", { class: `shared head-${head * wide}` }, page.text("k-head", { head }));
    band.style.gridColumn = `span ${wide}`;
    return band;
  });
  return make("div", { class: "sharing" }, ...queries, ...keys);
}
