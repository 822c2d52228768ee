// The playground: the state goes in, the core computes, its results are shown.
import "./sheets.css";
import "./play.css";
import "./steps.css";
import "./follow.css";
import "./below-steps.css";
import "./gradients.css";
import { load, type Heed } from "heed";
import "heed/element";
import type { Place } from "heed/element";
import { digits, percent } from "../../../show/index.js";
import { Announcer, byId, startCore } from "../../kit/index.js";
import { figureView, Inspector, operandsOf, type Cell } from "../../rooms/inspector/index.js";
import { isCellOf, type Opened } from "../../rooms/machine/index.js";
import { fill, Speaker } from "../../kit/texts/index.js";
import { Actions } from "./actions.js";
import { PresetAndText } from "./preset-and-text.js";
import { stepTexts } from "./captions.js";
import { Compare } from "./compare.js";
import { setHtml, text } from "./dom.js";
import { NO_DRAWING, type Drawing } from "./follow-drawing.js";
import { FollowQuery } from "./follow-query.js";
import { LearnedHeads } from "./learned.js";
import { OpenedHead } from "./opened-head.js";
import { Overview } from "./overview.js";
import { Options } from "./options.js";
import { HiddenParts } from "./hidden-parts.js";
import {
  cellAt,
  EDITED,
  headShowing,
  isGradient,
  marksOf,
  placeOf,
  SHOWN,
  type Marks,
  type Shown,
} from "./shown-matrices.js";
import { layOut } from "./page-layout.js";
import type { Computed } from "./compute.js";
import { computeShown } from "./compute-gradients.js";
import { headOf, numberNames, weightsEnd } from "./page-matrix.js";
import { EditedMatrix } from "./edited-matrix.js";
import { Store } from "./store.js";
import { MatrixRow, type MatrixRowEvents } from "./matrix-row.js";
import { GradientsPanel } from "./gradients-panel.js";
import { headOfSetting, showsGradients, type State } from "../../rooms/state/index.js";

