import {
  flagOf,
  namesOf,
  numberOf,
  problemOf,
  reflect,
  reflectChecked,
  reflectFlag,
  reflectText,
  takeEarlyProperties,
  textOf,
  wordOf,
} from "./attributes.js";
import { checkBars, checkLabels, checkMark } from "./check-properties.js";
import { Figure } from "./figure.js";
import type { Given } from "./given.js";
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

const ATTRIBUTES = [
  "along",
  "column",
  "column-labels",
  "editable",
  "head",
  "kind",
  "label",
  "log",
  "mask",
  "matrix",
  "per-row",
  "pool",
  "quiet",
  "row",
  "row-labels",
  "share",
  "theme",
  "top",
  "view",
  "zoom",
];
/** The attributes that hold a property as JSON. */
const AS_JSON: Readonly<Record<keyof Given, string>> = {
  matrix: "matrix",
  mask: "mask",
  rowLabels: "row-labels",
  columnLabels: "column-labels",
};
/** So long after an element was connected, in milliseconds, a framework has set its properties. */
const ALL_SET = 1000;
/** How many of the largest numbers are named by default. */
const TOP = 8;

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
 *
 * @attr {"weights" | "scores" | "vectors"} [kind="weights"] - Weights are from 0 to 1, scores around 0; vectors are
 *   digits without colours.
 * @attr {"heatmap" | "arcs" | "table"} [view="heatmap"] - How it is shown.
 * @attr {string} [label=""] - The caption.
 * @attr {"light" | "dark"} [theme=that of the page] - Instead of the page's color-scheme. On paper, colours are always
 *   light.
 * @attr {boolean} [quiet=false] - The sentence is for screen readers only.
 * @attr {boolean} [editable=false] - Cells can be edited in place: Enter, F2, a double click, or just typing.
 * @attr {boolean} [per-row=false] - Each row, or column if `along` says so, has a domain of its own, up to its largest.
 * @attr {boolean} [log=false] - Colours by powers of ten.
 * @attr {"max" | "mean"} [pool="max"] - What a pixel shows if a matrix has more cells than pixels: the strongest cell,
 *   or the mean of the cells that are not hatched (of their shares, if each row has a domain of its own). Readers
 *   choose it under the map.
 * @attr {string} [share=none] - Elements of one name in a page share a domain that spans theirs.
 * @attr {number} [head=0] - Which matrix of a tensor, counted from 0 through heads and batch.
 * @attr {"rows" | "columns"} [along="rows"] - Whether its sentence is about rows, or columns: if a token is a column
 *   and softmax runs down it. The sentence, `per-row`, `top` and the arcs that stand out go by it.
 * @attr {number} [row=none] - The row of the sentence, counted from 0; by default, the row the reader is at.
 * @attr {number} [column=none] - The same for columns, if `along` says so.
 * @attr {number} [top=8] - How many of the largest of that row or column are named.
 * @attr {boolean} [zoom=false] - Zoom and pan even a matrix that is small enough to show every cell.
 * @attr {JSON} [matrix=none] - The property as JSON, for pages that a server renders: {"data": [0.25, 0.75], "shape":
 *   [1, 2]}.
 * @attr {JSON} [mask=none] - The property as JSON.
 * @attr {JSON} [row-labels=[]] - The property as JSON: ["the", "animal"].
 * @attr {JSON} [column-labels=[]] - The property as JSON.
 */
export class AttentionMatrix extends Base {
  static readonly observedAttributes: readonly string[] = [...ATTRIBUTES.flatMap(namesOf), "aria-label"];

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
    for (const [property, attribute] of Object.entries(AS_JSON) as [keyof Given, string][])
      if (namesOf(attribute).includes(name)) this.#source.readAttribute(property, attribute, textOf(this, attribute));
    if (name !== "row" && name !== "column") return this.#requestDraw();
    const [row, column] = [this.row, this.column];
    this.#figure.spoken = { ...(row === null ? {} : { row }), ...(column === null ? {} : { column }) };
    if (!this.#drawRequested) this.#figure.speak();
  }

  /**
   * The numbers: { data, shape } as heed returns it, of rank 1 to 4; null for none, or for the numbers of a table
   * inside.
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
   * Names of the rows; a row without one goes by its number, from 1.
   * @default []
   */
  get rowLabels(): readonly string[] {
    return this.#source.labelsGiven("rowLabels");
  }
  set rowLabels(labels: readonly string[] | string) {
    this.#give("rowLabels", typeof labels === "string" ? labels : checkLabels("rowLabels", labels));
  }

