// The workers, and what each of them is computing.
import { Buffers } from "./buffers.js";
import type { Chunk } from "./chunks.js";
import type { Job } from "./job.js";
import type { ErrorMessage, FromWorker } from "./messages.js";
import { startWorker, type Port } from "./port.js";
import { messageOf, receive } from "./post.js";

/** Chunks that a worker has at a time: it computes one while the next is on its way. */
const IN_FLIGHT = 2;

/** A worker that says nothing for so long was refused by a platform that does not tell. In milliseconds. */
const START_TIMEOUT = 20_000;

/** How long a worker may go on computing for a cancelled call. In milliseconds. */
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
  private readonly buffers = new Buffers();
  private chunks = 0;
  /** Why there are no workers. */
  reason: string | undefined;

  constructor(
    private readonly module: WebAssembly.Module,
    count: number,
    private readonly script: (() => unknown) | undefined,
  ) {
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
    this.jobs.add(job);
    this.feed();
  }

  /** Forgets a job that is over, and what workers hold for it. */
  forget(job: Job): void {
    this.jobs.delete(job);
    this.drop(job.prefix);
    // Where a call was cancelled, workers may be busy with it yet.
    for (const slot of this.slots) {
      const [running] = slot.flights;
      if (running?.[1].job === job) setTimeout(() => this.interrupt(slot, running[0]), PATIENCE);
    }
  }

  /** Ends a worker that still computes this chunk. A new one takes its place. */
  private interrupt(slot: Slot, id: number): void {
    if (!slot.flights.has(id) || !slot.isReady) return;
    slot.port?.end();
    slot.port = undefined;
    this.giveBack(slot);
    this.feed();
  }

  /** Workers let go of the tensors whose names begin so. */
  drop(prefix: string): void {
    for (const slot of this.slots) {
      const names = this.takeHeld(slot, (name) => name.startsWith(prefix));
      if (names.length > 0) slot.port?.post({ drop: names }, []);
    }
    if (this.jobs.size === 0) this.buffers.clear();
  }

  async close(reason: Error): Promise<void> {
    const ports = this.slots.map(({ port }) => port);
    for (const { timer } of this.slots) clearTimeout(timer);
    this.slots = [];
    this.reason = reason.message;
    for (const job of this.jobs) job.fail(reason);
    await Promise.all(ports.map((port) => port?.end()));
  }

  /** Sends chunks until each worker has enough. All workers get their first chunk before any gets its second. */
  private feed(): void {
    for (let depth = 1; depth <= IN_FLIGHT; depth++) {
      for (const slot of this.slots) {
        if (slot.flights.size >= depth || !this.slots.includes(slot)) continue;
        for (const job of this.jobs) {
          const chunk = job.isOver ? undefined : job.take(slot.number);
          if (chunk === undefined) continue;
          this.send(slot, { job, chunk });
          break;
        }
      }
    }
  }

  private send(slot: Slot, flight: Flight): void {
    const { job, chunk } = flight;
    const id = ++this.chunks;
    try {
      slot.port ??= this.start(slot);
      slot.flights.set(id, flight);
      const used = chunk.inputs.flatMap(({ heldAs }) => heldAs ?? []);
      const drop = this.takeHeld(slot, (name) => name.startsWith(job.prefix) && !used.includes(name));
      const message = messageOf(chunk, { id, where: job.where, held: slot.held, drop }, this.buffers);
      for (const name of used) slot.held.add(name);
      slot.port.keepAlive(true);
      slot.port.post(message, [message.buffer, ...message.hold.map(({ buffer }) => buffer)]);
    } catch (error) {
      if (slot.port === undefined) {
        slot.flights.set(id, flight);
        this.lose(slot, String((error as Error)?.message ?? error));
      } else {
        slot.flights.delete(id);
        job.fail(error);
      }
    }
  }

  private takeHeld({ held }: Slot, matches: (name: string) => boolean): string[] {
    const names = Array.from(held).filter(matches);
    for (const name of names) held.delete(name);
    return names;
  }

  private start(slot: Slot): Port {
    let isGone = false;
    const port = startWorker(this.script, {
      message: (message) => {
        if (!isGone && slot.port === port) this.hear(slot, message);
      },
      end: (reason) => {
        if (!isGone && slot.port === port) this.ended(slot, reason);
        isGone = true;
      },
    });
    slot.isReady = false;
    slot.timer = setTimeout(
      () => this.ended(slot, `it did not start within ${START_TIMEOUT / 1000} seconds`),
      START_TIMEOUT,
    );
    port.post({ module: this.module }, []);
    return port;
  }

  private hear(slot: Slot, message: FromWorker): void {
    if ("ready" in message) {
      slot.isReady = true;
      clearTimeout(slot.timer);
    } else if ("failed" in message) {
      this.ended(slot, message.failed);
    } else {
      const flight = slot.flights.get(message.chunk);
      slot.flights.delete(message.chunk);
      if (flight && message.error) this.letGo(slot, flight.chunk);
      if (flight && !flight.job.isOver) this.land(flight, message.buffer, message.error);
      this.buffers.give(message.buffer);
      this.feed();
      if (slot.flights.size === 0) slot.port?.keepAlive(false);
    }
  }

  /** A chunk that failed may have failed to hold its tensors. They are sent again when they are needed again. */
  private letGo(slot: Slot, { inputs }: Chunk): void {
    const names = this.takeHeld(slot, (name) => inputs.some(({ heldAs }) => heldAs === name));
    slot.port?.post({ drop: names }, []);
  }

  private land({ job, chunk }: Flight, buffer: ArrayBuffer, error: ErrorMessage | undefined): void {
    if (error) return job.fail(new (error.isRange ? RangeError : Error)(error.message));
    receive(chunk, buffer);
    job.finish();
  }

  /** A worker ended, by itself or by somebody else. Its chunks are computed again, by it anew or by others. */
  private ended(slot: Slot, reason: string): void {
    slot.port?.end();
    if (!slot.isReady) return this.lose(slot, reason);
    slot.port = undefined;
    const [first] = slot.flights.values();
    if (first && ++first.chunk.ends >= ENDS) first.job.fail(endedTwice(first.job, slot, reason));
    this.giveBack(slot);
    this.feed();
  }

  /** A worker could not be started. The others take over its chunks. */
  private lose(slot: Slot, reason: string): void {
    clearTimeout(slot.timer);
    slot.port?.end();
    slot.port = undefined;
    this.slots = this.slots.filter((other) => other !== slot);
    this.giveBack(slot);
    if (this.slots.length > 0) return this.feed();
    this.reason = `No worker could be started: ${reason.replace(/\.$/, "")}.`;
    for (const job of this.jobs) job.fail(NO_WORKERS);
  }

  private giveBack(slot: Slot): void {
    const flights = Array.from(slot.flights.values()).reverse();
    slot.flights.clear();
    slot.held.clear();
    for (const { job, chunk } of flights) if (!job.isOver) job.giveBack(slot.number, chunk);
  }
}

function endedTwice({ where }: Job, { number }: Slot, reason: string): Error {
  return new Error(
    `${where}: worker ${number + 1} ended while it computed (${reason}), and so did the worker that tried again. ` +
      `Where memory is short, open fewer workers, or keep fewer matrices.`,
  );
}
