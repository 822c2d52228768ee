// Draws stories. What has been told decides which sentences may come next.
import type { Random } from "heed/train";
import { hash } from "../../kit/index.js";
import { formOf, patternsOf, wordsOf, type Pattern } from "./patterns.js";
import { listOf, type Kind, type Table } from "./table.js";
import { World, type Filled, type Slot } from "./world.js";

/** The most words of a story. */
export const PLACES = 64;
/** A story ends after so many words or fewer. */
const [LEAST, MOST] = [44, 60];
/** How often a next sentence is looked for. */
const TRIES = 200;
/** How often a third person is mentioned in a story, and how often there may be two things at a time. */
const [THIRD, TWO_THINGS] = [0.5, 0.5];

/** One pair of names in so many is in no story that is read. */
export const HELD_ONE_OF = 5;

const fifthOf = (...pair: string[]): number => (hash(pair.sort().join(" ")) >>> 0) % HELD_ONE_OF;

/** Whether these two are in no story together that is read. The two of the front door are not. */
export const isHeldOut = ({ front }: Table, one: string, other: string): boolean =>
  fifthOf(one, other) === fifthOf(...front);

/** Who is in a story: two who are together at times, and a third one who is only mentioned. */
interface Cast {
  readonly two: readonly [string, string];
  readonly third: string | undefined;
  /** How many things there may be at a time. */
  readonly things: number;
}

const oneOf = <Thing>(things: readonly Thing[], random: Random): Thing => things[random.integer(things.length)]!;

function drawCast(table: Table, random: Random, heldOut: boolean): Cast {
  const names = wordsOf(table).fillings.A;
  let two: [string, string];
  do two = [oneOf(names, random), oneOf(names, random)];
  while (two[0] === two[1] || isHeldOut(table, ...two) !== heldOut);
  const things = random.uniform() < TWO_THINGS ? 2 : 1;
  if (random.uniform() >= THIRD) return { two, third: undefined, things };
  let third: string;
  do third = oneOf(names, random);
  while (two.includes(third) || two.some((one) => isHeldOut(table, one, third)));
  return { two, third, things };
}

/** Draws a story of two whose names are read together, or of two whose names are not. */
export function drawStory(table: Table, random: Random, heldOut = false): string[] {
  const telling = new Telling(table, random, drawCast(table, random, heldOut));
  const most = LEAST + random.integer(MOST - LEAST);
  while (telling.goOn(most));
  return telling.end();
}

/** What fills the places of a sentence. */
type Filling = { readonly [Name in Slot]?: string };

class Telling {
  readonly world = new World();
  readonly words: string[] = [];
  /** What is told once. */
  readonly done = new Set<string>();

  constructor(
    readonly table: Table,
    readonly random: Random,
    readonly cast: Cast,
  ) {}

  /** Adds a sentence, unless the story would get too long by it or there is no more to tell. */
  goOn(most: number): boolean {
    for (let tried = 0; tried < TRIES; tried++) {
      const kind = this.#kind();
      const filling = PLANS[kind]!(this);
      const pattern = filling && this.#pattern(kind, filling);
      if (!pattern) continue;
      if (this.words.length + pattern.elements.length > most) return false;
      this.#tell(pattern, filling);
      return true;
    }
    return false;
  }

  end(): string[] {
    this.#tell(this.#pattern("end", {})!, {});
    return this.words;
  }

  pick<Thing>(things: readonly Thing[]): Thing {
    return oneOf(things, this.random);
  }

  /** One of the two, and the other one. */
  two(): readonly [string, string] {
    const [one, other] = this.cast.two;
    return this.random.uniform() < 0.5 ? [one, other] : [other, one];
  }

  /** Anybody in the story. */
  anyone(): string {
    const { two, third } = this.cast;
    return this.pick(third === undefined ? two : [...two, third]);
  }

  place(): string {
    return this.world.place?.word ?? this.pick(wordsOf(this.table).fillings.P);
  }

