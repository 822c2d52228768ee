// The same numbers as a table, for readers who read: what the followed word gives to each word, in each head.
import { make, percent } from "../../../show/index.js";
import { headAdds, isIn, maySee, netAdds, weightOf, type HeadPlace, type MachineRun } from "./run.js";
import { headName, saysText, tell, wordName } from "./words.js";

/** Each number is a button with the key of the part that it stands for. */
export function numbersTable(run: MachineRun, line: number): HTMLElement[] {
  const places = run.layers.flatMap(({ heads, lines }, layer) =>
    isIn(lines, line) ? Array.from({ length: heads }, (_, head) => ({ layer, head })) : [],
  );
  const word = wordName(run, line);
  const heads = [tell("word"), ...places.map((place) => headName(run, place))];
  const caption = make("caption", {}, tell("numbers-of", { word }));
  const body = run.words.map((_, seen) =>
    row(
      wordName(run, seen),
      places.map((place) => weightButton(run, place, line, seen)),
    ),
  );
  const foot = [
    row(
      tell("stop-row"),
      places.map(({ layer, head }) => button(percent(headAdds(run, { layer, head }, line)), `stop ${layer} ${head}`)),
    ),
    row(
      tell("net-row"),
      places.map(({ layer, head }) => {
        const isLast = head === run.layers[layer]!.heads - 1;
        return run.layers[layer]!.net && isLast ? button(percent(netAdds(run, layer, line)), `net ${layer}`) : "";
      }),
    ),
  ];
  const table = make(
    "table",
    {},
    caption,
    make("thead", {}, make("tr", {}, ...heads.map((name) => make("th", { scope: "col" }, name)))),
    make("tbody", {}, ...body),
    make("tfoot", {}, ...foot),
  );
  return [make("div", { class: "scroller" }, table), ...sharesList(run, line)];
}

function row(name: string, cells: readonly (HTMLElement | string)[]): HTMLElement {
  return make("tr", {}, make("th", { scope: "row" }, name), ...cells.map((one) => make("td", {}, one)));
}

function weightButton(run: MachineRun, place: HeadPlace, line: number, seen: number): HTMLElement | string {
  if (!maySee(run, place, line, seen)) return "–";
  return button(percent(weightOf(run, place, line, seen)), `curve ${place.layer} ${place.head} ${seen}`);
}

function button(text: string, key: string): HTMLElement {
  return make("button", { type: "button", class: "opens", "data-part": key }, text);
}

function sharesList(run: MachineRun, line: number): HTMLElement[] {
  const shares = run.shares(line);
  if (shares.length === 0) return [];
  const items = shares
    .slice(0, 7)
    .map(({ word, share }, at) => make("li", {}, `${word} `, button(percent(share), `share ${at}`)));
  return [make("p", {}, saysText(run, line)), make("ol", {}, ...items)];
}
