// The members of a zip file, by its central directory: sizes in the members' own headers may be missing.
import type { Source } from "../../../tensors/index.js";
import { partOf, type Bytes } from "./bytes.js";
import { CheckedBytes } from "./checked.js";
import { InflatedBytes, type Budget } from "./inflate.js";
import { DEFLATE_RATIO, LONGEST_DIRECTORY, MOST_MEMBERS } from "./limits.js";
import { byteCount } from "./byte-count.js";
import { FileProblem, quoted, told } from "./problem.js";
import { utf8 } from "./utf8.js";

export interface ZipMember {
  readonly name: string;
  readonly size: number;
  readonly packedSize: number;
  readonly compressed: boolean;
  readonly crc: number;
  /** Where its own header begins, and where the next member or the directory does. */
  readonly offset: number;
  readonly end: number;
}

export interface ZipDirectory {
  readonly members: readonly ZipMember[];
  /** How many bytes come after the end. */
  readonly leftOver: number;
}

/** An open zip file. */
export interface ZipFile {
  readonly file: Source;
  /** The same, for many small reads. */
  readonly bytes: Bytes;
  readonly budget: Budget;
}

const END = 0x06054b50;
const END_LENGTH = 22;
const END64_LOCATOR = 0x07064b50;
const LOCATOR_LENGTH = 20;
const END64 = 0x06064b50;
const ENTRY = 0x02014b50;
const ENTRY_LENGTH = 46;
const LOCAL = 0x04034b50;
const LOCAL_LENGTH = 30;
const LONGEST_COMMENT = 0xffff;
/** A 32-bit field that says: look into the zip64 field. */
const ELSEWHERE = 0xffffffff;
const ZIP64_FIELD = 1;
const METHODS: Readonly<Record<number, string>> = {
  9: "deflate64",
  12: "bzip2",
  14: "LZMA",
  93: "Zstandard",
  95: "xz",
};

export async function zipDirectory(file: Source): Promise<ZipDirectory> {
  const { offset, size, count, leftOver } = await directoryOf(file);
  if (offset + size > file.size) throw cutOff();
  if (size > LONGEST_DIRECTORY || count > MOST_MEMBERS)
    throw new FileProblem("too-many-members", { count, most: MOST_MEMBERS });
  const bytes = new DataView((await file.read(offset, offset + size)).buffer);
  const members: Listed[] = [];
  for (let at = 0; members.length < count;) {
    if (at + ENTRY_LENGTH > size || bytes.getUint32(at, true) !== ENTRY) throw cutOff();
    const length = ENTRY_LENGTH + [28, 30, 32].reduce((sum, field) => sum + bytes.getUint16(at + field, true), 0);
    if (at + length > size) throw cutOff();
    members.push(memberAt(bytes, at, file.size));
    at += length;
  }
  return { members: placed(members, offset), leftOver };
}

type Listed = Omit<ZipMember, "end">;

/** No two members have one name or share bytes. Thousands that share theirs would unpack to anything. */
function placed(members: readonly Listed[], directory: number): ZipMember[] {
  const names = new Set<string>();
  const inOrder = [...members].sort((a, b) => a.offset - b.offset);
  return inOrder.map((member, at) => {
    const name = quoted(member.name);
    const end = inOrder[at + 1]?.offset ?? directory;
    if (names.has(member.name)) throw new FileProblem("twice", { name });
    if (member.offset + LOCAL_LENGTH + member.packedSize > end) throw new FileProblem("overlap", { name });
    names.add(member.name);
    return { ...member, end };
  });
}

/** The bytes of a member as they were before they were packed. */
export async function openMember({ file, bytes, budget }: ZipFile, member: ZipMember): Promise<Bytes> {
  const { name, offset, end, packedSize, size, crc } = member;
  const local = new DataView((await bytes.read(offset, offset + LOCAL_LENGTH)).buffer);
  if (local.getUint32(0, true) !== LOCAL) throw cutOff();
  const begin = offset + LOCAL_LENGTH + local.getUint16(26, true) + local.getUint16(28, true);
  if (begin + packedSize > end) throw new FileProblem("overlap", { name: quoted(name) });
  return member.compressed
    ? new InflatedBytes(name, { bytes: partOf(file, begin, packedSize), size, crc }, budget)
    : new CheckedBytes(name, partOf(bytes, begin, packedSize), crc);
}

