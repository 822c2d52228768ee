// Turns values into 255 steps of colour, linear or logarithmic, over one domain or over one for each line.
import { digits, localised, roundUp } from "./digits.js";
import { isMasked, linesOf, placeIn, valueAt, type Along, type Numbers } from "./matrix.js";
import { ticks, type Domain } from "./ticks.js";

/** Steps run from 1 to 255, so that a signed ramp has a middle one. Step 0 stands for hatched cells. */
export const STEPS = 255;
export const MIDDLE = 128;

export interface Tick {
  /** From 0, the beginning of the bar, to 1, its end. */
  readonly at: number;
  readonly text: string;
}

export interface ScaleOptions {
  /** For signed values, 0 is always the middle step. Other values begin at the low end of the domain. */
  readonly signed: boolean;
  readonly log: boolean;
  /** Each line has a domain of its own. */
  readonly perRow: boolean;
  /** What those lines are. */
  readonly along: Along;
  readonly domain: Domain;
  /** Whether some values lie beyond the domain. They have the colour of its end. */
  readonly isClipped?: boolean;
}

/** A logarithmic scale of weights covers at most this many powers of ten. */
const DECADES = 6;
/** Below this share of its end, a logarithmic scale of signed values is nearly linear. */
const LINEAR_SHARE = 1e-3;

export class Scale {
  readonly signed: boolean;
  readonly log: boolean;
  readonly perRow: boolean;
  readonly along: Along;
  readonly isClipped: boolean;
  readonly #domain: Domain;

  constructor({ signed, log, perRow, along, domain, isClipped = false }: ScaleOptions) {
    this.signed = signed;
    this.log = log;
    this.perRow = perRow;
    this.along = along;
    this.isClipped = isClipped && !perRow;
    this.#domain = domain;
  }

  /** Equal for two scales that colour every matrix alike. */
  get key(): string {
    return [this.signed, this.log, this.perRow && this.along, this.isClipped, ...this.#domain].join();
  }

  /** The domain of a line; without perRow it is the same for all lines. */
  domainOf(numbers: Numbers, line: number): Domain {
    const [low, high] = this.#domain;
    if (!this.perRow) return this.signed ? symmetric(low, high) : this.#bottom(low, high);
    const end = largest(numbers, line, this.along);
    return this.signed ? [-end, end] : this.#bottom(Math.min(low, 0), end);
  }

  /** The steps of all cells, row after row. */
  steps(numbers: Numbers): Uint8Array {
    const { rows, columns, mask } = numbers;
    const steps = new Uint8Array(rows * columns);
    if (this.log || mask !== null || (this.perRow && this.along === "columns")) this.#fill(steps, numbers);
    else for (let row = 0; row < rows; row++) fillLinear(steps, numbers, row, this.domainOf(numbers, row));
    return steps;
  }

  #fill(steps: Uint8Array, numbers: Numbers): void {
    const { rows, columns, data, start } = numbers;
    const masked = numbers.mask !== null;
    const placings = Array.from({ length: this.perRow ? linesOf(numbers, this.along) : 1 }, (_, line) =>
      this.#placing(this.domainOf(numbers, line)),
    );
    const [byRow, byColumn] = [this.perRow && this.along === "rows", this.perRow && this.along === "columns"];
    for (let row = 0; row < rows; row++) {
      let place = placings[byRow ? row : 0]!;
      const first = row * columns;
      for (let column = 0; column < columns; column++) {
        const value = data[start + first + column]!;
        if (value !== value || (masked && isMasked(numbers, { row, column }))) continue;
        if (byColumn) place = placings[column]!;
        steps[first + column] = stepAt(place(value));
      }
    }
  }

  /** What the numbers of a line are divided by to become shares: the end of its domain, if it has its own. */
  unitOf(numbers: Numbers, line: number): number {
    return this.perRow ? this.domainOf(numbers, line)[1] : 1;
  }

  /** The step of such a share; 0 for NaN. */
  stepOfShare(): (share: number) => number {
    const [low, high]: Domain = this.perRow ? (this.signed ? [-1, 1] : [0, 1]) : this.#domain;
    const place = this.#placing(this.signed ? symmetric(low, high) : this.#bottom(low, high));
    return (share) => (Number.isNaN(share) ? 0 : stepAt(place(share)));
  }

