// Drawing: elements of SVG with their attributes.

export function svg<Name extends keyof SVGElementTagNameMap>(name: Name, attributes: Readonly<Record<string, string | number>>, ...children: (Node | string)[]): SVGElementTagNameMap[Name] {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.append(...children);
  return made;
}

/** Where a pointer is, in the units of the drawing's viewBox. */
export function pointIn(drawing: SVGSVGElement, event: PointerEvent): { x: number; y: number } {
  const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(drawing.getScreenCTM()!.inverse());
  return { x, y };
}

/** Calls back with where the pointer goes while it is down. */
export function onDrag(drawing: SVGSVGElement, moved: (point: { x: number; y: number }, start: boolean) => void): void {
  drawing.addEventListener("pointerdown", (event) => {
    drawing.setPointerCapture(event.pointerId);
    moved(pointIn(drawing, event), true);
  });
  drawing.addEventListener("pointermove", (event) => {
    if (drawing.hasPointerCapture(event.pointerId)) moved(pointIn(drawing, event), false);
  });
}