  /** What a person has, if that is one thing. */
  has(who: string): string | undefined {
    return this.world.thingOf(who)?.word;
  }

  once(what: string, filling: Filling): Filling | undefined {
    if (this.done.has(what)) return undefined;
    this.done.add(what);
    return filling;
  }

  #kind(): Kind {
    let left = this.random.integer(ALL);
    for (const [kind, weight] of WEIGHED) if ((left -= weight) < 0) return kind as Kind;
    throw new Error("unreachable");
  }

  #pattern(kind: Kind, filling: Filling): Pattern | undefined {
    const { befores } = wordsOf(this.table);
    const fits = patternsOf(this.table)[kind].filter(
      ({ implied, before }) =>
        (implied === undefined || this.world.implied(implied)?.word === filling[implied]) &&
        (before === undefined || before === befores.get(filling.P!)),
    );
    return fits.length > 0 ? this.pick(fits) : undefined;
  }

  #tell({ kind, elements, implied }: Pattern, filling: Filling): void {
    const { table, words } = this;
    const filled: Record<string, { word: string; at: number }> = {};
    if (implied) filled[implied] = this.world.implied(implied)!;
    for (const { word, slot, form } of elements) {
      if (slot && !form) filled[slot] ??= { word: filling[slot]!, at: words.length };
      words.push(word ?? (form ? formOf(table, form, filling[slot!]!) : filling[slot!]!));
    }
    this.world.tell(kind, filled as Filled);
  }
}

/** How often a sentence of each kind is tried, of so many times in all. */
const WEIGHTS: { readonly [Name in Kind]?: number } = {
  ...{ is: 2, had: 12, play: 3, meet: 10, were: 6, want: 7, so: 7, give: 18, when: 10, lose: 14, sad: 5, find: 20 },
  ...{ back: 10, thank: 12, now: 8, see: 5, sound: 6, home: 3, happy: 1, they: 1, stay: 5 },
};
const WEIGHED = Object.entries(WEIGHTS);
const ALL = WEIGHED.reduce((sum, [, weight]) => sum + weight, 0);

/** Where a word has one form only, it is that. */
const formAt = (line: string, place: number): string => listOf(line)[place] ?? listOf(line)[0]!;

/** What fills a sentence of a kind now; undefined where what was told does not allow it. */
type Plan = (telling: Telling) => Filling | undefined;

