// For a class: labs, each reduced to one task.
import { make } from "../../../../show/index.js";
import { byId, Page } from "../../frame/index.js";
import { LABS, labLink, type Lab } from "./labs.js";

const page = new Page({});
byId("labs").replaceChildren(...LABS.map(entry));
page.ready();

function entry(lab: Lab): HTMLLIElement {
  const link = page.element("a", lab.name, { href: `../play.html${labLink(lab)}` });
  return make("li", {}, link, page.element("p", `${lab.name}-task`, { class: "prose" }));
}
