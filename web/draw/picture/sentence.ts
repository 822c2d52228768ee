// Draws a sentence with its arcs, after everything was checked.
import {
  arcsFrom,
  inserted,
  isolated,
  LEAST_SHARE,
  listed,
  nameOf,
  opacityOf,
  percent,
  type WordBox,
} from "../../show/index.js";
import { cellTitle, exact, figure } from "./figure.js";
import { widthOf } from "./letters.js";
import { ACCENT, FAINT, INK, Paint, type Colours } from "./paint.js";
import { BOLD, MARGIN, TITLE } from "./plan.js";
import { shown, shownLabel } from "./shown.js";
import type { DrawWords } from "./words.js";
import { escaped, lines, tag, text, type Attributes } from "./xml.js";

export interface Sentence {
  readonly words: readonly string[];
  /** One for each word; NaN where it may not be attended to. */
  readonly shares: ArrayLike<number>;
  /** The word that asks. */
  readonly from: number;
  readonly size: number;
  /** Where the sentence goes on in a new line. */
  readonly width: number;
  /** Whether numbers stand below the words. */
  readonly values: boolean;
  readonly title: string;
  readonly colours: Colours;
  readonly texts: DrawWords;
}

/** Smaller shares have no number below their words. */
const LEAST_WRITTEN = 0.05;

/** In sizes of the words: the room for arcs above a line, a word's height and its baseline, the number below it. */
const ROOM = 2.8;
const WORD = 1.16;
const BASELINE = 0.86;
const NUMBER = 0.62;
/** The thickness of the arc of a share of one. */
const THICKEST = 0.36;
/** Between words, and on either side of a word. */
const [GAP, PAD] = [0.08, 0.12];

export function drawSentence(given: Sentence): string {
  const sentence = { ...given, words: given.words.map(shownLabel), title: shown(given.title) };
  const { words, size, title, from, colours } = sentence;
  const paint = new Paint(colours);
  const { boxes, width, height } = placed(sentence);
  const above = title === "" ? 0 : MARGIN + TITLE;
  const asking = boxes[from]!;
  const under = { x: asking.left + PAD * size, y: asking.top + 1.02 * size, height: 0.07 * size, rx: 0.035 * size };
  const parts = [
    tag("g", paint.as("fill", ACCENT), lines(grounds(sentence, boxes))),
    tag(
      "g",
      { fill: "none", "stroke-linecap": "round", ...paint.as("stroke", ACCENT) },
      lines(arcs(sentence, boxes, width)),
    ),
    tag("g", { "font-size": size, "text-anchor": "middle" }, lines(written(sentence, boxes, paint))),
    tag("rect", { ...under, width: asking.right - asking.left - 2 * PAD * size, ...paint.as("fill", ACCENT) }),
  ];
  const heading =
    title === "" ? "" : text(MARGIN, MARGIN + TITLE - 3, title, { "font-size": TITLE, "font-weight": 600 });
  const frame = {
    width: Math.ceil(Math.max(width, 2 * MARGIN + BOLD * widthOf(title, TITLE))),
    height: height + above,
  };
  const name = title === "" ? words.join(" ") : title;
  const body = tag("g", { transform: `translate(0 ${above})` }, lines(parts));
  return figure(frame, paint, [name, descriptionOf(sentence)], [heading, body]);
}

function isWritten({ values }: Sentence, share: number): boolean {
  return values && share >= LEAST_WRITTEN;
}

function numberSize(size: number): number {
  return Math.max(8, 0.42 * size);
}

/** The boxes of the words in lines, below the room for their arcs. */
function placed(sentence: Sentence): {
  readonly boxes: readonly WordBox[];
  readonly width: number;
  readonly height: number;
} {
  const { words, shares, size, width, values } = sentence;
  const tall = (WORD + (values ? NUMBER : 0.1)) * size;
  const boxes: WordBox[] = [];
  let [x, top, end] = [MARGIN, ROOM * size, 0];
  for (const [at, word] of words.entries()) {
    const share = shares[at]!;
    const number = isWritten(sentence, share) ? widthOf(percent(share), numberSize(size)) * 1.05 : 0;
    const slot = Math.max(widthOf(word, size), number) + 2 * PAD * size;
    if (x > MARGIN && x + slot > width - MARGIN) [x, top] = [MARGIN, top + tall + ROOM * size];
    boxes.push({ left: x, right: x + slot, top, bottom: top + tall });
    end = Math.max(end, x + slot);
    x += slot + GAP * size;
  }
  return { boxes, width: Math.ceil(end + MARGIN), height: Math.ceil(top + tall + MARGIN) };
}