const PLANS: { readonly [Name in Kind]?: Plan } = {
  is(telling) {
    const A = telling.anyone();
    const sex = wordsOf(telling.table).sexes.get(A)!;
    return telling.once(`is ${A}`, { A, K: formAt(telling.pick(telling.table.ways), sex) });
  },
  had(telling) {
    const { world, table } = telling;
    const A = telling.anyone();
    const T = newThing(telling);
    if (T === undefined || !hasNothing(telling, A) || world.lost?.who.word === A) return undefined;
    return { A, T, J: formAt(telling.pick(table.looks), wordsOf(table).genders.get(T)!) };
  },
  play(telling) {
    const [A] = telling.two();
    const T = telling.has(A);
    return T === undefined || telling.world.finder === A ? undefined : telling.once(`play ${A}`, { A, T });
  },
  meet(telling) {
    const [A, B] = telling.two();
    return telling.world.pair ? undefined : { A, B, P: telling.place() };
  },
  were(telling) {
    const [A, B] = telling.two();
    return telling.once("were", { A, B, P: telling.place() });
  },
  want: (telling) => (telling.world.wants ? undefined : asking(telling)),
  so: (telling) => asking(telling),
  give: (telling) => giving(telling),
  when(telling) {
    const filling = giving(telling);
    const { world } = telling;
    return filling && world.people.has(filling.A!) && world.thingFrom(filling.A!) ? filling : undefined;
  },
  back: ({ world: { finder, lost } }) =>
    finder && lost ? { A: finder, B: lost.who.word, T: lost.thing.word } : undefined,
  lose(telling) {
    const [A] = telling.two();
    const T = telling.has(A) ?? newThing(telling);
    if (T === undefined || telling.world.lost || telling.world.wants) return undefined;
    return telling.once("lose", { A, T, P: telling.place() });
  },
  sad(telling) {
    const { lost, finder } = telling.world;
    const loss = lost ? { A: lost.who.word, T: lost.thing.word } : PLANS.lose!(telling);
    return loss && !finder ? telling.once("sad", loss) : undefined;
  },
  find(telling) {
    const { world, cast } = telling;
    if (!world.lost || world.finder) return undefined;
    const A = cast.two.find((one) => one !== world.lost!.who.word)!;
    return { A, T: world.lost.thing.word };
  },
  thank(telling) {
    const { from, to } = stillGiven(telling) ?? {};
    return from && to && telling.once(`thank ${to.word}`, { A: to.word, B: from.word });
  },
  now(telling) {
    const { to, thing } = stillGiven(telling) ?? {};
    return to && thing && telling.once(`now ${to.word}`, { A: to.word, T: thing.word });
  },
  see(telling) {
    const A = telling.anyone();
    return telling.once("see", { A, N: telling.pick(wordsOf(telling.table).fillings.N), P: telling.place() });
  },
  sound(telling) {
    const { kind, animal } = telling.world;
    const { sounds, fillings } = wordsOf(telling.table);
    const N = animal?.word ?? telling.pick(fillings.N);
    const filling = { N, S: sounds.get(N)! };
    if (animal) return kind === "see" ? filling : undefined;
    return telling.once("sound", filling);
  },
  home(telling) {
    const A = telling.cast.third ?? telling.anyone();
    return telling.once(`home ${A}`, { A });
  },
  happy(telling) {
    const A = telling.anyone();
    return telling.once(`happy ${A}`, { A });
  },
  they: (telling) => (telling.world.pair ? telling.once("they", {}) : undefined),
  stay: (telling) =>
    telling.world.pair && telling.world.place ? telling.once("stay", { P: telling.world.place.word }) : undefined,
};

/** The last giving, as long as nobody else has the thing. */
const stillGiven = ({ world: { given, owned } }: Telling): World["given"] =>
  given && owned.get(given.thing.word)?.who === given.to.word ? given : undefined;

/** A thing that the story has not named yet, if there is room for one more. */
function newThing(telling: Telling): string | undefined {
  const { owned, lost, wants } = telling.world;
  const told = new Set([...owned.keys(), ...[lost, wants].flatMap((one) => one?.thing.word ?? [])]);
  const T = telling.pick(wordsOf(telling.table).fillings.T);
  return told.size >= telling.cast.things || told.has(T) ? undefined : T;
}

const hasNothing = ({ world }: Telling, who: string): boolean =>
  [...world.owned.values()].every((one) => one.who !== who);

/** One of the two wants the thing that the other has, or a thing that the story has not named yet. */
function asking(telling: Telling): Filling | undefined {
  const { world } = telling;
  const [A, B] = telling.two();
  const T = world.wants?.thing.word ?? telling.has(B) ?? newThing(telling);
  const wanted = world.thingFor(A)?.word;
  if (T === undefined || world.lost || (world.wants && world.wants.who.word !== A)) return undefined;
  return wanted === undefined || wanted === T ? { A, B, T } : undefined;
}

/** One of the two gives a thing, if it is decided which, and to whom. */
function giving(telling: Telling): Filling | undefined {
  const { world } = telling;
  const [A, B] = telling.two();
  const T = world.thingFrom(A)?.word ?? (world.lost ? undefined : newThing(telling));
  if (T === undefined || world.receiverFrom(A)?.word !== B) return undefined;
  if (world.wants?.who.word === A) return undefined;
  return { A, B, T, P: telling.place() };
}
