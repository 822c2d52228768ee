// For a class: labs, each reduced to one task.
import { Page } from "../../frame/page.js";
import { LABS, labLink, type Lab } from "./labs.js";

const page = new Page({});
document.querySelector("#labs")!.replaceChildren(...LABS.map(entry));
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
