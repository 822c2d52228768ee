// What a story has told, and what that decides of the sentences to come. It is the same in every language.
import type { Kind } from "./table.js";

/** A place to fill in a sentence. */
export type Slot = "A" | "B" | "T" | "U" | "P" | "N" | "S" | "K";

/** A word and its place in the text. */
export interface Placed {
  readonly word: string;
  readonly at: number;
}

/** What fills the places of a sentence, so far. */
export type Filled = { readonly [Name in Slot]?: Placed };

/** What is asked for: whom it is given to, who gives, what it is, where, which sound, and what follows a word. */
export type What = "receiver" | "who" | "thing" | "place" | "sound" | "form";

/** A word that what came before decides. */
export interface Decision {
  readonly word: string;
  readonly what: What;
  /** The places of the words that decide it. Of a receiver the last is whoever gives. */
  readonly by: readonly number[];
}

interface Owned {
  readonly who: string;
  /** Where the thing was named last. */
  readonly at: number;
}

export class World {
  /** Where each person was named last. */
  readonly people = new Map<string, number>();
  readonly owned = new Map<string, Owned>();
  /** Two who are together. */
  pair: readonly [Placed, Placed] | undefined;
  place: Placed | undefined;
  animal: Placed | undefined;
  lost: { readonly thing: Placed; readonly who: Placed } | undefined;
  finder: string | undefined;
  /** Who would like to have a thing, and which one. */
  wants: { readonly who: Placed; readonly thing: Placed } | undefined;
  given: { readonly from: Placed; readonly to: Placed; readonly thing: Placed } | undefined;
  /** How things look, by the line of the look. */
  readonly looks = new Map<number, Placed>();
  /** The persons of the last sentence, and its kind. */
  subject: Placed | undefined;
  object: Placed | undefined;
  /** The thing that was named last. */
  thing: Placed | undefined;
  kind: Kind | undefined;

  /** What a person has, if that is one thing. */
  thingOf(who: string): Placed | undefined {
    return only([...this.owned].filter(([, one]) => one.who === who).map(([word, { at }]) => ({ word, at })));
  }

  /** The thing that this person wants: one that is not theirs, if there is one; or that of whoever is with them. */
  thingFor(who: string): Placed | undefined {
    if (this.wants?.who.word === who) return this.wants.thing;
    const others = [...this.owned].filter(([, one]) => one.who !== who).map(([word, { at }]) => ({ word, at }));
    const partner = this.partnerOf(who);
    return only(others) ?? (partner && this.thingOf(partner.word));
  }

  /** What a person gives: the thing that they found, or that another one wants; or else what they have. */
  thingFrom(giver: string): Placed | undefined {
    if (this.finder === giver && this.lost) return this.lost.thing;
    const { who, thing } = this.wants ?? {};
    const ofOther = thing && this.owned.has(thing.word) && this.owned.get(thing.word)!.who !== giver;
    return who && who.word !== giver && !ofOther ? thing : this.thingOf(giver);
  }

  /** Of whom or what a pronoun may speak, the likeliest first. */
  implied(slot: Slot, { A }: Filled): Placed[] {
    const found = { N: [this.animal], T: [this.thing], A: [this.subject, this.object], B: [] }[slot as "A"];
    const others = slot === "B" && A ? [this.receiverFrom(A.word), this.lost?.who] : [];
    return [...found, ...others].filter(
      (one) => one !== undefined && (slot !== "B" || one.word !== A!.word),
    ) as Placed[];
  }

  partnerOf(who: string): Placed | undefined {
    if (!this.pair?.some(({ word }) => word === who)) return undefined;
    return this.pair.find(({ word }) => word !== who);
  }

  /** To whom a person gives: the one who lost it, or wants it, or is there; or the only other one of the story. */
  receiverFrom(giver: string): Placed | undefined {
    if (this.finder === giver && this.lost) return this.lost.who;
    if (this.wants && this.wants.who.word !== giver) return this.wants.who;
    const others = [...this.people].filter(([who]) => who !== giver).map(([word, at]) => ({ word, at }));
    return this.partnerOf(giver) ?? only(others);
  }

  /** Takes a sentence in. */
  tell(kind: Kind, filled: Filled): void {
    for (const one of [filled.A, filled.B]) if (one) this.people.set(one.word, one.at);
    if (filled.P) this.place = filled.P;
    if (filled.N) this.animal = filled.N;
    if (filled.T) this.thing = filled.U ? undefined : filled.T;
    TELLS[kind]?.(this, filled as Required<Filled>);
    [this.subject, this.object, this.kind] = [filled.A, filled.B, kind];
  }

  /** A sentence that no table has: only its names count. */
  pass(people: readonly Placed[]): void {
    for (const { word, at } of people) this.people.set(word, at);
    [this.subject, this.object, this.kind] = [undefined, undefined, undefined];
  }

  give(from: Placed, to: Placed, thing: Placed): void {
    this.owned.set(thing.word, { who: to.word, at: thing.at });
    this.given = { from, to, thing };
    this.pair = [from, to];
    this.wants = undefined;
    if (this.lost?.thing.word === thing.word) [this.lost, this.finder] = [undefined, undefined];
  }
}

const only = <Thing>(things: readonly Thing[]): Thing | undefined => (things.length === 1 ? things[0] : undefined);

type Tells = (world: World, filled: Required<Filled>) => void;

const meets: Tells = (world, { A, B }) => (world.pair = [A, B]);
const has = (world: World, { word: who }: Placed, { word, at }: Placed): void =>
  void world.owned.set(word, { who, at });
const finds: Tells = (world, { A, T }) => {
  has(world, A, T);
  if (world.lost?.thing.word !== T.word) return;
  if (world.lost.who.word === A.word) world.lost = undefined;
  else world.finder = A.word;
};
const loses: Tells = (world, { A, T }) => {
  world.owned.delete(T.word);
  world.lost = { thing: T, who: A };
};

