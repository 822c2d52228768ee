// The worker of the viewer: it reads files and computes what the grid shows. One request about a file is answered after
// the other. A model that runs has such a worker of its own.
import type { HeadPlace, ScannedHead } from "../../rooms/heads/index.js";
import { pooled, rolesOf, statisticsOf, type TokenRoles } from "../../../statistics/index.js";
import { answerMessages, HandedOver, inTurn } from "../../kit/index.js";
import { phrase, speak } from "../../kit/texts/index.js";
import { isUnreadable, newBudget, openFile, type ModelFile, type Part, type Vectors } from "../../rooms/files/index.js";
import { MODEL_METHODS } from "./running/model-worker.js";
import { STORY_METHODS } from "./story/story-worker.js";
import type { PartName, PartRequest, TextFacts } from "./requests.js";

/** After this many milliseconds a scan answers with the heads that it has, so another request can come between. */
const SLICE_MS = 40;

const files = new Map<number, ModelFile>();
const budget = newBudget();
let roles: { readonly key: string; readonly roles: TokenRoles } | undefined;

interface OpenRequest {
  readonly id: number;
  /** Its bytes, where the worker may not read the file itself. */
  readonly file: Blob | ArrayBuffer;
  readonly name: string;
}

interface ScanRequest extends PartRequest {
  /** Heads are counted through the layers. */
  readonly from: number;
  /** The most numbers on a side of a small picture. */
  readonly side: number;
}

type HeadRequest = PartRequest & HeadPlace;

/** Replaces the browser's message, which does not say what to do. */
function inOwnWords(error: unknown): unknown {
  return isUnreadable(error as Error) ? new Error(phrase("files.unreadable")) : error;
}

/** Whether this worker may read a file. */
function reads(file: Blob): Promise<boolean> {
  return file.arrayBuffer().then(
    () => true,
    () => false,
  );
}

async function open({ id, file, name }: OpenRequest): Promise<readonly PartName[]> {
  const opened = await openFile(file, name, budget);
  files.set(id, opened);
  return opened.parts.map(({ stack }) => ({ name: stack.name, batch: stack.batch }));
}

function partOf({ id, part, reading }: PartRequest): Part {
  return files.get(id)!.partAs(part, reading);
}

async function describe(request: PartRequest): Promise<TextFacts> {
  const part = partOf(request);
  const { stack, reading, typeName: type, hasVectors, isComputed, notes } = part;
  const { name, layers, heads, batch, rows, columns } = stack;
  const tokens = part.tokens(request.text);
  return {
    facts: { name, layers, heads, batch, rows, columns, reading, type, hasVectors, isComputed, notes },
    tokens: { rowTokens: tokens.rows, columnTokens: tokens.columns, notes: tokens.notes },
  };
}

async function scan(request: ScanRequest): Promise<ScannedHead[]> {
  const { stack } = partOf(request);
  const until = performance.now() + SLICE_MS;
  const scanned: ScannedHead[] = [];
  for (let at = request.from; at < stack.layers * stack.heads; at++) {
    const place = { layer: Math.floor(at / stack.heads), head: at % stack.heads };
    const values = await stack.matrix({ ...place, text: request.text });
    const matrix = { values, rows: stack.rows, columns: stack.columns };
    scanned.push({
      ...place,
      statistics: statisticsOf(matrix, rolesFor(request)),
      thumbnail: pooled(values, stack.rows, stack.columns, request.side),
    });
    // The first head is shown at once.
    if (at === 0 || performance.now() > until) break;
  }
  return scanned;
}

function rolesFor(request: PartRequest): TokenRoles {
  const key = [request.id, request.part, request.text, request.reading].join();
  if (roles?.key !== key) {
    const part = partOf(request);
    roles = { key, roles: rolesOf(part.tokens(request.text).columns, part.stack.columns) };
  }
  return roles.roles;
}

async function head(request: HeadRequest): Promise<HandedOver<Float32Array>> {
  const values = await partOf(request).stack.matrix(request);
  return new HandedOver(values, [values.buffer]);
}

async function mask(request: HeadRequest): Promise<Uint8Array | undefined> {
  return partOf(request).mask(request);
}

async function vectors(request: HeadRequest): Promise<HandedOver<Vectors> | undefined> {
  const found = await partOf(request).vectors(request);
  if (found === undefined) return undefined;
  const { q, k, v } = found;
  return new HandedOver(found, [q.buffer, k.buffer, ...(v === undefined ? [] : [v.buffer])]);
}

/** Compares bytes with their checksums for a while: true once all are compared. */
async function check(request: PartRequest): Promise<boolean> {
  const part = partOf(request);
  const until = performance.now() + SLICE_MS;
  while (performance.now() < until) if (await part.checkOn()) return true;
  return false;
}

async function close({ id }: { readonly id: number }): Promise<void> {
  files.get(id)?.close();
  files.delete(id);
}

/** Readers have one place in a file: two requests at a time would disturb each other. */
const fileMethods = inTurn({ open, describe, scan, head, mask, vectors, check, close }, inOwnWords);

export type FileMethods = typeof fileMethods & { readonly reads: typeof reads; readonly speak: typeof speak };

answerMessages({ reads, speak, ...fileMethods, ...MODEL_METHODS, ...STORY_METHODS });
