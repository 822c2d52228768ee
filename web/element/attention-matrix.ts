import {
  count,
  defineKept,
  flag,
  json,
  namesOf,
  problemOf,
  reflect,
  takeEarlyProperties,
  text,
  textOf,
  word,
  write,
} from "./attributes.js";
import { checkBars, checkLabels, checkMark } from "./check-properties.js";
import { Figure } from "./figure.js";
import { GIVEN, type Given } from "./given.js";
import {
  checkDomain,
  checkMask,
  checkMatrix,
  inNextFrame,
  inTurn,
  isClipping,
  type Along,
  type Edit,
  type Mask,
  type MaskInput,
  type Matrix,
  type Numbers,
  type Place,
  ownDomain,
  Scale,
  type Domain,
  likelyTheme,
  moveTime,
  onThemeChange,
  themeNow,
  type Theme,
  watchSight,
} from "../show/index.js";
import type { Bar, Kind, Picture, Pool, View } from "./picture.js";
import { SharedDomain } from "./colour/shared-domain.js";
import { MatrixSource } from "./matrix-source.js";
import { reactLoss } from "./react-loss.js";
import { addStyle } from "./styles.js";

/** The event of a cell: where it is, or null if there is none. */
export type MatrixEvent = CustomEvent<Place | null>;

// On a server without a document the module still loads. The element is never made there.
const Base: typeof HTMLElement =
  typeof HTMLElement === "function" ? HTMLElement : (class {} as unknown as typeof HTMLElement);

/** What the attribute of each property holds. The class reads those of JSON, and the label, itself. */
const ATTRIBUTES = {
  matrix: json,
  mask: json,
  rowLabels: json,
  columnLabels: json,
  along: word("rows", "columns"),
  kind: word("weights", "scores", "vectors"),
  pool: word("max", "mean"),
  view: word("heatmap", "arcs", "table"),
  head: count(0),
  row: count(null),
  column: count(null),
  top: count(8),
  editable: flag,
  log: flag,
  perRow: flag,
  quiet: flag,
  zoom: flag,
  label: text,
  share: text,
  theme: text,
};
/** So long after an element was connected, in milliseconds, a framework has set its properties. */
const ALL_SET = 1000;

/**
 * A matrix of numbers as a heat map, as arcs or as a table, over an accessible grid.
 *
 * Its numbers are those of the property `matrix`, else of the attribute `matrix`, else of a `<table>` inside it, which
 * readers without scripts see.
 *
 * @tag attention-matrix
 * @slot caption - The caption, if plain text will not do.
 * @slot - A `<table>` of the numbers: rows of `<td>`, labels in `<th>`. An empty cell or a dash is a masked one;
 *   `data-value` may hold more digits. It is observed.
 *
 * @fires {CustomEvent<Place | null>} matrix-focus - The cell that focus came to, { row, column } from 0; null when
 *   focus leaves.
 * @fires {CustomEvent<Place | null>} matrix-hover - The cell under the pointer; null when the pointer leaves.
 * @fires {CustomEvent<Place>} matrix-open - A cell was clicked, tapped, or opened with Enter.
 * @fires {CustomEvent<Edit>} matrix-edit - A number was typed into a cell, { row, column, value }. Unless a listener
 *   prevents it or sets another matrix, the element goes on with a copy of its matrix that holds the value.
 *
 * @csspart figure - All of it.
 * @csspart caption - The caption.
 * @csspart plate - Cells and labels.
 * @csspart table - The table of cells.
 * @csspart labels - The labels of rows and columns outside the table: of a map, and of arcs.
 * @csspart controls - The buttons and fields of a map.
 * @csspart arcs - The drawing of the arcs.
 * @csspart bar - The colour bar with its numbers.
 * @csspart sentence - The sentence about a row, or a column.
 * @csspart top - The list of its largest numbers, of a large matrix.
 * @csspart readout - The cell in words, if its digits are not in it.
 * @csspart field - The text field of a cell that is edited.
 * @csspart problem - The message about an error.
 *
 * @cssprop [--matrix-cell=2.75rem] - Width of a column.
 * @cssprop [--matrix-row=2.25rem] - Height of a row.
 * @cssprop [--matrix-label=4.25rem] - Width of the row labels.
 * @cssprop [--matrix-head=1.75rem] - Height of the column labels.
 * @cssprop [--matrix-upright=4.5rem] - Height of upright column labels.
 * @cssprop [--matrix-map=36rem] - Largest width of a map.
 * @cssprop [--matrix-arcs=26rem] - Largest width of arcs with their labels.
 * @cssprop [--matrix-caption=1.75rem] - Height of the caption.
 * @cssprop [--matrix-move=0s] - How long colours and arcs take to change when numbers change. Nothing moves for readers
 *   who prefer less motion.
 * @cssprop [--matrix-digits=0.75rem] - Size of digits and labels.
 * @cssprop [--matrix-note=0.8125rem] - Size of the sentence.
 * @cssprop [--matrix-ink=by the theme] - Text.
 * @cssprop [--matrix-faint=by the theme] - Labels and notes.
 * @cssprop [--matrix-ground=by the theme] - The background around the cells.
 * @cssprop [--matrix-rule=by the theme] - Lines.
 * @cssprop [--matrix-hatch=by the theme] - Lines of the hatching.
 * @cssprop [--matrix-accent=by the theme] - Focus, and the row or column of the sentence.
 * @cssprop [--matrix-bad=by the theme] - Errors.
 */
