// The workers, and what each of them is computing.
import type { Inside, Chunk } from "../lib/call/index.js";
import { fault, shownText } from "../lib/read/index.js";
import { Buffers } from "./buffers.js";
import type { Job } from "./job.js";
import type { ErrorMessage, FromWorker } from "./messages.js";
import { keepAlive, startWorker, type Port } from "./port.js";
import { messageOf, receive } from "./post.js";

/** Chunks that a worker has at a time: it computes one while the next is on its way. */
const IN_FLIGHT = 2;

/** Bytes that are copied at a time; the rest follows in a task of its own, so that the page is never held for long. */
const COPIED = 2 ** 22;

/** Milliseconds. Some platforms refuse a worker without an error: one that sends nothing for this long is refused. */
const START_TIMEOUT = 20_000;

/** How long a worker may go on computing for a cancelled call, in milliseconds. */
const PATIENCE = 40;

/** How often a chunk may end its worker before its call fails. */
const ENDS = 2;

/** Jobs fail with this where no worker could be started. Their calls are then computed on this thread. */
export const NO_WORKERS = Symbol("no workers");

interface Flight {
  readonly job: Job;
  readonly chunk: Chunk;
}

/** The place of a worker. The worker is started when there is work, and started again when it ended. */
interface Slot {
  readonly number: number;
  port: Port | undefined;
  isReady: boolean;
  timer: ReturnType<typeof setTimeout> | undefined;
  /** By number, in the order in which they were sent. The first is being computed. */
  readonly flights: Map<number, Flight>;
  /** The names of the tensors that it holds. */
  readonly held: Set<string>;
}

export class Pool {
  private slots: Slot[];
  private readonly jobs = new Set<Job>();
  private readonly buffers: Buffers;
  private chunks = 0;
  /** Post the messages that are prepared, in order. */
  private readonly posts: (() => void)[] = [];
  private resting: ReturnType<typeof setTimeout> | undefined;
  /** Why there are no workers. */
  reason: string | undefined;

  constructor(
    private readonly inside: Pick<Inside, "module" | "words" | "makeFloats">,
    count: number,
    private readonly script: (() => unknown) | undefined,
    /** Milliseconds without a call after which the workers end. */
    private readonly restAfter: number,
  ) {
    this.buffers = new Buffers(inside.makeFloats);
    this.slots = Array.from({ length: count }, (_, number) => ({
      number,
      port: undefined,
      isReady: false,
      timer: undefined,
      flights: new Map(),
      held: new Set(),
    }));
    if (count === 0) this.reason = "workers: 0 was asked for.";
  }

  /** How many workers there are, or will be once there is work. */
  get count(): number {
    return this.slots.length;
  }

  /** Computes the chunks of a job. The promise of the job tells when. */
  run(job: Job): void {
    clearTimeout(this.resting);
    this.jobs.add(job);
    this.feed();
    this.keepAlive();
  }

  /** Forgets a job that is over, and what workers hold for it. */
  forget(job: Job): void {
    this.jobs.delete(job);
    this.drop(job.prefix);
    this.keepAlive();
    if (this.jobs.size === 0) {
      this.resting = setTimeout(() => this.rest(), this.restAfter);
      keepAlive(this.resting, false);
    }
    for (const slot of this.slots) this.watch(slot);
  }

  /** Workers keep a program alive while there are calls. Where a worker is slow to start, its timer does. */
  private keepAlive(): void {
    const does = this.jobs.size > 0;
    for (const { port, timer } of this.slots) {
      port?.keepAlive(does);
      keepAlive(timer, does);
    }
  }

  /** Ends a worker that goes on computing for a cancelled call. A new one takes its place. */
  private watch(slot: Slot): void {
    const isBusy = (): boolean => slot.flights.values().next().value?.job.isOver === true;
    if (!isBusy()) return;
    setTimeout(() => {
      if (!slot.isReady || !isBusy()) return;
      this.stop(slot);
      this.giveBack(slot);
      this.feed();
    }, PATIENCE);
  }

  /** Makes workers let go of the tensors whose names begin with this. */
  drop(prefix: string): void {
    for (const slot of this.slots) this.letGo(slot, (name) => name.startsWith(prefix));
  }

  /** Ends the workers, and lets go of the free buffers. The next call starts the workers again. */
  private rest(): void {
    this.buffers.clear();
    for (const slot of this.slots) {
      this.stop(slot);
      slot.flights.clear();
    }
  }

  async close(reason: Error): Promise<void> {
    clearTimeout(this.resting);
    const ends = this.slots.map((slot) => this.stop(slot));
    this.slots = [];
    this.reason = reason.message;
    for (const job of this.jobs) job.fail(reason);
    await Promise.all(ends);
  }

  /**
   * Sends chunks until each worker has enough. All workers get their first chunk before any gets its second. All
   * messages are copied before one is posted, because a worker that begins may take the processor of this thread, and
   * the others would wait.
   */
  private feed(): void {
    let copied = 0;
    for (let depth = 1; depth <= IN_FLIGHT && copied <= COPIED; depth++) {
      for (const slot of this.slots) {
        if (copied > COPIED || slot.flights.size >= depth || !this.slots.includes(slot)) continue;
        for (const job of this.jobs) {
          const chunk = job.isOver ? undefined : job.take(slot.number);
          if (chunk === undefined) continue;
          copied += this.prepare(slot, { job, chunk });
          break;
        }
      }
    }
    for (const post of this.posts.splice(0)) post();
    if (copied > COPIED) setTimeout(() => this.feed());
  }