interface Directory {
  readonly offset: number;
  readonly size: number;
  readonly count: number;
  readonly leftOver: number;
}

/** Where the directory is: the record of it is at the end of the file, before a comment. */
async function directoryOf(file: Source): Promise<Directory> {
  const begin = Math.max(0, file.size - END_LENGTH - LONGEST_COMMENT - LOCATOR_LENGTH);
  const tail = new DataView((await file.read(begin, file.size)).buffer);
  let at = tail.byteLength - END_LENGTH;
  while (at >= 0 && tail.getUint32(at, true) !== END) at--;
  if (at < 0) throw cutOff();
  const found = {
    count: tail.getUint16(at + 10, true),
    size: tail.getUint32(at + 12, true),
    offset: tail.getUint32(at + 16, true),
    leftOver: Math.max(0, tail.byteLength - at - END_LENGTH - tail.getUint16(at + 20, true)),
  };
  const locator = at - LOCATOR_LENGTH;
  if (locator < 0 || tail.getUint32(locator, true) !== END64_LOCATOR) return found;
  return { ...found, ...(await directory64(file, wide(tail, locator + 8))) };
}

async function directory64(file: Source, at: number): Promise<Omit<Directory, "leftOver">> {
  const record = new DataView((await file.read(at, at + 56)).buffer);
  if (record.byteLength < 56 || record.getUint32(0, true) !== END64) throw cutOff();
  return { count: wide(record, 32), size: wide(record, 40), offset: wide(record, 48) };
}

function memberAt(bytes: DataView, at: number, fileSize: number): Listed {
  const [nameLength, extraLength] = [bytes.getUint16(at + 28, true), bytes.getUint16(at + 30, true)];
  const name = utf8(new Uint8Array(bytes.buffer as ArrayBuffer, at + ENTRY_LENGTH, nameLength));
  if (name === undefined) throw new FileProblem("zip-name");
  const [flags, method] = [bytes.getUint16(at + 8, true), bytes.getUint16(at + 10, true)];
  const extra = new DataView(bytes.buffer, at + ENTRY_LENGTH + nameLength, extraLength);
  const [size, packedSize, offset] = wideFields(
    extra,
    [24, 20, 42].map((field) => bytes.getUint32(at + field, true)),
  );
  if (flags & 1) throw new FileProblem("encrypted", { name: quoted(name) });
  if (method !== 0 && method !== 8) {
    const how = METHODS[method] ?? told("method", { number: method });
    throw new FileProblem("packed-with", { name: quoted(name), how });
  }
  const most = packedSize! * DEFLATE_RATIO + DEFLATE_RATIO;
  const isLie = method === 0 ? size !== packedSize : size! > most;
  if (packedSize! > fileSize || offset! > fileSize || isLie) {
    const sizes = { size: byteCount(size!), packed: byteCount(packedSize!), file: byteCount(fileSize) };
    throw new FileProblem("claims", { name: quoted(name), ...sizes });
  }
  const crc = bytes.getUint32(at + 16, true);
  return { name, size: size!, packedSize: packedSize!, compressed: method === 8, crc, offset: offset! };
}

/** Sizes beyond 32 bits stand in an extra field, in this order, each only where the 32-bit field says so. */
function wideFields(extra: DataView, fields: readonly number[]): number[] {
  for (let at = 0; at + 4 <= extra.byteLength; at += 4 + extra.getUint16(at + 2, true)) {
    if (extra.getUint16(at, true) !== ZIP64_FIELD) continue;
    const end = Math.min(extra.byteLength, at + 4 + extra.getUint16(at + 2, true));
    let from = at + 4;
    return fields.map((field) => {
      if (field !== ELSEWHERE || from + 8 > end) return field;
      from += 8;
      return wide(extra, from - 8);
    });
  }
  return [...fields];
}

function wide(bytes: DataView, at: number): number {
  return Number(bytes.getBigUint64(at, true));
}

function cutOff(): FileProblem {
  return new FileProblem("zip-cut");
}