class Page {
  /** Undefined until the page is built. */
  #actions: Actions | undefined;
  /** Links may name their numbers. */
  readonly #heads = new LearnedHeads();
  readonly #speaker: Speaker = new Speaker("play", () => this.#onLanguage());
  readonly #store = new Store(this.#speaker, () => this.#onLink());
  readonly #announcer = new Announcer(byId("announcements"));
  readonly #presetAndText = new PresetAndText(this.#store);
  readonly #options = new Options(this.#store);
  readonly #edited = EDITED.map((name) => new EditedMatrix(name, byId(`edit-${name}`), this.#store));
  readonly #onCells: MatrixRowEvents = {
    rest: (name, place, by) => this.#rest(name, place, by),
    open: (name, place) => this.#open(name, place),
  };
  readonly #matrices = new MatrixRow(document, SHOWN, this.#onCells);
  readonly #gradients = new GradientsPanel(this.#store, this.#onCells, () => this.#speaker.translate());
  readonly #follow = new FollowQuery(this.#store, (drawing) => this.#drawMoment(drawing));
  readonly #overview = new Overview(this.#store, (marks) => this.#mark(marks));
  readonly #openedHead = new OpenedHead((opened, back) => this.#openNumber(opened, back));
  readonly #compare = new Compare(this.#store);
  readonly #hiddenParts = new HiddenParts(this.#store);
  readonly #inspector: Inspector;
  #heed: Heed | undefined;
  #computed: Computed | undefined;
  /** The matrix that the inspector was opened from: a context vector is in two, `context` and `joined`. */
  #openedIn: Shown | undefined;
  /** Goes back into the opened head, if the inspector was opened from there. */
  #back: (() => void) | undefined;
  /** The marks of the cell with focus, else of the query that is followed. They come back when the pointer leaves. */
  #focused: Marks | undefined;
  #followed: Marks = NO_DRAWING.marks;

  constructor() {
    this.#actions = new Actions(this.#store, () => this.#computed);
    this.#inspector = new Inspector(document.body, {
      light: (lights) => this.#mark(marksOf(this.#store.state, lights)),
      closed: (cell) => this.#goBackTo(cell),
      moved: (cell) => this.#showHeadOf(cell),
    });
    this.#store.onChange((state, restored) => this.#onChange(state, restored));
    this.#showNames(this.#store.state);
  }

  async start(core: Promise<Heed>): Promise<void> {
    fill(byId("engine"), "starting");
    this.#heed = await startCore(byId("engine"), core);
    if (this.#heed === undefined) return;
    this.#heads.start(this.#heed);
    this.#showNames(this.#store.state);
    this.#update(this.#store.state);
    performance.mark("heed-first-result");
  }

  #onChange(state: State, restored: boolean): void {
    const before = this.#computed;
    this.#showNames(state, restored);
    this.#update(state);
    if (before === undefined) return;
    if (before.kept.dx === undefined && showsGradients(state)) this.#announcer.say(text("gradients-now"));
    else this.#announce(state);
  }

  /** A link may ask for a language. The texts of a state follow when the state is shown. */
  #onLink(): void {
    this.#speaker.chooseByLink();
    this.#translate();
  }

  /** The texts that stand on the page. */
  #translate(): void {
    this.#speaker.translate();
    this.#actions?.showNames();
  }

  /** The reader has chosen a language: every text and every matrix is made again. */
  #onLanguage(): void {
    this.#store.followLanguage();
    this.#translate();
    this.#showNames(this.#store.state, true);
    this.#update(this.#store.state);
  }

  /** Everything that can be shown without the core. */
  #showNames(state: State, restored = false): void {
    this.#hiddenParts.show(state);
    this.#presetAndText.show(state, restored);
    this.#options.show(state);
    // The rows of a model are computed, too.
    if (this.#heed !== undefined || headOfSetting(state) === undefined)
      for (const matrix of this.#edited) matrix.show(state, restored);
    this.#matrices.showNames(state);
    this.#gradients.showNames(state);
    this.#actions?.show();
    for (const [step, words] of Object.entries(stepTexts(state))) {
      setHtml(byId(`about-${step}`), words);
    }
    layOut(state);
  }

  #update(state: State): void {
    if (this.#heed === undefined) return;
    this.#computed = { ...computeShown(this.#heed, state), numberNames: numberNames(state) };
    this.#overview.show(state, this.#computed);
    this.#openedHead.show(state, this.#computed);
    this.#options.stretched = state.softmax && weightsEnd(state, this.#computed) < 1;
    this.#matrices.show(state, this.#computed);
    this.#gradients.show(state, this.#computed);
    this.#compare.show(state, this.#computed, this.#heed);
    this.#inspector.update(this.#computed);
    this.#follow.show(state, this.#computed);
    this.#actions?.showMatrices();
  }

  #mark(marks: Marks): void {
    this.#matrices.mark(marks);
    this.#gradients.mark(marks);
    for (const matrix of this.#edited) matrix.mark(marks);
  }

  #drawMoment({ marks, bars }: Drawing): void {
    this.#matrices.drawBars(bars);
    if (marks === this.#followed) return;
    this.#followed = marks;
    this.#focused = undefined;
    this.#mark(marks);
  }

  /** Marks the operands of a cell. A cell with focus also chooses its query, but a row of K or V belongs to a key. */
  #rest(name: Shown, place: Place | null, by: "pointer" | "focus"): void {
    if (this.#computed === undefined) return;
    const { state } = this.#store;
    const cell = place && cellAt(state, name, place);
    const marks = cell === null ? undefined : marksOf(state, operandsOf(this.#computed, cell));
    if (by === "focus") this.#focused = marks;
    const opened = this.#inspector.cell;
    this.#mark(
      marks ?? (opened ? marksOf(state, operandsOf(this.#computed, opened)) : (this.#focused ?? this.#followed)),
    );
    if (by !== "focus" || cell === null) return;
    // In the gradients the followed token is part of the loss: reading them must not change them.
    if (name !== "k" && name !== "v" && !isGradient(name) && cell.row !== state.followed)
      this.#store.look({ followed: cell.row });
    [this.#openedIn, this.#back] = [name, undefined];
    this.#inspector.follow(cell);
  }

  #open(name: Shown, place: Place): void {
    const { state } = this.#store;
    if (this.#computed === undefined || state.hidden.includes("inspector")) return;
    [this.#openedIn, this.#back] = [name, undefined];
    this.#inspector.open(this.#computed, cellAt(state, name, place));
  }

  /** A number of the opened head. */
  #openNumber(opened: Opened, back: () => void): void {
    [this.#openedIn, this.#back] = [undefined, back];
    if (isCellOf(opened)) this.#inspector.open(...opened);
    else
      this.#inspector.open(
        this.#computed,
        figureView(() => opened, back),
      );
  }

  /** The reader may have chosen another head meanwhile. */
  #goBackTo(cell: Cell): void {
    if (this.#back !== undefined) return this.#back();
    if (this.#openedIn !== "joined") this.#showHeadOf(cell);
    const there = placeOf(this.#store.state, cell, this.#openedIn);
    if (there !== undefined) (isGradient(there.name) ? this.#gradients : this.#matrices).focus(there.name, there.place);
  }

  #showHeadOf(cell: Cell): void {
    const { state } = this.#store;
    const head = headShowing(state, cell) ?? state.head;
    if (head !== state.head) this.#store.look({ head });
  }

  #announce({ followed, head, softmax }: State): void {
    const { tokens } = this.#computed!;
    const weights = headOf(this.#computed!, "weights", head).data.subarray(
      followed * tokens.length,
      (followed + 1) * tokens.length,
    );
    const most = weights.indexOf(Math.max(...weights));
    const share = softmax ? percent(weights[most]!) : digits(weights[most]!, 2);
    this.#announcer.say(text("computed-again", { asks: tokens[followed]!, share, key: tokens[most]! }));
  }
}

// The core compiles while the page is built.
const core = load();
void new Page().start(core);
