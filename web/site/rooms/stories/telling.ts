// Draws stories. What has been told decides which sentences may come next.
import type { Random } from "heed/train";
import { hash } from "../../kit/index.js";
import { formOf, lookOf, patternsOf, wordsOf, type Element, type Pattern } from "./patterns.js";
import { listOf, type Kind, type Table } from "./table.js";
import { DECIDES, World, type Filled, type Placed, type Slot } from "./world.js";

/** The most words of a story. */
export const PLACES = 64;
/** A story ends after so many words or fewer. */
const [LEAST, MOST] = [44, 60];
/** How often a next sentence is looked for. */
const TRIES = 200;
/** How often a lost thing is found by whoever lost it. */
const FINDS_OWN = 0.15;
/** How often a third person is mentioned in a story, and how often there may be two things at a time. */
const [THIRD, TWO_THINGS] = [0.5, 0.4];
/** How often a thing has a look, and how often the look is said where the thing was named before. */
const [HAS_LOOK, LOOK_AGAIN] = [0.5, 0.2];
/** How often a sentence begins with more than it needs, and how often with a pronoun or without a name where it may. */
const [OPENED, UNNAMED] = [0.15, 0.15];

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
  /** The things that were named, and the lines of their looks. */
  readonly told = new Set<string>();
  readonly looks = new Map<string, number>();

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

  /** One of the things that a person has. */
  has(who: string): string | undefined {
    const things = [...this.world.owned].filter(([, one]) => one.who === who);
    return things.length > 0 ? this.pick(things)[0] : undefined;
  }

  once(what: string, filling: Filling): Filling | undefined {
    if (this.done.has(what)) return undefined;
    this.done.add(what);
    return filling;
  }

  #kind(): Kind {
    let left = this.random.integer(ALL);
    for (const [kind, weight] of Object.entries(WEIGHTS)) if ((left -= weight) < 0) return kind as Kind;
    throw new Error("unreachable");
  }

  #pattern(kind: Kind, filling: Filling): Pattern | undefined {
    const { random } = this;
    let fits = patternsOf(this.table)[kind].filter((pattern) => this.#fits(pattern, filling));
    const [opens, names] = [random.uniform() < OPENED, random.uniform() >= UNNAMED];
    const keep = (is: (pattern: Pattern) => boolean): void => {
      const some = fits.filter(is);
      if (some.length > 0) fits = some;
    };
    keep(({ opener }) => opens === (opener !== undefined));
    keep(({ implied }) => names === !implied.some((slot) => slot !== "N"));
    // Lines of a kind that come first are told more often.
    return fits[Math.floor(fits.length * random.uniform() ** 2)];
  }

  #fits({ kind, before, implied, isNew }: Pattern, filling: Filling): boolean {
    const { befores } = wordsOf(this.table);
    if (before !== undefined && before !== befores.get(filling.P!)) return false;
    if (isNew && DECIDES[kind]?.T && this.told.has(filling.T!)) return false;
    return implied.every((slot) => filling[slot] !== undefined && this.#meant(slot, filling)?.word === filling[slot]);
  }

  /** Whom or what a reader takes to be meant by a pronoun for what fills the place. */
  #meant(slot: Slot, filling: Filling): Placed | undefined {
    const { sexes } = wordsOf(this.table);
    const A = filling.A === undefined ? {} : { A: { word: filling.A, at: 0 } };
    const sex = sexes.get(filling[slot]!);
    return this.world.implied(slot, A).find(({ word }) => sexes.get(word) === sex);
  }

  #tell(pattern: Pattern, filling: Filling): void {
    const { table, words } = this;
    const filled: Record<string, Placed> = {};
    for (const slot of pattern.implied) filled[slot] = this.#meant(slot, filling)!;
    pattern.elements.forEach(({ word, slot, form }, at) => {
      if (slot && !form) {
        if (slot === "T" || slot === "U") this.#look(filling[slot]!, pattern.elements[at - 1]!);
        filled[slot] ??= { word: filling[slot]!, at: words.length };
      }
      words.push(word ?? (form ? formOf(table, form, filling[slot!]!) : filling[slot!]!));
    });
    this.world.tell(pattern.kind, filled as Filled);
  }

  /** Says how a thing looks, before its name, or does not. */
  #look(thing: string, { form }: Element): void {
    const { looks, random, table } = this;
    const isNew = !this.told.has(thing);
    this.told.add(thing);
    if (isNew && random.uniform() < HAS_LOOK) {
      const others = [...table.looks.keys()].filter((line) => ![...looks.values()].includes(line));
      looks.set(thing, this.pick(others));
    } else if (isNew || random.uniform() >= LOOK_AGAIN) return;
    const line = looks.get(thing);
    if (line !== undefined) this.words.push(lookOf(table, line, thing, form));
  }
}