  /**
   * Names of the columns.
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
   * window, keyLengths, keyMask, mask }. It returns one array.
   * @default null
   */
  get mask(): Mask | null {
    return this.#source.mask(this.along);
  }
  set mask(mask: MaskInput | string | null) {
    this.#give("mask", mask == null || typeof mask === "string" ? mask : checkMask(mask));
  }

  /**
   * The row of the sentence, if it is about rows; null for the row the reader is at.
   * @default null
   */
  get row(): number | null {
    return numberOf(this, "row");
  }
  set row(row: number | null) {
    reflectChecked(this, "row", row);
  }

  /**
   * The column of the sentence, if it is about columns; null for the column the reader is at.
   * @default null
   */
  get column(): number | null {
    return numberOf(this, "column");
  }
  set column(column: number | null) {
    reflectChecked(this, "column", column);
  }

  /**
   * What its sentence is about: "rows", or "columns" if a token is a column and softmax runs down it.
   * @default "rows"
   */
  get along(): Along {
    return wordOf(this, "along");
  }
  set along(along: Along) {
    reflectChecked(this, "along", along);
  }

  /**
   * The kind of numbers.
   * @default "weights"
   */
  get kind(): Kind {
    return wordOf(this, "kind");
  }
  set kind(kind: Kind) {
    reflectChecked(this, "kind", kind);
  }

  /**
   * How it is shown.
   * @default "heatmap"
   */
  get view(): View {
    return wordOf(this, "view");
  }
  set view(view: View) {
    reflectChecked(this, "view", view);
  }

  /**
   * The caption.
   * @default ""
   */
  get label(): string {
    return this.getAttribute("label") ?? this.#source.caption;
  }
  set label(label: string) {
    reflectText(this, "label", label);
  }

  /**
   * Which matrix of a tensor of several, counted from 0 through heads and batch.
   * @default 0
   */
  get head(): number {
    return numberOf(this, "head") ?? 0;
  }
  set head(head: number) {
    reflectChecked(this, "head", head);
  }

  /**
   * Whether cells take numbers.
   * @default false
   */
  get editable(): boolean {
    return flagOf(this, "editable");
  }
  set editable(editable: boolean) {
    reflectFlag(this, "editable", editable);
  }

  /**
   * Whether each row, or column, has colours of its own.
   * @default false
   */
  get perRow(): boolean {
    return flagOf(this, "per-row");
  }
  set perRow(perRow: boolean) {
    reflectFlag(this, "per-row", perRow);
  }

  /**
   * Whether colours go by powers of ten.
   * @default false
   */
  get log(): boolean {
    return flagOf(this, "log");
  }
  set log(log: boolean) {
    reflectFlag(this, "log", log);
  }

  /**
   * What a pixel of several cells shows: "max", the strongest of them, or their "mean".
   * @default "max"
   */
  get pool(): Pool {
    return wordOf(this, "pool");
  }
  set pool(pool: Pool) {
    reflectChecked(this, "pool", pool);
  }

  /**
   * The name of the group whose domain it shares.
   * @default ""
   */
  get share(): string {
    return this.getAttribute("share") ?? "";
  }
  set share(group: string) {
    reflectText(this, "share", group);
  }

  /**
   * How many of the largest numbers of a row, or column, are named, of a large matrix.
   * @default 8
   */
  get top(): number {
    return numberOf(this, "top") ?? TOP;
  }
  set top(top: number) {
    reflectChecked(this, "top", top);
  }

  /**
   * Zoom and pan even a matrix that is small enough to show every cell.
   * @default false
   */
  get zoom(): boolean {
    return flagOf(this, "zoom");
  }
  set zoom(zoom: boolean) {
    reflectFlag(this, "zoom", zoom);
  }

  /**
   * The sentence is for screen readers only.
   * @default false
   */
  get quiet(): boolean {
    return flagOf(this, "quiet");
  }
  set quiet(quiet: boolean) {
    reflectFlag(this, "quiet", quiet);
  }

  /**
   * "light" or "dark" instead of what the page's color-scheme gives.
   * @default ""
   */
  get theme(): string {
    return this.getAttribute("theme") ?? "";
  }
  set theme(theme: string) {
    reflectText(this, "theme", theme);
  }

  /** Takes the value of a property. A text is JSON, and goes to the attribute; null also removes the attribute. */
  #give<Name extends keyof Given>(name: Name, value: Given[Name] | string): void {
    const written = typeof value === "string" || value == null;
    this.#source.give({ [name]: written ? null : value });
    if (written) reflect(this, AS_JSON[name], value);
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
    const problem = problemOf(this) || this.#source.problemWith(this.head, this.along);
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