const gives: Tells = (world, { A, B, T }) => world.give(A, B, T);

const TELLS: { readonly [Name in Kind]?: Tells } = {
  had: finds,
  has: finds,
  play: finds,
  now: finds,
  find: finds,
  two(world, { A, T, U }) {
    has(world, A, T);
    has(world, A, U);
  },
  each(world, { A, B, T, U }) {
    has(world, A, T);
    has(world, B, U);
  },
  both: (world, { A, B }) => A && B && meets(world, { A, B } as Required<Filled>),
  meet: meets,
  were: meets,
  want: (world, { A, T }) => (world.wants = { who: A, thing: T }),
  so: (world, { A, B, T }) => world.give(B, A, T),
  give: gives,
  when: gives,
  back: gives,
  return: gives,
  lose: loses,
  sad: loses,
};

// ---- what is decided -----------------------------------------------------------------------------------------------

/** "never": not while the world is like this. */
type Decides = (world: World, filled: Filled) => Decision | "never" | undefined;

/** A decision by an earlier word, and by further ones. */
const by = (what: What, placed: Placed | undefined, ...more: (Placed | undefined)[]): Decision | undefined =>
  placed && { word: placed.word, what, by: [...new Set([placed, ...more].flatMap((one) => one?.at ?? []))] };

const ownThing: Decides = (world, { A }) => A && by("thing", world.thingOf(A.word), A);
const givenThing: Decides = (world, { A }) => A && by("thing", world.thingFrom(A.word), A);
/** Nobody gives an unknown thing back. */
const givenBack: Decides = (world, filled) => givenThing(world, filled) ?? "never";
const wanted: Decides = (world, { A }) => A && by("thing", world.thingFor(A.word), A);
export const where: Decides = (world) => by("place", world.place);
const receiver: Decides = (world, { A, B }) => A && by("receiver", B ?? world.receiverFrom(A.word), A);
const partner: Decides = (world, { A, B }) => by("who", world.partnerOf((A ?? B)?.word ?? ""), A ?? B);
const lostThing: Decides = (world) => by("thing", world.lost?.thing);
const isLoser = ({ lost }: World, { A }: Filled): boolean => lost !== undefined && lost.who.word === A?.word;
/** Who found what a person has lost. */
const foundFor = (world: World, who: Placed | undefined): Placed | undefined =>
  world.finder !== undefined && world.lost?.who.word === who?.word
    ? { word: world.finder!, at: world.people.get(world.finder!)! }
    : undefined;
const helper: Decides = (world, { A }) => {
  const found = foundFor(world, A);
  return found ? by("who", found, A) : by("who", world.given?.from, world.given?.to);
};
const thanked: Decides = (world, { A }) => by("thing", (foundFor(world, A) ? world.lost : world.given)?.thing);
const givenTo: Decides = (world) => (world.lost ? "never" : by("who", world.given?.to));
const givenNow: Decides = ({ given }, { A }) => by("thing", given?.to.word === A?.word ? given?.thing : undefined, A);
const loser: Decides = ({ lost, finder }) => (lost && !finder ? by("who", lost.who) : "never");

/** The thing that somebody wanted, or was given. */
const hasNow: Decides = (world, filled) =>
  world.wants && !world.owned.has(world.wants.thing.word) ? by("thing", world.wants.thing) : givenNow(world, filled);

/** The one of two people who has something: they are in the sentence already, or the thing is. */
const owner: Decides = (world, { A, B, T }) => {
  if (T) {
    const found = world.owned.get(T.word);
    return found && { word: found.who, what: "who", by: [world.people.get(found.who)!, found.at] };
  }
  const owners = [A, B].filter((one) => one && world.thingOf(one.word));
  const one = only(owners);
  return one && by("who", one, world.thingOf(one.word));
};

/** The one of two people who gives: not the one who would like to have something, or else who has something. */
const giver = (world: World, A: Placed, B: Placed): ReturnType<Decides> =>
  world.wants ? by("who", only([A, B].filter(({ word }) => word !== world.wants!.who.word))) : owner(world, { A, B });

/** "When Ben and Lily were in the park, …": the second one is whoever is there; then the owner gives, to the other. */
const other = (world: World, one: Placed | undefined): Decision | undefined =>
  one && by("who", world.receiverFrom(one.word), one);
const whenA: Decides = (world, { A, B }) => (A && B ? giver(world, A, B) : other(world, B));
const whenB: Decides = (world, filled) => (filled.B ? receiver(world, filled) : other(world, filled.A));

/** What of a sentence is decided, in the order of its words: a place that is filled already may be asked for again. */
export const DECIDES: { readonly [Name in Kind]?: { readonly [Place in Slot]?: Decides } } = {
  has: { T: hasNow },
  play: { T: ownThing },
  both: { B: partner, T: ({ owned }) => by("thing", only([...owned].map(([word, { at }]) => ({ word, at })))) },
  were: { A: partner, B: partner },
  want: { T: wanted },
  so: { T: wanted, B: owner },
  give: { B: receiver, T: givenThing },
  when: { A: whenA, B: whenB, T: givenThing },
  lose: { T: ownThing },
  sad: { T: (world, filled) => (isLoser(world, filled) ? lostThing : ownThing)(world, filled) },
  down: { A: loser },
  find: { T: lostThing },
  back: { T: givenBack, B: receiver },
  return: { T: lostThing, B: ({ lost }, { A }) => by("receiver", lost?.who, A) },
  thank: { B: helper, T: thanked },
  now: { A: givenTo, T: givenNow },
  glad: { A: givenTo, T: givenNow },
  see: { B: partner },
};
