// For a class: reduced labs, and a maker of links to one's own.
import { HIDEABLE, linkTo, PRESETS, type Hideable } from "../../state/index.js";
import { byId, Page } from "../frame/page.js";
import { choice, words } from "../frame/state.js";
import { LABS, labLink, type Lab } from "./labs.js";

const NOTHING = "-";
const names = PRESETS.map(({ name }) => name) as [string, ...string[]];

const page = new Page({ preset: choice(...names), hidden: words([NOTHING], HIDEABLE.length, 16) });

byId("labs").replaceChildren(...LABS.map(entry));
byId("preset").append(...PRESETS.map(({ name, title }) => new Option(title, name)));
page.bind("preset");
byId("parts").append(...HIDEABLE.map(check));
byId("copy").addEventListener("click", () => {
  void navigator.clipboard?.writeText(byId("own-address").textContent).then(() => page.fill(byId("copied"), "frame.link-copied"), () => page.fill(byId("copied"), "copy-by-hand"));
});
page.onChange(drawOwn);
page.ready();

function entry(lab: Lab): HTMLLIElement {
  const item = document.createElement("li");
  const link = document.createElement("a");
  link.href = `../index.html${labLink(lab)}`;
  page.fill(link, lab.name);
  const task = document.createElement("p");
  task.className = "prose";
  page.fill(task, `${lab.name}-task`);
  item.append(link, task);
  return item;
}

function hidden(): Hideable[] {
  return HIDEABLE.filter((part) => page.state.hidden.includes(part));
}

function check(part: Hideable): HTMLLabelElement {
  const label = document.createElement("label");
  label.className = "option";
  const input = Object.assign(document.createElement("input"), { type: "checkbox", value: part });
  const name = document.createElement("span");
  page.fill(name, `part-${part}`);
  label.append(input, name);
  input.addEventListener("change", () => {
    const now = input.checked ? [...hidden(), part] : hidden().filter((other) => other !== part);
    page.set({ hidden: now.length === 0 ? [NOTHING] : now });
  });
  page.onChange(() => (input.checked = hidden().includes(part)));
  return label;
}

function drawOwn(): void {
  const link = byId("own-link") as HTMLAnchorElement;
  link.href = `../index.html${linkTo(page.state.preset, { hidden: hidden() })}`;
  byId("own-address").textContent = link.href;
}
