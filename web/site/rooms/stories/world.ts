// What a story has told, and what that decides of the sentences to come. It is the same in every language.
import type { Kind } from "./table.js";

/** A place to fill in a sentence. */
export type Slot = "A" | "B" | "T" | "P" | "N" | "S" | "J" | "K";

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
  /** The first person of the last sentence, and its kind. */
  subject: Placed | undefined;
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

  /** Of whom or what a pronoun speaks. */
  implied(slot: Slot): Placed | undefined {
    return { N: this.animal, T: this.thing, A: this.subject }[slot as "A"];
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
    if (filled.T) this.thing = filled.T;
    TELLS[kind]?.(this, filled as Required<Filled>);
    [this.subject, this.kind] = [filled.A, kind];
  }

  /** A sentence that no table has: only its names count. */
  pass(people: readonly Placed[]): void {
    for (const { word, at } of people) this.people.set(word, at);
    [this.subject, this.kind] = [undefined, undefined];
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
const hasNow: Tells = (world, { A, T }) => world.owned.set(T.word, { who: A.word, at: T.at });
const loses: Tells = (world, { A, T }) => {
  world.owned.delete(T.word);
  world.lost = { thing: T, who: A };
};

const gives: Tells = (world, { A, B, T }) => world.give(A, B, T);

const TELLS: { readonly [Name in Kind]?: Tells } = {
  had: hasNow,
  play: hasNow,
  now: hasNow,
  meet: meets,
  were: meets,
  want: (world, { A, T }) => (world.wants = { who: A, thing: T }),
  so: (world, { A, B, T }) => world.give(B, A, T),
  give: gives,
  when: gives,
  back: gives,
  lose: loses,
  sad: loses,
  find(world, { A, T }) {
    world.owned.set(T.word, { who: A.word, at: T.at });
    world.finder = A.word;
  },
};

// ---- what is decided -----------------------------------------------------------------------------------------------

type Decides = (world: World, filled: Filled) => Decision | undefined;

/** A decision by an earlier word, and by further ones. */
const by = (what: What, placed: Placed | undefined, ...more: (Placed | undefined)[]): Decision | undefined =>
  placed && { word: placed.word, what, by: [...new Set([placed, ...more].flatMap((one) => one?.at ?? []))] };

const ownThing: Decides = (world, { A }) => A && by("thing", world.thingOf(A.word), A);
const givenThing: Decides = (world, { A }) => A && by("thing", world.thingFrom(A.word), A);
const wanted: Decides = (world, { A }) => A && by("thing", world.thingFor(A.word), A);
const where: Decides = (world) => by("place", world.place);
const receiver: Decides = (world, { A, B }) => A && by("receiver", B ?? world.receiverFrom(A.word), A);
const partner: Decides = (world, { A, B }) => by("who", world.partnerOf((A ?? B)?.word ?? ""), A ?? B);
const lostThing: Decides = (world) => by("thing", world.lost?.thing);
const isLoser = ({ lost }: World, { A }: Filled): boolean => lost !== undefined && lost.who.word === A?.word;
const givenBy: Decides = (world) => by("who", world.given?.from, world.given?.to);
const givenTo: Decides = (world) => by("who", world.given?.to);

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
const giver = (world: World, A: Placed, B: Placed): Decision | undefined =>
  world.wants ? by("who", only([A, B].filter(({ word }) => word !== world.wants!.who.word))) : owner(world, { A, B });

/** "When Ben and Lily were in the park, …": the second one is whoever is there; then the owner gives, to the other. */
const other = (world: World, one: Placed | undefined): Decision | undefined =>
  one && by("who", world.receiverFrom(one.word), one);
const whenA: Decides = (world, { A, B }) => (A && B ? giver(world, A, B) : other(world, B));
const whenB: Decides = (world, filled) => (filled.B ? receiver(world, filled) : other(world, filled.A));

/** What of a sentence is decided, in the order of its words: a place that is filled already may be asked for again. */
export const DECIDES: { readonly [Name in Kind]?: { readonly [Place in Slot]?: Decides } } = {
  play: { T: ownThing },
  meet: { P: where },
  were: { A: partner, B: partner, P: where },
  want: { T: wanted },
  so: { T: wanted, B: owner },
  give: { B: receiver, T: givenThing },
  when: { A: whenA, B: whenB, T: givenThing, P: where },
  lose: { T: ownThing, P: where },
  sad: { T: (world, filled) => (isLoser(world, filled) ? lostThing : ownThing)(world, filled) },
  find: { T: lostThing },
  back: { T: givenThing, B: receiver },
  thank: { B: givenBy },
  now: { A: givenTo, T: (world) => by("thing", world.given?.thing) },
  see: { P: where },
  stay: { P: where },
};
