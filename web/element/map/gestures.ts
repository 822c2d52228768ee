// Wheel, drag and pinch on a map. Buttons and keys do the same.

export interface GestureTarget {
  /** Zooms by a factor round a point of the field. */
  zoomBy(factor: number, px: number, py: number): void;
  panBy(dx: number, dy: number): void;
  /** Whether the whole matrix is in view: a drag then scrolls the page. */
  readonly isWhole: boolean;
  /** Whether a wheel zooms. If not, it scrolls the page, and zooms with Ctrl. */
  readonly takesWheel: boolean;
}

/** A press that moves less than this, in CSS pixels, is a click. */
const CLICK = 4;
const WHEEL_LINE = 16;

export class Gestures {
  readonly #field: HTMLElement;
  readonly #target: GestureTarget;
  readonly #pointers = new Map<number, { readonly x: number; readonly y: number }>();
  #travelled = 0;

  constructor(field: HTMLElement, target: GestureTarget) {
    this.#field = field;
    this.#target = target;
    field.addEventListener("wheel", (event) => this.#onWheel(event), { passive: false });
    field.addEventListener("pointerdown", (event) => this.#onDown(event));
    field.addEventListener("pointermove", (event) => this.#onMove(event));
    for (const type of ["pointerup", "pointercancel"] as const)
      field.addEventListener(type, (event) => this.#pointers.delete(event.pointerId));
    field.addEventListener("click", (event) => this.#travelled > CLICK && event.stopPropagation(), { capture: true });
    // Two fingers zoom the map, not the page.
    for (const type of ["touchstart", "touchmove"] as const) {
      field.addEventListener(type, (event) => event.touches.length > 1 && event.cancelable && event.preventDefault(), {
        passive: false,
      });
    }
  }

  /** Whether fingers or a pressed pointer are moving what is in view. */
  get isMoving(): boolean {
    return this.#pointers.size > 0 && this.#travelled > CLICK;
  }

  #point({ clientX, clientY }: MouseEvent): { x: number; y: number } {
    const { left, top } = this.#field.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  }

  #onWheel(event: WheelEvent): void {
    const outwards = event.deltaY > 0;
    if (!event.ctrlKey && !event.metaKey && !this.#target.takesWheel) return;
    // With the whole matrix in view, a wheel that zooms out scrolls the page instead; with Ctrl it does nothing.
    if (outwards && this.#target.isWhole && !event.ctrlKey) return;
    event.preventDefault();
    const pixels = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * WHEEL_LINE : event.deltaY;
    const { x, y } = this.#point(event);
    // A pinch on a touchpad comes as a wheel with Ctrl and small steps.
    this.#target.zoomBy(Math.exp(-pixels * (event.ctrlKey && Math.abs(pixels) < 50 ? 0.01 : 0.002)), x, y);
  }

  #onDown(event: PointerEvent): void {
    if (event.button > 0) return;
    if (this.#pointers.size === 0) this.#travelled = 0;
    this.#pointers.set(event.pointerId, this.#point(event));
  }

  #onMove(event: PointerEvent): void {
    // A press that ended outside the field told nobody here.
    if (event.buttons === 0) this.#pointers.delete(event.pointerId);
    const before = this.#pointers.get(event.pointerId);
    if (before === undefined) return;
    const now = this.#point(event);
    const [dx, dy] = [now.x - before.x, now.y - before.y];
    this.#travelled += Math.hypot(dx, dy);
    if (this.#travelled > CLICK) this.#field.setPointerCapture(event.pointerId);
    const other = Array.from(this.#pointers).find(([id]) => id !== event.pointerId)?.[1];
    this.#pointers.set(event.pointerId, now);
    if (other !== undefined) this.#pinch(before, now, other);
    else if (this.#travelled > CLICK && !this.#target.isWhole) this.#target.panBy(dx, dy);
  }

  /** One of two fingers moved: the map grows as they part, and follows the point between them. */
  #pinch(before: { x: number; y: number }, now: { x: number; y: number }, other: { x: number; y: number }): void {
    const distance = (from: { x: number; y: number }): number =>
      Math.max(1, Math.hypot(from.x - other.x, from.y - other.y));
    this.#target.panBy((now.x - before.x) / 2, (now.y - before.y) / 2);
    this.#target.zoomBy(distance(now) / distance(before), (now.x + other.x) / 2, (now.y + other.y) / 2);
  }
}
