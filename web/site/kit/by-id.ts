/** An element that the page has. */
export function byId<Kind extends Element = HTMLElement>(id: string): Kind {
  return document.getElementById(id) as Element as Kind;
}
