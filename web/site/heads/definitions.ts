// The list of what each statistic means, on the page.
import { make } from "../../show/index.js";
import { byId } from "./dom.js";
import { STATISTICS } from "./measure/index.js";

export function showDefinitions({ open }: { readonly open: boolean }): void {
  byId<HTMLDetailsElement>("definitions-box").open = open;
  byId("definitions").replaceChildren(
    ...STATISTICS.map(({ name, definition }) => make("div", {}, make("dt", {}, name), make("dd", {}, definition))),
  );
}