const middle = ({ left, right }: WordBox): number => (left + right) / 2;

/** A word has the accent behind it as far as it is looked at. */
function grounds({ shares, size }: Sentence, boxes: readonly WordBox[]): string[] {
  return boxes.map(({ left, right, top }, at) => {
    const share = shares[at]!;
    if (!(share >= LEAST_SHARE)) return "";
    const box = { x: left, y: top, width: right - left, height: WORD * size, rx: 0.14 * size };
    return tag("rect", { ...box, "fill-opacity": 0.3 * Math.min(1, share) });
  });
}

function arcs(sentence: Sentence, boxes: readonly WordBox[], width: number): string[] {
  const { words, shares, from, size } = sentence;
  const arcTo = arcsFrom(boxes, from, width);
  const largest = Math.max(...Array.from(shares).filter((share) => !Number.isNaN(share)));
  return words.map((_, at) => {
    const share = shares[at]!;
    if (!(share >= LEAST_SHARE)) return "";
    const look = { "stroke-opacity": opacityOf(share, largest) };
    const { d, ...arc } = arcTo(at, THICKEST * size * share);
    return tag(
      "path",
      { d: d.replace(/\d+\.\d{3,}/g, (number) => Number(number).toFixed(2)), ...arc, ...look },
      titleOf(sentence, at),
    );
  });
}

function written(sentence: Sentence, boxes: readonly WordBox[], paint: Paint): string[] {
  const { words, shares, from, size } = sentence;
  return words.flatMap((word, at) => {
    const [box, share] = [boxes[at]!, shares[at]!];
    const shade = at === from ? ACCENT : Number.isNaN(share) ? FAINT : INK;
    const place = { x: middle(box), y: box.top + BASELINE * size, ...paint.as("fill", shade) };
    const look = { "fill-opacity": Number.isNaN(share) ? 0.6 : undefined, ...fitting(word, size) };
    const spoken = tag("text", { ...place, ...look }, escaped(word), titleOf(sentence, at));
    if (!isWritten(sentence, share)) return [spoken];
    const type = { "font-size": numberSize(size), "font-weight": 600, ...paint.as("fill", FAINT) };
    return [spoken, text(place.x, box.top + (WORD + 0.44) * size, percent(share), type)];
  });
}

/** Where another face is wider or narrower, its letters take the width that the words were placed by. */
function fitting(word: string, size: number): Attributes {
  return { textLength: widthOf(word, size) || undefined, lengthAdjust: "spacingAndGlyphs" };
}

/** From which word to which, and the share with all its digits. */
function titleOf({ words, shares, from, texts }: Sentence, at: number): string {
  const value = Number.isNaN(shares[at]!) ? texts.masked : exact(shares[at]!, shares);
  const [row, column] = [nameOf(words, from, isolated), nameOf(words, at, isolated)];
  return tag("title", {}, escaped(cellTitle(row, column, value)));
}

/** Where the word looks, the largest share first. */
function descriptionOf({ words, shares, from, texts }: Sentence): string {
  const order = Array.from(words.keys()).filter((at) => shares[at]! >= LEAST_SHARE);
  order.sort((a, b) => shares[b]! - shares[a]! || a - b);
  const word = nameOf(words, from, isolated);
  if (order.length === 0) return inserted(texts.looksAtNothing, { word });
  const named = order.map((at) =>
    inserted(texts.share, { word: nameOf(words, at, isolated), share: percent(shares[at]!) }),
  );
  return inserted(texts.looks, { word, shares: listed(named) });
}