/** How often a sentence of each kind is tried, of so many times in all. */
const WEIGHTS: { readonly [Name in Kind]?: number } = {
  ...{ is: 2, had: 12, has: 5, two: 3, each: 3, play: 4, both: 3, meet: 10, were: 6, want: 8, so: 6, give: 28 },
  ...{ when: 7, lose: 14, sad: 5, down: 5, find: 18, back: 14, return: 2, thank: 12, now: 6, glad: 6, see: 4 },
  ...{ sound: 6, home: 3, happy: 1, they: 2, stay: 5 },
};
const ALL = Object.values(WEIGHTS).reduce((sum, one) => sum + one, 0);

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
    const { wants, lost } = telling.world;
    const A = telling.anyone();
    const T = mayHave(telling, A) ? wants!.thing.word : newThing(telling);
    return T === undefined || !hasNothing(telling, A) || lost?.who.word === A ? undefined : here(telling, { A, T });
  },
  has(telling) {
    const [A] = telling.two();
    if (mayHave(telling, A)) return { A, T: telling.world.wants!.thing.word };
    const { to, thing } = stillGiven(telling) ?? {};
    return to?.word === A && !telling.world.wants ? telling.once(`now ${A}`, { A, T: thing!.word }) : undefined;
  },
  two: (telling) => twoThings(telling),
  each: (telling) => twoThings(telling),
  play(telling) {
    const [A] = telling.two();
    const T = telling.has(A);
    if (T === undefined || telling.world.finder === A) return undefined;
    return telling.once(`play ${A}`, here(telling, { A, T }));
  },
  both(telling) {
    const [A, B] = telling.two();
    const [T, ...others] = telling.world.owned.keys();
    return T === undefined || others.length > 0 || telling.world.lost ? undefined : telling.once("both", { A, B, T });
  },
  meet(telling) {
    const [A, B] = telling.two();
    return telling.world.pair ? undefined : here(telling, { A, B });
  },
  were(telling) {
    const [A, B] = telling.two();
    return telling.once("were", here(telling, { A, B }));
  },
  want: (telling) => (telling.world.wants ? undefined : asking(telling)),
  so: (telling) => asking(telling),
  give: (telling) => giving(telling),
  when(telling) {
    const filling = giving(telling);
    const { world } = telling;
    return filling && world.people.has(filling.A!) && world.thingFrom(filling.A!) ? filling : undefined;
  },
  back: (telling) => {
    const { finder, lost } = telling.world;
    return finder && lost ? here(telling, { A: finder, B: lost.who.word, T: lost.thing.word }) : undefined;
  },
  return: (telling) => (telling.world.finder ? undefined : finding(telling, false)),
  lose(telling) {
    const [A] = telling.two();
    const T = telling.has(A) ?? newThing(telling);
    if (T === undefined || telling.world.lost || telling.world.wants) return undefined;
    return telling.once("lose", here(telling, { A, T }));
  },
  sad(telling) {
    const { lost, finder } = telling.world;
    const loss = lost ? { A: lost.who.word, T: lost.thing.word } : PLANS.lose!(telling);
    return loss && !finder ? telling.once("sad", loss) : undefined;
  },
  down(telling) {
    const { lost, finder } = telling.world;
    return lost && !finder ? telling.once("down", { A: lost.who.word }) : undefined;
  },
  find: (telling) => finding(telling, telling.random.uniform() < FINDS_OWN),
  thank(telling) {
    const { finder, lost } = telling.world;
    const { from, to, thing } = stillGiven(telling) ?? {};
    if (finder && lost) return telling.once("thank", { A: lost.who.word, B: finder, T: lost.thing.word });
    return to && telling.once(`thank ${to.word}`, { A: to.word, B: from!.word, T: thing!.word });
  },
  now: (telling) => given(telling, "now"),
  glad: (telling) => given(telling, "glad"),
  see(telling) {
    const A = telling.anyone();
    const B = telling.cast.two.find((one) => one !== A)!;
    return telling.once("see", here(telling, { A, B, N: telling.pick(wordsOf(telling.table).fillings.N) }));
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
    return telling.once(`home ${A}`, here(telling, { A }));
  },
  happy(telling) {
    const A = telling.anyone();
    return telling.world.lost?.who.word === A ? undefined : telling.once(`happy ${A}`, { A });
  },
  they: (telling) => (telling.world.pair ? telling.once("they", here(telling, {})) : undefined),
  stay: (telling) => (telling.world.pair && telling.world.place ? telling.once("stay", here(telling, {})) : undefined),
};