export class AttentionMatrix extends Base {
  static readonly observedAttributes: readonly string[] = [...Object.keys(ATTRIBUTES).flatMap(namesOf), "aria-label"];

  readonly #source = new MatrixSource();
  readonly #sharedDomain = new SharedDomain();
  #domain: Domain | undefined;
  #themeSeen: Theme | undefined;
  /** The style --matrix-move as it was at the last draw: what its numbers move to comes after that. */
  #moveSeen = 0;
  #mark: Partial<Place> = {};
  #bars: readonly Bar[] = [];
  #problem = "";
  #loss = "";
  #drawRequested = false;
  /** Whether it lies in the browser's window; true until the browser has said. */
  #seen = true;
  #stopWatching: (() => void) | undefined;
  readonly #figure: Figure;

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open" });
    addStyle(root);
    const tell = (type: string, detail: Place | null): boolean =>
      this.dispatchEvent(
        new CustomEvent(type, { detail, bubbles: true, composed: true, cancelable: type === "matrix-edit" }),
      );
    this.#figure = new Figure({
      focused: (place) => tell("matrix-focus", place),
      hovered: (place) => tell("matrix-hover", place),
      opened: (place) => tell("matrix-open", place),
      editing: () => this.#catchUp(),
      edited: (edit) => this.#edit(edit, () => tell("matrix-edit", edit)),
      pooled: (pool) => (this.pool = pool),
    });
    root.append(this.#figure.root);
  }

  connectedCallback(): void {
    takeEarlyProperties(this);
    const forgetTheme = onThemeChange(() => {
      this.#themeSeen = undefined;
      this.#draw();
    });
    const read = (): void => (this.#source.readTable(this), this.#requestDraw());
    const observer = new MutationObserver(read);
    observer.observe(this, {
      childList: true,
      subtree: true,
      characterData: true,
      attributes: true,
      attributeFilter: ["data-value"],
    });
    const forgetSight = watchSight(this, (seen) => (this.#seen = seen));
    const timer = setTimeout(() => this.#sayLoss(), ALL_SET);
    this.#stopWatching = () => (forgetTheme(), observer.disconnect(), forgetSight(), clearTimeout(timer));
    read();
  }

  disconnectedCallback(): void {
    this.#stopWatching?.();
    this.#sharedDomain.leave();
  }

  /** It has come into another document. */
  adoptedCallback(): void {
    addStyle(this.shadowRoot!);
  }

  attributeChangedCallback(name: string): void {
    const given = GIVEN.find((property) => namesOf(property).includes(name));
    if (given !== undefined) this.#source.readAttribute(given, textOf(this, given));
    if (name !== "row" && name !== "column") return this.#requestDraw();
    const [row, column] = [this.row, this.column];
    this.#figure.spoken = { ...(row === null ? {} : { row }), ...(column === null ? {} : { column }) };
    if (!this.#drawRequested) this.#figure.speak();
  }

  /**
   * The numbers: { data, shape } as heed returns it, of rank 1 to 4; null for none, or for the numbers of a table
   * inside. The attribute is JSON, for pages that a server renders: {"data": [0.25, 0.75], "shape": [1, 2]}.
   * @default null
   */
  get matrix(): Matrix | null {
    return this.#source.matrix;
  }
  set matrix(matrix: Matrix | string | null) {
    if (matrix != null && typeof matrix !== "string") checkMatrix(matrix);
    this.#give("matrix", matrix);
  }

  /**
   * Names of the rows; a row without one goes by its number, from 1. The attribute is JSON: ["the", "animal"].
   * @default []
   */
  get rowLabels(): readonly string[] {
    return this.#source.labelsGiven("rowLabels");
  }
  set rowLabels(labels: readonly string[] | string) {
    this.#give("rowLabels", typeof labels === "string" ? labels : checkLabels("rowLabels", labels));
  }

  /**
   * Names of the columns. The attribute is JSON.
   * @default []
   */
  get columnLabels(): readonly string[] {
    return this.#source.labelsGiven("columnLabels");
  }
  set columnLabels(labels: readonly string[] | string) {
    this.#give("columnLabels", typeof labels === "string" ? labels : checkLabels("columnLabels", labels));
  }

  /**
   * The ends of the colour bar. If undefined, the ends that its group shares, or its own. For scores, 0 is always in
   * the middle.
   * @default undefined
   */
  get domain(): Domain | undefined {
    return this.#domain;
  }
  set domain(domain: Domain | undefined) {
    if (domain != null) checkDomain(domain);
    this.#domain = domain ?? undefined;
    this.#requestDraw();
  }

  /**
   * A row, a column, or one cell to light up, as the operand of something else; an empty object lights nothing.
   * @default {}
   */
  get mark(): Partial<Place> {
    return this.#mark;
  }
  set mark(place: Partial<Place> | null) {
    this.#mark = checkMark(place);
    this.#figure.mark = this.#mark;
  }

  /**
   * Bars at the foot of single cells, as for a row that is computed step by step. A bar may bring a number to show in
   * its cell meanwhile. Maps and arcs show no bars.
   * @default []
   */
  get bars(): readonly Bar[] {
    return this.#bars;
  }
  set bars(bars: readonly Bar[] | null) {
    const checked = checkBars(bars);
    if (this.#bars.length === 0 && checked.length === 0) return;
    this.#bars = checked;
    this.#requestDraw();
  }

  /**
   * Who may attend to whom, row after row: true or 1 = may. The other cells are hatched and hold no digits. It also
   * takes rows in an array, { data, shape } that can be broadcast to the matrix, and options of a call: { causal,
   * window, keyLengths, keyMask, mask }. It returns one array. The attribute is JSON.
   * @default null
   */
  get mask(): Mask | null {
    return this.#source.mask(this.along);
  }
  set mask(mask: MaskInput | string | null) {
    this.#give("mask", mask == null || typeof mask === "string" ? mask : checkMask(mask));
  }

  /**
   * The row of the sentence, counted from 0, if it is about rows; null for the row the reader is at.
   * @default null
   */
  declare row: number | null;

  /**
   * The column of the sentence, counted from 0, if it is about columns; null for the column the reader is at.
   * @default null
   */
  declare column: number | null;

  /**
   * What its sentence is about: "rows", or "columns" if a token is a column and softmax runs down it. `perRow`, `top`
   * and the arcs that stand out go by it, too.
   * @default "rows"
   */
  declare along: Along;

  /**
   * The kind of numbers: weights are from 0 to 1, scores around 0; vectors are digits without colours.
   * @default "weights"
   */
  declare kind: Kind;

  /**
   * How it is shown.
   * @default "heatmap"
   */
  declare view: View;

  /**
   * The caption.
   * @default ""
   */
  get label(): string {
    return this.getAttribute("label") ?? this.#source.caption;
  }
  set label(label: string) {
    write(this, "label", text, label);
  }

  /**
   * Which matrix of a tensor of several, counted from 0 through heads and batch.
   * @default 0
   */
  declare head: number;

  /**
   * Whether cells can be edited in place: Enter, F2, a double click, or just typing.
   * @default false
   */
  declare editable: boolean;

  /**
   * Whether each row, or column if `along` says so, has a domain of its own, up to its largest.
   * @default false
   */
  declare perRow: boolean;

  /**
   * Whether colours go by powers of ten.
   * @default false
   */
  declare log: boolean;

  /**
   * What a pixel shows if a matrix has more cells than pixels: "max", the strongest cell, or "mean", the mean of the
   * cells that are not hatched (of their shares, if each row has a domain of its own). Readers choose it under the map.
   * @default "max"
   */
  declare pool: Pool;

  /**
   * The name of a group: elements of one name in a page share a domain that spans theirs.
   * @default ""
   */
  declare share: string;

  /**
   * How many of the largest numbers of a row, or column, are named, of a large matrix.
   * @default 8
   */
  declare top: number;

  /**
   * Zoom and pan even a matrix that is small enough to show every cell.
   * @default false
   */
  declare zoom: boolean;

  /**
   * The sentence is for screen readers only.
   * @default false
   */
  declare quiet: boolean;

  /**
   * "light" or "dark" instead of what the page's color-scheme gives. On paper, colours are always light.
   * @default ""
   * @attr "light" | "dark"
   */
  declare theme: string;

  /** Takes the value of a property. A text is JSON, and goes to the attribute; null also removes the attribute. */
  #give<Name extends keyof Given>(name: Name, value: Given[Name] | string): void {
    const written = typeof value === "string" || value == null;
    this.#source.give({ [name]: written ? null : value });
    if (written) reflect(this, name, value || null);
    this.#requestDraw();
  }

  /** Draws once, however many properties are set in one go. */
  #requestDraw(): void {
    if (this.#drawRequested || !this.isConnected) return;
    this.#drawRequested = true;
    this.#figure.busy = true;
    inTurn(
      this,
      () => this.#catchUp(),
      () => this.#seen,
    );
  }

  /** Draws what was asked for, unless that was done. */
  #catchUp(): void {
    const isDue = this.#drawRequested && this.isConnected;
    this.#drawRequested = false;
    if (isDue) this.#draw();
  }

  #draw(): void {
    const { rowLabels, columnLabels, heads, revision } = this.#source;
    const numbers = this.#source.numbers(this.head, this.along);
    const picture: Picture = {
      kind: this.kind,
      view: this.view,
      theme: likelyTheme(this.theme, this.#themeSeen),
      numbers,
      along: this.along,
      revision,
      filled: numbers.data.length > 0,
      head: heads > 1 ? this.head : undefined,
      rowLabels,
      columnLabels,
      bars: this.#bars,
      scale: this.#scale(numbers),
      editable: this.editable,
      quiet: this.quiet,
      pool: this.pool,
      zoom: this.zoom,
      top: this.top,
      move: this.#seen ? this.#moveSeen : 0,
    };
    this.#figure.show(picture, this.label, this.getAttribute("aria-label") ?? "");
    this.#complain();
    this.#figure.busy = false;
    inNextFrame(() => {
      this.#checkTheme(picture.theme);
      this.#moveSeen = moveTime(this.#figure.root);
    });
  }

  /** Draws again in the frame of a draw, before it is painted, where the page's theme is another one. */
  #checkTheme(drawn: Theme): void {
    this.#themeSeen = themeNow(this.theme, this.#figure.probe);
    if (this.#themeSeen !== drawn) this.#draw();
  }

  /** Says what is wrong with what the page asks for, once. */
  #complain(): void {
    const problem = problemOf(this, ATTRIBUTES) || this.#source.problemWith(this.head, this.along);
    if (problem !== this.#problem) this.#figure.complain((this.#problem = problem));
    this.#sayLoss();
  }

  /** Says once what React lost. */
  #sayLoss(): void {
    const loss = reactLoss(this);
    if (loss !== "" && loss !== this.#loss) console.warn(loss);
    this.#loss = loss;
  }

  #scale(numbers: Numbers): Scale {
    // Where the page says that nothing is below 0, one half of two-sided colours would stay empty.
    const signed = this.kind !== "weights" && !(this.#domain !== undefined && this.#domain[0] >= 0);
    const own = ownDomain(numbers, signed, this.log);
    const shared = this.#sharedDomain.domainIn(this.share, numbers.data.length > 0 ? own : undefined, () =>
      this.#requestDraw(),
    );
    const domain = this.#domain ?? shared ?? own;
    const isClipped = this.#domain !== undefined && isClipping(numbers, this.#domain, signed);
    return new Scale({ signed, log: this.log, perRow: this.perRow, along: this.along, domain, isClipped });
  }

  /** Takes the number, unless a listener prevents it or has set another matrix. */
  #edit(edit: Edit, tell: () => boolean): void {
    const { matrix: before, head } = this;
    if (!tell() || before === null || this.matrix !== before) return;
    this.#source.edit(before, head, edit);
    this.#draw();
  }
}

defineKept(AttentionMatrix.prototype, ATTRIBUTES);