  /** Makes the message of a chunk, and returns the bytes that were copied. */
  private prepare(slot: Slot, flight: Flight): number {
    const { job, chunk } = flight;
    const id = ++this.chunks;
    try {
      slot.port ??= this.start(slot);
      slot.flights.set(id, flight);
      const used = chunk.inputs.flatMap(({ heldAs }) => heldAs ?? []);
      const drop = Array.from(slot.held).filter((name) => name.startsWith(job.prefix) && !used.includes(name));
      const message = messageOf(chunk, { id, where: job.where, held: slot.held, drop }, this.buffers);
      const hold = message.hold.map(({ buffer }) => buffer);
      const { port } = slot;
      this.posts.push(() => port.post(message, [message.buffer, ...hold]));
      for (const name of drop) slot.held.delete(name);
      for (const name of used) slot.held.add(name);
      return hold.reduce((bytes, { byteLength }) => bytes + byteLength, message.inputBytes);
    } catch (error) {
      if (slot.port === undefined) {
        slot.flights.set(id, flight);
        this.lose(slot, String((error as Error)?.message ?? error));
      } else {
        slot.flights.delete(id);
        job.fail(error);
      }
      return 0;
    }
  }

  private letGo({ held, port }: Slot, matches: (name: string) => boolean): void {
    const drop = Array.from(held).filter(matches);
    for (const name of drop) held.delete(name);
    if (drop.length > 0) port?.post({ drop }, []);
  }

  private stop(slot: Slot): unknown {
    const { port } = slot;
    clearTimeout(slot.timer);
    slot.port = undefined;
    slot.held.clear();
    return port?.end();
  }

  private start(slot: Slot): Port {
    const port = startWorker(this.script, {
      message: (message) => {
        if (slot.port === port) this.hear(slot, message);
      },
      end: (reason) => {
        if (slot.port === port) this.ended(slot, reason);
      },
    });
    slot.isReady = false;
    slot.timer = setTimeout(
      () => this.ended(slot, `it did not start within ${START_TIMEOUT / 1000} seconds`),
      START_TIMEOUT,
    );
    const { module, words } = this.inside;
    port.post({ module, words }, []);
    return port;
  }

  /** A worker of `script` may send messages that ours does not send. They are ignored. */
  private hear(slot: Slot, message: FromWorker): void {
    const { ready, failed, chunk, buffer, free = [], error } = Object(message) as FromWorker;
    const flight = slot.flights.get(chunk!);
    if (ready === true) {
      slot.isReady = true;
      clearTimeout(slot.timer);
    } else if (typeof failed === "string") {
      this.ended(slot, failed);
    } else if (flight && buffer) {
      slot.flights.delete(chunk!);
      // A chunk that failed may have failed to hold its tensors. They are sent again when they are needed again.
      if (error) {
        const names = flight.chunk.inputs.map(({ heldAs }) => heldAs);
        this.letGo(slot, (name) => names.includes(name));
      }
      if (!flight.job.isOver) this.land(flight, buffer, error);
      for (const one of [buffer, ...free]) this.buffers.give(one);
      this.feed();
    }
    this.watch(slot);
  }

  private land({ job, chunk }: Flight, buffer: ArrayBuffer, error: ErrorMessage | undefined): void {
    if (error) return job.fail(fault(error.code, error.message));
    receive(chunk, buffer);
    job.finish();
  }

  /** A worker ended, by itself or by somebody else. Its chunks are computed again, by it once more or by others. */
  private ended(slot: Slot, reason: string): void {
    if (!slot.isReady) return this.lose(slot, reason);
    this.stop(slot);
    const [first] = slot.flights.values();
    if (first && ++first.chunk.ends >= ENDS) first.job.fail(endedTwice(first.job, slot, reason));
    this.giveBack(slot);
    this.feed();
  }

  /** A worker could not be started. The others take over its chunks. */
  private lose(slot: Slot, reason: string): void {
    this.stop(slot);
    this.slots = this.slots.filter((other) => other !== slot);
    this.giveBack(slot);
    if (this.slots.length > 0) return this.feed();
    this.reason = `No worker could be started: ${shownText(reason).replace(/\.$/, "")}.`;
    for (const job of this.jobs) job.fail(NO_WORKERS);
  }

  private giveBack(slot: Slot): void {
    const flights = Array.from(slot.flights.values()).reverse();
    slot.flights.clear();
    for (const { job, chunk } of flights) if (!job.isOver) job.giveBack(slot.number, chunk);
  }
}

function endedTwice({ where }: Job, { number }: Slot, reason: string): Error {
  return fault(
    "environment",
    `${where}: worker ${number + 1} ended while it computed (${shownText(reason)}), ` +
      "and so did the worker that tried again. " +
      `If memory is short, open fewer workers, or keep fewer matrices.`,
  );
}