/** With the place of the story. */
const here = (telling: Telling, filling: Filling): Filling => ({ ...filling, P: telling.place() });

/** Whether a person may turn out to have what the other one wants. */
function mayHave({ world: { wants, owned }, cast: { two } }: Telling, who: string): boolean {
  return wants !== undefined && !owned.has(wants.thing.word) && two.includes(who) && wants.who.word !== who;
}

/** A story may begin with two things. */
function twoThings(telling: Telling): Filling | undefined {
  const [A, B] = telling.two();
  const [T, U] = [newThing(telling), newThing(telling)];
  if (telling.cast.things < 2 || telling.told.size > 0) return undefined;
  return T === U ? undefined : { A, B, T: T!, U: U! };
}

/** What was lost is found, by the other one or by whoever lost it. */
function finding(telling: Telling, isOwn: boolean): Filling | undefined {
  const { lost, finder } = telling.world;
  if (!lost || finder) return undefined;
  const { word: loser } = lost.who;
  const A = isOwn ? loser : telling.cast.two.find((one) => one !== loser)!;
  return here(telling, { A, T: lost.thing.word, ...(!isOwn && { B: loser }) });
}

/** Of whoever was given something just now. */
function given(telling: Telling, what: string): Filling | undefined {
  const { lost, kind } = telling.world;
  const { to, thing } = (!lost && AFTER_GIVING.has(kind) && stillGiven(telling)) || {};
  return to && telling.once(`${what} ${to.word}`, { A: to.word, T: thing!.word });
}

/** Kinds of sentences that "now" may follow. */
const AFTER_GIVING = new Set<Kind | undefined>(["so", "give", "when", "back", "return", "thank", "glad", "happy"]);

/** The last giving, as long as nobody else has the thing. */
const stillGiven = ({ world }: Telling): World["given"] =>
  world.given && world.owned.get(world.given.thing.word)?.who === world.given.to.word ? world.given : undefined;

/** A thing that the story has not named yet, if there is room for one more. */
function newThing(telling: Telling): string | undefined {
  const T = telling.pick(wordsOf(telling.table).fillings.T);
  return telling.told.size >= telling.cast.things || telling.told.has(T) ? undefined : T;
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
  const T = world.thingFrom(A)?.word ?? (world.lost ? undefined : (telling.has(A) ?? newThing(telling)));
  if (T === undefined || world.receiverFrom(A)?.word !== B) return undefined;
  if (world.wants?.who.word === A) return undefined;
  return here(telling, { A, B, T });
}
