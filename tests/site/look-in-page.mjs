// What the tests ask a page about its looks. The whole function runs in the page and leaves `look` there.
export function putLook() {
  const DRAWN_AS_NOTHING = "script, style, template, noscript, option, canvas";

  const isSeen = (element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true, contentVisibilityAuto: true });

  /** Every element that is seen, also in shadow trees. @param {ParentNode} root */
  function* seen(root = document.body) {
    for (const element of root.children) {
      if (element.matches(DRAWN_AS_NOTHING)) continue;
      if (isSeen(element)) yield element;
      if (element.shadowRoot) yield* seen(element.shadowRoot);
      yield* seen(element);
    }
  }

  const parentOf = (element) => element.assignedSlot ?? element.parentElement ?? element.getRootNode().host ?? null;

  const named = (element) => {
    const host = element.getRootNode().host;
    const name = `${element.tagName.toLowerCase()}#${element.id}.${element.getAttribute("class") ?? ""}`;
    return `${host ? `${named(host)} ` : ""}${name} "${element.textContent.trim().slice(0, 30)}"`;
  };

  // ---- colours ------------------------------------------------------------------------------------------------------

  const pixel = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const known = new Map();
  /** [red, green, blue, alpha] from 0 to 1 of any colour that CSS knows. */
  function rgba(colour) {
    if (!known.has(colour)) {
      pixel.clearRect(0, 0, 1, 1);
      pixel.fillStyle = colour;
      pixel.fillRect(0, 0, 1, 1);
      known.set(
        colour,
        Array.from(pixel.getImageData(0, 0, 1, 1).data, (part) => part / 255),
      );
    }
    return known.get(colour);
  }
  const over = ([r, g, b, alpha], below) => [r, g, b].map((part, at) => alpha * part + (1 - alpha) * below[at]);

  /** A colour of the system, as the page has it now. */
  function ofSystem(name) {
    const probe = document.body.appendChild(document.createElement("b"));
    probe.style.cssText = `forced-color-adjust: none; color: ${name}`;
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  }

  const grounds = new Map();
  /** The colour behind an element's text. */
  function ground(element) {
    if (element === null) return over(rgba(ofSystem("Canvas")), [1, 1, 1]);
    if (!grounds.has(element)) {
      const own = rgba(getComputedStyle(element).backgroundColor);
      grounds.set(element, own[3] === 1 ? own.slice(0, 3) : over(own, ground(parentOf(element))));
    }
    return grounds.get(element);
  }

  function luminance(colour) {
    const [r, g, b] = colour.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  }
  function contrast(a, b) {
    const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
    return (high + 0.05) / (low + 0.05);
  }

  const isOff = (element) =>
    element !== null && (element.matches(":disabled, [aria-disabled=true]") || isOff(parentOf(element)));
  const hasText = (element) =>
    Array.from(element.childNodes).some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim() !== "") ||
    (element.matches("input:not([type=range], [type=checkbox], [type=radio]), select") && element.value !== "");

  /** A map writes its digits over the table, whose own texts are clear. */
  const isOfMap = (element) => element.matches("td") && element.getRootNode().querySelector(".ring") !== null;

  /** The texts whose contrast with their ground is below `least`. Of disabled controls nothing is asked. */
  function faint(least) {
    grounds.clear();
    const found = [];
    for (const element of seen()) {
      if (!hasText(element) || isOff(element) || isOfMap(element)) continue;
      const { color, fill } = getComputedStyle(element);
      const text = rgba(element instanceof SVGElement ? fill : color);
      const behind = ground(element);
      const ratio = contrast(over(text, behind), behind);
      if (ratio < least) found.push(`${named(element)}: ${ratio.toFixed(2)}`);
    }
    return found;
  }

  const SYSTEM =
    "CanvasText LinkText VisitedText ActiveText ButtonText FieldText Highlight HighlightText SelectedItemText GrayText";
  /** The texts whose colour is not one of the system's, for a page in forced colours. */
  function coloured() {
    const allowed = new Set(SYSTEM.split(" ").map(ofSystem));
    return Array.from(seen())
      .filter((element) => element instanceof HTMLElement && hasText(element) && !isOff(element) && !isOfMap(element))
      .filter((element) => !allowed.has(getComputedStyle(element).color))
      .map((element) => `${named(element)}: ${getComputedStyle(element).color}`);
  }

  const CHOSEN =
    "[aria-pressed=true], [aria-selected=true], [aria-current]:not([aria-current=false]), [type=radio]:checked + span";
  /** What tells the chosen one from the others. A thin line in another colour does not, unless that is the ground's. */
  const marks = (element) =>
    [null, "::before"]
      .map((part) => {
        const style = getComputedStyle(element, part);
        const { color, fontWeight, textDecorationLine, content, outlineStyle, outlineWidth } = style;
        const behind = part === null ? ground(element) : style.backgroundColor;
        const line = style.borderBlockEndColor === ofSystem("Canvas") ? "0px" : style.borderBlockEndWidth;
        return [color, behind, fontWeight, textDecorationLine, content, outlineStyle, outlineWidth, line].join();
      })
      .join();
  /** The nearest elements that could be chosen in its stead. */
  function othersThan(element) {
    const isOther = (other) => other !== element && !other.matches(CHOSEN) && !other.contains(element);
    for (let place = element.parentElement; place !== null; place = place.parentElement) {
      const others = Array.from(place.querySelectorAll(element.localName)).filter(isOther);
      if (others.length > 0) return others;
    }
    return [];
  }
  /** What is chosen and looks like another that is not. */
  function hidden() {
    grounds.clear();
    return (
      Array.from(seen())
        .filter((element) => element.matches(CHOSEN))
        // what shows its own dot
        .filter(({ previousElementSibling: dot }) => !dot?.matches("input") || !isSeen(dot))
        .filter((element) => othersThan(element).some((other) => marks(other) === marks(element)))
        .map(named)
    );
  }

  // ---- matrices and controls ----------------------------------------------------------------------------------------

  /** The digits that each matrix shows. */
  const digits = () =>
    Array.from(
      document.querySelectorAll("attention-matrix"),
      ({ shadowRoot }) => shadowRoot.querySelector("tbody")?.textContent ?? "",
    );

  /** Buttons that read as text: numbers, rows, terms, answers to choose from, parts of a formula, words. */
  const TEXTS =
    ".opens, .strip, .term, .choices button, .whole button, .four-steps button, th button, .word, [aria-pressed]";

  /** What can be set or pressed and does not read as text. What the reader has written is on paper, too. */
  const controls = () =>
    Array.from(seen())
      .filter((element) => element.matches(`button:not(${TEXTS}), input, select, textarea, progress`))
      .filter((element) => element.type !== "text" && !element.matches(".can-say textarea"))
      .map(named);

  // ---- the keyboard -------------------------------------------------------------------------------------------------

  const FOCUSABLE = "a[href], button, input, select, textarea, summary, [tabindex]";
  function isStop(element) {
    if (!element.matches(FOCUSABLE) || element.tabIndex < 0 || element.matches(":disabled")) return false;
    if (element.type !== "radio") return true;
    const group = Array.from(document.getElementsByName(element.name));
    return element === (group.find(({ checked }) => checked) ?? group[0]);
  }
  const stops = () => Array.from(seen()).filter(isStop);

  /** How an element looks, and what is drawn in its place. */
  const looks = (element) =>
    [
      element,
      element.nextElementSibling,
      parentOf(element),
      element.querySelector(".target"),
      ...(element.labels ?? []),
    ]
      .filter((place) => place instanceof Element)
      .map((place) => {
        const { outlineStyle, outlineWidth, boxShadow, borderColor, stroke } = getComputedStyle(place);
        return [outlineStyle, outlineWidth, boxShadow, borderColor, stroke].join();
      })
      .join();

  /** The cell of a grid, or the part of a picture, that is the stop of the Tab key may be another one later. */
  const stopOf = (element) => (element.matches("td, g[data-part]") ? element.closest("table, svg") : element);
  const met = new Set();
  const unmarked = new Set();
  let focused;
  function onFocus(event) {
    const [element] = event.composedPath();
    met.add(stopOf(element));
    focused = looks(element);
  }
  function onBlur(event) {
    const [element] = event.composedPath();
    // A map draws a ring round the cell that has focus, a frame later.
    if (looks(element) === focused && !isOfMap(element)) unmarked.add(named(element));
  }
  /** Focus that moves within a shadow tree is not told outside of it. */
  function listen() {
    for (const root of [document, ...Array.from(seen(), ({ shadowRoot }) => shadowRoot)]) {
      root?.addEventListener("focusin", onFocus);
      root?.addEventListener("focusout", onBlur);
    }
  }

  function leave() {
    let active = document.activeElement;
    while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
    active?.blur();
  }

  /** Goes to the top. @returns how many stops there are */
  function beginTour() {
    listen();
    leave();
    getSelection().setPosition(document.body, 0);
    met.clear();
    unmarked.clear();
    return stops().length;
  }
  const missed = () =>
    stops()
      .filter((element) => !met.has(stopOf(element)))
      .map(named);

  /** The controls that look the same with focus and without. */
  const unmarkedOnes = () => (leave(), Array.from(unmarked));

  globalThis.look = { faint, coloured, hidden, digits, controls, beginTour, missed, unmarked: unmarkedOnes };
}