  /** Numbers along the bar: three, or up to five on a logarithmic scale. */
  ticks(domain: Domain): Tick[] {
    const [, high] = domain;
    const tick = (at: number, value: number): Tick => ({ at, text: this.#beyond(value, domain) + tickText(value) });
    if (!this.log) return ticks(domain).map((value, at, { length }) => tick(at / (length - 1), value));
    const place = this.#placing(domain);
    const values = this.signed ? [-high, -high / 100, 0, high / 100, high] : ticks(domain, { base: 10 });
    return values.map((value) => tick(place(value), value));
  }

  /** A sign before an end of the bar, if values lie beyond it. */
  #beyond(value: number, [low, high]: Domain): string {
    if (!this.isClipped) return "";
    return value === high ? "≥ " : this.signed && value === low ? "≤ " : "";
  }

  /** Gives the place of a value on the bar, from 0 to 1. Values outside the domain lie beyond. */
  #placing([low, high]: Domain): (value: number) => number {
    if (!this.log) {
      const share = 1 / (high / 2 - low / 2);
      return (value) => (value === high ? 1 : (value / 2 - low / 2) * share);
    }
    if (!this.signed) {
      const [bottom, span] = [Math.log(low), Math.log(high / low)];
      return (value) => (value <= low ? 0 : (Math.log(value) - bottom) / span);
    }
    const unit = high * LINEAR_SHARE;
    const whole = 2 * Math.log1p(1 / LINEAR_SHARE);
    return (value) => 0.5 + (Math.sign(value) * Math.log1p(Math.abs(value) / unit)) / whole;
  }

  /** A logarithmic scale has no 0: it begins where the domain does, or DECADES below its end. */
  #bottom(low: number, high: number): Domain {
    if (!this.log) return [low, high];
    return [low > 0 && low < high ? low : high * 10 ** -DECADES, high];
  }
}

function stepAt(place: number): number {
  return 1 + Math.round((STEPS - 1) * Math.min(1, Math.max(0, place)));
}

/** A row on a linear scale, without a call for each cell: a map has millions. */
function fillLinear(steps: Uint8Array, { data, start, columns }: Numbers, row: number, [low, high]: Domain): void {
  // By halves, as the whole of the domain may be more than a number holds.
  const [half, share] = [low / 2, 1 / (high / 2 - low / 2)];
  for (let at = row * columns, end = at + columns; at < end; at++) {
    const value = data[start + at]!;
    const place = (value / 2 - half) * share;
    // NaN is above nothing and below nothing.
    if (place >= 1 || value === high) steps[at] = STEPS;
    else if (place > 0) steps[at] = 1.5 + (STEPS - 1) * place;
    else if (value === value) steps[at] = 1;
  }
}

/** Whether a value that is not hatched is beyond a domain. */
export function isClipping(numbers: Numbers, [low, high]: Domain, signed: boolean): boolean {
  const { data, start, rows, columns } = numbers;
  const end = signed ? Math.max(Math.abs(low), Math.abs(high)) : high;
  for (let at = 0; at < rows * columns; at++) {
    const value = data[start + at]!;
    if ((signed ? Math.abs(value) : value) <= end || Number.isNaN(value)) continue;
    if (!isMasked(numbers, { row: Math.floor(at / columns), column: at % columns })) return true;
  }
  return false;
}

/** The domain that a matrix has by itself: 0 to 1 for weights, symmetric round 0 for signed values. */
export function ownDomain(numbers: Numbers, signed: boolean, log: boolean): Domain {
  if (!signed) return [log ? smallestDecade(numbers) : 0, 1];
  let end = 0;
  for (let row = 0; row < numbers.rows; row++) end = Math.max(end, largest(numbers, row, "rows", 0));
  return symmetric(0, roundUp(end));
}

/** The power of ten below the smallest weight that is not 0. */
function smallestDecade(numbers: Numbers): number {
  let smallest = 0.1;
  for (let row = 0; row < numbers.rows; row++) {
    for (let column = 0; column < numbers.columns; column++) {
      const value = valueAt(numbers, { row, column });
      if (value > 0 && value < smallest && !isMasked(numbers, { row, column })) smallest = value;
    }
  }
  return 10 ** Math.max(-DECADES, Math.floor(Math.log10(smallest) + 1e-9));
}

/** The largest finite size in a line; `none` where all cells are 0 or hatched. */
function largest(numbers: Numbers, line: number, along: Along, none = 1): number {
  const { data, start, columns, mask } = numbers;
  const [from, step] = along === "rows" ? [line * columns, 1] : [line, columns];
  const length = along === "rows" ? columns : numbers.rows;
  let found = 0;
  for (let at = 0, cell = start + from; at < length; at++, cell += step) {
    // NaN is not larger than anything.
    const size = Math.abs(data[cell]!);
    if (size > found && size < Infinity && (mask === null || !isMasked(numbers, placeIn(line, at, along))))
      found = size;
  }
  return found === 0 ? none : found;
}

function symmetric(low: number, high: number): Domain {
  const end = Math.max(Math.abs(low), Math.abs(high));
  return [-end, end];
}

export function tickText(tick: number): string {
  const size = Math.abs(tick);
  if (size > 0 && size < 1e-3) return localised(Number(tick.toPrecision(2)).toExponential());
  return digits(tick, 4)
    .replace(/([.,]\d*?)0+$/, "$1")
    .replace(/[.,]$/, "");
}
