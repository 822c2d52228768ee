// Makes elements of SVG, and follows a pointer on a drawing.

/** Makes an element of SVG with its attributes and children. */
export function svg<Name extends keyof SVGElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string | number>>,
  ...children: (Node | string)[]
): SVGElementTagNameMap[Name] {
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

export interface Drag {
  /** Says whether a drag begins at this point, in the drawing's units. If not, a finger scrolls the page. */
  readonly begin: (point: { x: number; y: number }, byFinger: boolean) => boolean;
  readonly move: (point: { x: number; y: number }) => void;
}

/** The first button drags, or a finger. */
export function onDrag(drawing: SVGSVGElement, { begin, move }: Drag): void {
  drawing.addEventListener("pointerdown", (event) => {
    const point = pointIn(drawing, event);
    if (event.button !== 0 || !begin(point, event.pointerType === "touch")) return;
    drawing.setPointerCapture(event.pointerId);
    // What is dragged follows the pointer at once.
    drawing.style.setProperty("--move", "0ms");
    move(point);
  });
  drawing.addEventListener("lostpointercapture", () => drawing.style.removeProperty("--move"));
  drawing.addEventListener("pointermove", (event) => {
    if (drawing.hasPointerCapture(event.pointerId)) move(pointIn(drawing, event));
  });
}
